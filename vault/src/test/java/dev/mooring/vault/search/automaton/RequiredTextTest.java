package dev.mooring.vault.search.automaton;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequiredTextTest {

    private static final String[] PARTS = {
        "abc",
        "abcd",
        "a",
        ".",
        "[ab]",
        "[^a]",
        "[kK]ab",
        "\\w",
        "\\pL",
        "\\p{Greek}",
        "[[:alpha:]]",
        "[x[:digit:]]",
        "a*",
        "b+",
        "c+?",
        "*",
        "(abc|bcd)",
        "(?:abc|c)*",
        "(abc)?",
        "(abcd)+",
        "(?P<n>abc)",
        "^",
        "$",
        "\\b",
        "\\Babc",
        "\\A",
        "\\z",
        "(?:xyz){2}",
        "abc{2}",
        "abc{0}",
        "abc{0,2}",
        "\\x41bc",
        "\\101",
        "\\Qa.b\\E",
        "(?i:aBc)",
        "(?i)",
        "(?-i)",
        "(?s)",
        "(?U)",
        "|",
        "{",
        "\\C",
        "kkk",
        "ſos",
        "😀ab",
        "(?i:𐐀ab)"
    };
    private static final String[] TEXTS = {
        "abc", "bcd", "abcd", "xyz", "a", "b", "c", "A", "B", "ABC", "1", " ", "a.b", "k", "K", "\u212A", "s", "S", "o",
        "ſ", "😀", "𐐀", "𐐨", "x", "{", "\n"
    };

    private static RequiredText requiredText(String regex) {
        return ParsedPattern.parse(regex, false, false).requiredText();
    }

    @Test
    void randomPatternsRequireNothingThatOneOfTheirMatchesLacks() {
        var random = new Random(23);
        int excluded = 0;
        for (int i = 0; i < 5_000; i++) {
            String regex = concatenated(random, PARTS, 5);
            boolean ignoreCase = random.nextInt(3) == 0;
            boolean acrossLines = random.nextInt(3) == 0;
            RequiredText required =
                    ParsedPattern.parse(regex, ignoreCase, acrossLines).requiredText();
            int flags = Pattern.MULTILINE
                    | (ignoreCase ? Pattern.CASE_INSENSITIVE : 0)
                    | (acrossLines ? Pattern.DOTALL : 0);
            Pattern re2;
            try {
                re2 = Pattern.compile(regex, flags);
            } catch (PatternSyntaxException e) {
                continue;
            }
            String text = concatenated(random, TEXTS, 6);
            String folded = folded(text);
            boolean possible = required.isPossible(part -> folded.contains(folded(part)));
            excluded += possible ? 0 : 1;
            if (!possible) {
                assertThat(re2.matcher(text).find()).as("%s on %s", regex, text).isFalse();
            }
        }
        assertThat(excluded).as("excluded texts").isGreaterThan(1_250);
    }

    private static String concatenated(Random random, String[] parts, int atMost) {
        var text = new StringBuilder();
        for (int n = random.nextInt(atMost) + 1; n > 0; n--) {
            text.append(parts[random.nextInt(parts.length)]);
        }
        return text.toString();
    }

    /** Folds case as the word index does: by UTF-16 unit. */
    private static String folded(String text) {
        var folded = new StringBuilder();
        text.chars().forEach(c -> folded.append(Character.toLowerCase(Character.toUpperCase((char) c))));
        return folded.toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ' ', textBlock = """
            hello hello
            (hel)lo hello
            \\bhello\\b hello
            hello\\pL hello
            hello[[:alpha:]] hello
            [h]e[lL]lo hello
            h\\x65l\\154o hello
            hello+ hello
            """)
    void adjacentCharactersFormOneLiteral(String regex, String literal) {
        assertThat(requiredText(regex))
                .isInstanceOfSatisfying(
                        RequiredText.Literal.class,
                        required -> assertThat(required.text().toLowerCase(Locale.ROOT))
                                .isEqualTo(literal));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ab", "a.b.c", "(hello)?", "hello|x", "(?i:𐐀)", "[a-z]bc", "hello{0}|", "h*ello*?|"})
    void patternsWithoutACommonLiteralRequireNothing(String regex) {
        assertThat(requiredText(regex)).isEqualTo(RequiredText.NOTHING);
    }
}
