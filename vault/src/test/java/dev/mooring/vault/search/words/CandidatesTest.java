package dev.mooring.vault.search.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.search.automaton.RequiredText;
import dev.mooring.vault.text.CaseFolding;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CandidatesTest {

    private static final String[] CHARACTERS = {
        "a",
        "b",
        "c",
        "d",
        "e",
        "A",
        "É",
        "é",
        "e\u0301",
        "\u212A",
        "ſ",
        "1",
        "2",
        " ",
        " ",
        "-",
        ".",
        "#",
        "[",
        "_",
        "\n",
        "東",
        "京",
        "都",
        "한",
        "글",
        "😀",
        "🎉",
        "𐐀",
        "ก",
        "ำ",
        "ส",
        "\u0301",
        "\u0345",
        "İ",
        "ß",
        "x".repeat(70)
    };

    private final WordIndex index = new WordIndex();

    private boolean mayContain(String path, RequiredText required) {
        Optional<Set<String>> candidates = index.candidates(required);
        return candidates.isEmpty() || candidates.get().contains(path);
    }

    private static String text(Random random) {
        var text = new StringBuilder();
        for (int n = random.nextInt(60); n >= 0; n--) {
            text.append(CHARACTERS[random.nextInt(CHARACTERS.length)]);
        }
        return text.toString();
    }

    @Test
    void everyPartOfADocumentInAnyCaseFindsIt() {
        var random = new Random(3);
        for (int i = 0; i < 2_000; i++) {
            String text = text(random);
            index.put("0.md", text, Map.of());
            int[] points = text.codePoints().toArray();
            int from = random.nextInt(points.length);
            String part = new String(points, from, 1 + random.nextInt(points.length - from));
            assertThat(mayContain("0.md", new RequiredText.Literal(part)))
                    .as(text + " / " + part)
                    .isTrue();
            String upper = part.toUpperCase(Locale.ROOT);
            if (upper.length() == part.length()) {
                assertThat(mayContain("0.md", new RequiredText.Literal(upper)))
                        .as(text + " / " + upper)
                        .isTrue();
            }
        }
    }

    @Test
    void requirementsCombine() {
        index.put("0.md", "alpha beta", Map.of());
        index.put("1.md", "beta gamma", Map.of());
        RequiredText alpha = new RequiredText.Literal("alpha");
        RequiredText gamma = new RequiredText.Literal("gamm");
        assertThat(index.candidates(new RequiredText.AnyOf(List.of(alpha, gamma))))
                .contains(Set.of("0.md", "1.md"));
        assertThat(index.candidates(new RequiredText.AllOf(List.of(alpha, gamma))))
                .contains(Set.of());
        assertThat(index.candidates(RequiredText.NOTHING)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "alpha beta, true",
        "pha bet, true",
        "lph, true",
        "alphabet, false",
        "alpha bex, false",
        "xpha beta, false",
        "'a beta ', true",
        "' beta', true",
        "' bet ', false",
        "'---', true"
    })
    void wordsInsideTheRequiredTextAreWholeWords(String required, boolean isPossible) {
        index.put("0.md", "an alpha beta gamma", Map.of());
        index.put("1.md", "unrelated", Map.of());
        assertThat(mayContain("0.md", new RequiredText.Literal(required))).isEqualTo(isPossible);
    }

    @Test
    void removedDocumentsAreNoCandidates() {
        index.put("0.md", "alpha", Map.of());
        index.put("1.md", "alpha", Map.of());
        index.put("0.md", "beta", Map.of());
        assertThat(index.candidates(new RequiredText.Literal("alpha"))).contains(Set.of("1.md"));
    }

    @Test
    void foldingTreatsUpperAndLowerCaseOfEveryLetterAsEqual() {
        for (int c = 1; c < Character.MAX_VALUE; c++) {
            char letter = (char) c;
            if (Character.isSurrogate(letter) || !Character.isLetter(letter)) {
                continue;
            }
            assertThat(CaseFolding.fold(Character.toLowerCase(letter))).isEqualTo(CaseFolding.fold(letter));
            assertThat(CaseFolding.fold(Character.toUpperCase(letter))).isEqualTo(CaseFolding.fold(letter));
        }
    }
}
