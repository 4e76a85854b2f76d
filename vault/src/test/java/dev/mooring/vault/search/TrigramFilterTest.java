package dev.mooring.vault.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.text.CaseFolding;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TrigramFilterTest {

    private final TrigramFilter.Builder builder = new TrigramFilter.Builder();

    @Test
    void filterMayContainEveryPartOfItsDocumentInAnyCase() {
        var random = new Random(3);
        for (int i = 0; i < 500; i++) {
            var text = new StringBuilder();
            for (int n = random.nextInt(2_000); n > 0; n--) {
                text.append((char) (random.nextInt(10) == 0 ? random.nextInt(0x3000) : 'a' + random.nextInt(26)));
            }
            TrigramFilter filter = builder.build(text.toString());
            for (int at = 0; at + 6 < text.length(); at += 7) {
                String part = text.substring(at, at + 6);
                assertThat(filter.mayContain(part)).isTrue();
                assertThat(filter.mayContain(part.toUpperCase(Locale.ROOT))
                                || part.toUpperCase(Locale.ROOT).length() != 6)
                        .as(part)
                        .isTrue();
            }
        }
    }

    @Test
    void filterExcludesMostTextsThatItsDocumentDoesNotContain() {
        String text = "the quick brown fox jumps over the lazy dog and runs away from all the others ".repeat(50);
        TrigramFilter filter = builder.build(text);
        var random = new Random(5);
        int falsePositives = 0;
        for (int i = 0; i < 1_000; i++) {
            var word = new StringBuilder();
            for (int n = 0; n < 3; n++) {
                word.append((char) ('0' + random.nextInt(10)));
            }
            falsePositives += filter.mayContain(word.toString()) ? 1 : 0;
        }
        assertThat(falsePositives).isLessThan(60);
        assertThat(filter.sizeInBytes()).isLessThan(text.length() / 3);
    }

    @Test
    void foldingTreatsUpperAndLowerCaseOfEveryLetterAsEqual() {
        for (int c = 1; c < Character.MAX_VALUE; c++) {
            char letter = (char) c;
            if (Character.isSurrogate(letter) || !Character.isLetter(letter)) {
                continue;
            }
            char lower = Character.toLowerCase(letter);
            char upper = Character.toUpperCase(letter);
            assertThat(CaseFolding.fold(lower)).isEqualTo(CaseFolding.fold(letter));
            assertThat(CaseFolding.fold(upper)).isEqualTo(CaseFolding.fold(letter));
        }
    }
}
