package dev.mooring.vault.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.vault.search.automaton.ParsedPattern;
import dev.mooring.vault.search.words.WordIndex;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchPatternTest {

    /** The usual steps, in as much time as a busy machine needs. */
    private static final SearchLimits PATIENT =
            new SearchLimits(Duration.ofMinutes(10), SearchLimits.DEFAULT.steps(), System::nanoTime);

    private static SearchPattern compiled(String regex, boolean multiline) {
        return ((SearchPattern.Compiled.Valid) SearchPattern.compile(regex, false, multiline)).pattern();
    }

    private static List<Integer> matchingLines(SearchPattern pattern, String text) {
        return matchingLines(pattern.grep(PATIENT.start()), text);
    }

    /** Continues the search as often as it pauses. */
    private static List<Integer> matchingLines(Grep grep, String text) {
        Utf8Text utf8 = utf8(text);
        Optional<List<Integer>> lines = grep.matchingLines(utf8, 100);
        while (lines.isEmpty()) {
            lines = grep.matchingLines(utf8, 100);
        }
        return lines.get();
    }

    private static List<Integer> matchingLines(String regex, String text) {
        return matchingLines(compiled(regex, false), text);
    }

    private static Utf8Text utf8(String text) {
        return new Utf8Text(text.getBytes(StandardCharsets.UTF_8), 0);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            hello,            say hello,     true
            hello,            say goodbye,   false
            HELLO,            say hello,     true
            hel+o,            hellllo,       true
            (foo|bar)baz,     xx barbaz,     true
            (foo|barn)qux,    nothing here,  false
            colou?r,          the color,     true
            colou?r,          the shade,     false
            a.*b,             anything,      true
            [abc]def,         xdefx,         true
            (abc)?def,        def,           true
            (abc){0}def,      def,           true
            (abc){2}def,      nothing,       false
            \\bword\\b,       a word here,   true
            \\Qa.b\\Ecd,      a.bcd,         true
            x{3}yz,           xxxyz,         true
            (?i)HeLLo,        hello,         true
            hello|.,          nothing,       true
            hello\\pL,        nothing,       false
            hello[[:alpha:]], nothing,       false
            """)
    void theIndexExcludesOnlyDocumentsWithoutAMatch(String regex, String text, boolean mayMatch) {
        var index = new WordIndex();
        index.put("0.md", text, Map.of());
        Optional<Set<String>> candidates =
                index.candidates(compiled(regex, false).requiredText());
        assertThat(candidates.isEmpty() || candidates.get().contains("0.md")).isEqualTo(mayMatch);
        if (com.google.re2j.Pattern.compile(regex).matcher(text).find()) {
            assertThat(mayMatch).isTrue();
        }
    }

    @Nested
    class Lines {

        @Test
        void matchingLinesAreCountedFromOne() {
            assertThat(matchingLines("b", "a\nb\nab\n\nc")).containsExactly(2, 3);
            assertThat(matchingLines("^$", "a\n\nb")).containsExactly(2);
            assertThat(matchingLines("^b", "a\nb\n")).containsExactly(2);
            assertThat(matchingLines("a$", "a\nba\nab")).containsExactly(1, 2);
            assertThat(matchingLines("hello", "hello\nx\nhello")).containsExactly(1, 3);
        }

        @Test
        void matchNeverSpansLinesByDefault() {
            assertThat(matchingLines("a\\sb", "a\nb")).isEmpty();
            assertThat(matchingLines("[^x]+c", "a\nb")).isEmpty();
        }

        @Test
        void matchSpansLinesInMultilineMode() {
            assertThat(matchingLines(compiled("b.*d", true), "a\nb\nc\nd\ne")).containsExactly(2, 3, 4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a+)+$", "(a|a)*b", "(.*)*x", "a{1,500}{1,500}", "(x+x+)+y"})
    void searchEndsForPatternsThatMakeBacktrackingEnginesHang(String regex) {
        if (SearchPattern.compile(regex, false, false) instanceof SearchPattern.Compiled.Valid(SearchPattern valid)) {
            assertThat(matchingLines(valid, "a".repeat(3_000) + "!")).isNotNull();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "a[ab]{200}c, false, true",
        "a[ab]{200}c, true, true",
        "a[ab]{200}c|\\pN, false, false",
        "a[ab]{200}c|\\pN, true, false"
    })
    void slowSearchEndsInTheMiddleOfATextAtTheDeadline(String regex, boolean multiline, boolean hasAutomaton) {
        assertThat(ParsedPattern.parse(regex, false, multiline).automaton().isPresent())
                .isEqualTo(hasAutomaton);
        String text = letters(50_000).replace("\n", "");
        var clock = new AtomicLong();
        var limits = new SearchLimits(Duration.ofNanos(2), Long.MAX_VALUE, clock::getAndIncrement);
        Grep grep = compiled(regex, multiline).grep(limits.start());
        assertThatThrownBy(() -> matchingLines(grep, text)).isInstanceOf(SearchLimits.Exceeded.class);
        assertThat(clock).as("reads of the clock").hasValue(3);
    }

    /** Returns random letters a and b in lines, for which an automaton needs ever more states. */
    private static String letters(int count) {
        var random = new Random(7);
        var text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(random.nextInt(500) == 0 ? '\n' : (char) ('a' + random.nextInt(2)));
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a[ab]{200}c", "a[ab]{200}c|\\pN"})
    void slowSearchPausesAndContinuesWithTheSameResult(String regex) {
        var text = new StringBuilder(letters(300_000));
        text.append("\nx").append("a".repeat(250)).append("c\nend");
        Grep grep = compiled(regex, false).grep(PATIENT.start());

        assertThat(grep.matchingLines(utf8(text.toString()), 100)).isEmpty();
        int lines = (int) text.chars().filter(c -> c == '\n').count() + 1;
        assertThat(matchingLines(compiled(regex, false), text.toString())).containsExactly(lines - 1);
        assertThat(matchingLines(grep, text.toString())).containsExactly(lines - 1);
        assertThat(matchingLines(grep, "x" + "a".repeat(250) + "c")).containsExactly(1);
    }

    @Test
    void searchEndsWhenItHasUsedItsSteps() {
        var limits = new SearchLimits(Duration.ofDays(1), 1_000_000, System::nanoTime);
        Grep grep = compiled("a[ab]{200}c", false).grep(limits.start());

        assertThatThrownBy(() -> matchingLines(grep, letters(100_000)))
                .isInstanceOfSatisfying(
                        SearchLimits.Exceeded.class,
                        exceeded -> assertThat(exceeded.isBySteps()).isTrue());
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            (.*){1,1000}x                     ; {1,1000} at character 5
            ((a{1,100}){1,100}){1,99}         ; {1,100} at character
            ((){1000}){1000}((){1000}){1000}  ; {1000} at character
            \\A((a{1,100}){1,100}){1,99}      ; {1,100} at character
            """)
    void patternWhoseRepetitionsAreTooLargeIsRefusedWithWhatToSimplify(String regex, String part) {
        assertThat(SearchPattern.compile(regex, false, true))
                .asString()
                .contains("The pattern is too large")
                .contains(part)
                .contains("Replace");
    }

    @Test
    void invalidPatternIsRefusedWithThePosition() {
        assertThat(SearchPattern.compile("abc(def", false, false)).asString().contains("missing closing )");
        assertThat(SearchPattern.compile("abc[z-a]", false, false))
                .asString()
                .contains("z-a")
                .contains("character 5");
        assertThat(SearchPattern.compile("(?=x)", false, false)).isInstanceOf(SearchPattern.Compiled.Invalid.class);
        assertThat(SearchPattern.compile("", false, false)).isInstanceOf(SearchPattern.Compiled.Invalid.class);
        assertThat(SearchPattern.compile("x".repeat(1_001), false, false))
                .isInstanceOf(SearchPattern.Compiled.Invalid.class);
    }
}
