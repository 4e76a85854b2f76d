package dev.mooring.vault.search.automaton;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RE2/J is the reference: the automaton matches exactly the same texts. */
class ByteAutomatonTest {

    private static final String[] PARTS = {
        "a",
        "b",
        "ab",
        ".",
        "[ab]",
        "[^a]",
        "[^\\d]",
        "[a-cx]",
        "\\w",
        "\\W",
        "\\d",
        "\\D",
        "\\s",
        "\\S",
        "a*",
        "b+",
        "a+?",
        "(a|b)",
        "(?:ab|c)*",
        "(ab)?",
        "(a*b)*",
        "^",
        "$",
        "\\b",
        "\\B",
        "c",
        "ö",
        "[é-ü]",
        "€",
        "😀",
        "[^€]",
        "[€😀]",
        ".{2}",
        "a{2,}",
        "b{1,3}",
        "(?:a|bc){2}",
        "x{0}",
        "\\x41",
        "\\x{20AC}",
        "\\.",
        "\\Q.a\\E",
        "(?i:aB)",
        "k",
        "{",
        "a{,2}",
        "\\t",
        "[\\w-]",
        "[]a]",
        "[^]a]",
        "(?i)s",
        "(?i)",
        "\\101",
        "|a",
        "-"
    };
    private static final String[] LETTERS = {
        "a", "b", "c", "A", "B", "1", " ", "_", ".", "ö", "Ö", "é", "€", "😀", "k", "K", "\u212A", "s", "\u017F", "x",
        "{", "-", "]", "\t"
    };

    private final Random random = new Random(17);

    private String any(String[] of, int most) {
        var text = new StringBuilder();
        for (int n = random.nextInt(most) + 1; n > 0; n--) {
            text.append(of[random.nextInt(of.length)]);
        }
        return text.toString();
    }

    private static Optional<ByteAutomaton> automaton(String regex, boolean ignoreCase, boolean acrossLines) {
        return ParsedPattern.parse(regex, ignoreCase, acrossLines).automaton();
    }

    private static boolean found(ByteAutomaton automaton, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return automaton.search(_ -> false).firstMatch(utf8, 0, utf8.length) >= 0;
    }

    @Nested
    class RandomPatterns {

        @Test
        void randomPatternsMatchALineAsRe2Does() {
            compare(false, false);
        }

        @Test
        void randomPatternsMatchALineIgnoringCaseAsRe2Does() {
            compare(true, false);
        }

        @Test
        void randomPatternsMatchAcrossLinesAsRe2Does() {
            compare(false, true);
        }

        private void compare(boolean ignoreCase, boolean acrossLines) {
            int flags = Pattern.MULTILINE
                    | (ignoreCase ? Pattern.CASE_INSENSITIVE : 0)
                    | (acrossLines ? Pattern.DOTALL : 0);
            for (int i = 0; i < 4_000; i++) {
                String regex = any(PARTS, 5);
                Pattern re2 = Pattern.compile(regex, flags);
                ByteAutomaton automaton =
                        automaton(regex, ignoreCase, acrossLines).orElseThrow();
                for (int n = 0; n < 5; n++) {
                    String text = acrossLines ? any(LETTERS, 5) + "\n" + any(LETTERS, 5) : any(LETTERS, 9);
                    assertThat(found(automaton, text))
                            .as("%s on %s", regex, text)
                            .isEqualTo(re2.matcher(text).find());
                }
            }
        }
    }

    @Nested
    class Lines {

        @Test
        void eachLineIsMatchedByItself() {
            assertThat(found(automaton("a.b", false, false).orElseThrow(), "a\nb\nab"))
                    .isFalse();
            assertThat(found(automaton("a\\sb", false, false).orElseThrow(), "a\nb"))
                    .isFalse();
            assertThat(found(automaton("^b$", false, false).orElseThrow(), "a\nb\nc"))
                    .isTrue();
        }

        @Test
        void firstMatchReturnsAnIndexOnTheMatchingLine() {
            byte[] utf8 = "one\ntwo\nthree".getBytes(StandardCharsets.UTF_8);
            AutomatonSearch search = automaton("tw", false, false).orElseThrow().search(_ -> false);
            assertThat(search.firstMatch(utf8, 0, utf8.length)).isBetween(5, 7);
            assertThat(search.firstMatch(utf8, 8, utf8.length)).isEqualTo(-1);
        }
    }

    @Test
    void assertionNeverHoldsInsideACharacter() {
        assertThat(found(automaton("\\B", false, false).orElseThrow(), "_ſA]b")).isFalse();
        assertThat(found(automaton("\\B", false, false).orElseThrow(), "ſſ")).isTrue();
    }

    @Test
    void clearingTheStateCacheAndPausingKeepTheResult() {
        // A deterministic automaton of 2^14 states: it has to distinguish the last fourteen letters.
        String regex = "a.{13}z";
        var pauses = new AtomicInteger();
        AutomatonSearch search = automaton(regex, false, false).orElseThrow().search(_ -> pauses.incrementAndGet() > 0);
        var text = new StringBuilder();
        for (int i = 0; i < 200_000; i++) {
            text.append(random.nextBoolean() ? 'a' : 'b');
        }
        byte[] without = text.toString().getBytes(StandardCharsets.UTF_8);
        byte[] with = (text + "a" + "b".repeat(13) + "z").getBytes(StandardCharsets.UTF_8);
        assertThat(firstMatch(search, without)).isEqualTo(-1);
        assertThat(firstMatch(search, with)).isEqualTo(with.length);
        assertThat(pauses).hasValueGreaterThan(1);
    }

    private static int firstMatch(AutomatonSearch search, byte[] utf8) {
        int match = search.firstMatch(utf8, 0, utf8.length);
        while (match == AutomatonSearch.PAUSED) {
            match = search.firstMatch(utf8, 0, utf8.length);
        }
        return match;
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a+)+$", "(a|a)*b", "(.*)*x", "(x+x+)+y", "(a?){500}a{500}"})
    void patternsThatMakeBacktrackingEnginesHangMatchQuickly(String regex) {
        ByteAutomaton automaton = automaton(regex, false, false).orElseThrow();
        assertThat(found(automaton, "a".repeat(5_000) + "!")).isEqualTo(regex.startsWith("(a?)"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\pL", "[[:alpha:]]", "\\C", "((a{100}){100}){100}"})
    void unsupportedAndTooLargePatternsHaveNoAutomaton(String regex) {
        assertThat(automaton(regex, false, false)).isEmpty();
    }
}
