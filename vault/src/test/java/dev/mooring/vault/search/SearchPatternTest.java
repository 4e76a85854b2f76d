package dev.mooring.vault.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchPatternTest {

    private static SearchPattern pattern(String regex, boolean ignoreCase) {
        return ((SearchPattern.Compiled.Valid) SearchPattern.compile(regex, ignoreCase, false)).pattern();
    }

    private static boolean mayMatch(String regex, String text) {
        return pattern(regex, false).mayMatch(TrigramFilter.of(text));
    }

    private static List<Integer> lines(String regex, String text) {
        return pattern(regex, false).grep(TimeLimit.DEFAULT.start()).matchingLines(utf8(text), 100);
    }

    private static Utf8Text utf8(String text) {
        return new Utf8Text(text.getBytes(StandardCharsets.UTF_8), 0);
    }

    @Nested
    class TheFilter {

        @Test
        void neverDeniesWhatIsThere() {
            var random = new Random(3);
            for (int i = 0; i < 500; i++) {
                var text = new StringBuilder();
                for (int n = random.nextInt(2_000); n > 0; n--) {
                    text.append((char) (random.nextInt(10) == 0 ? random.nextInt(0x3000) : 'a' + random.nextInt(26)));
                }
                TrigramFilter filter = TrigramFilter.of(text.toString());
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
        void deniesMostOfWhatIsNot() {
            String text = "the quick brown fox jumps over the lazy dog and runs away from all the others ".repeat(50);
            TrigramFilter filter = TrigramFilter.of(text);
            var random = new Random(5);
            int wrong = 0;
            for (int i = 0; i < 1_000; i++) {
                var word = new StringBuilder();
                for (int n = 0; n < 3; n++) {
                    word.append((char) ('0' + random.nextInt(10)));
                }
                wrong += filter.mayContain(word.toString()) ? 1 : 0;
            }
            assertThat(wrong).isLessThan(60);
            assertThat(filter.sizeInBytes()).isLessThan(text.length() / 3);
        }

        @Test
        void takesAllThatRe2TakesForTheSameLetter() {
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

    @Nested
    class Needs {

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
                """)
        void areNeverMoreThanThePatternAsks(String regex, String text, boolean may) {
            assertThat(mayMatch(regex, text)).isEqualTo(may);
            if (com.google.re2j.Pattern.compile(regex).matcher(text).find()) {
                assertThat(mayMatch(regex, text)).isTrue();
            }
        }
    }

    @Nested
    class Lines {

        @Test
        void areFoundAndNumbered() {
            assertThat(lines("b", "a\nb\nab\n\nc")).containsExactly(2, 3);
            assertThat(lines("^$", "a\n\nb")).containsExactly(2);
            assertThat(lines("^b", "a\nb\n")).containsExactly(2);
            assertThat(lines("a$", "a\nba\nab")).containsExactly(1, 2);
            assertThat(lines("hello", "hello\nx\nhello")).containsExactly(1, 3);
        }

        @Test
        void areNeverCrossed() {
            assertThat(lines("a\\sb", "a\nb")).isEmpty();
            assertThat(lines("[^x]+c", "a\nb")).isEmpty();
        }

        @Test
        void areCrossedInMultilineMode() {
            var across = ((SearchPattern.Compiled.Valid) SearchPattern.compile("b.*d", false, true)).pattern();
            assertThat(across.grep(TimeLimit.DEFAULT.start()).matchingLines(utf8("a\nb\nc\nd\ne"), 100))
                    .containsExactly(2, 3, 4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a+)+$", "(a|a)*b", "(.*)*x", "a{1,500}{1,500}", "(x+x+)+y"})
    void patternsThatBlowUpElsewhereComeToAnEnd(String regex) {
        if (SearchPattern.compile(regex, false, false) instanceof SearchPattern.Compiled.Valid(SearchPattern ready)) {
            assertThat(ready.grep(TimeLimit.DEFAULT.start()).matchingLines(utf8("a".repeat(3_000) + "!"), 10))
                    .isNotNull();
        }
    }

    /** The first two have an automaton, the others none. */
    @ParameterizedTest
    @CsvSource({"a[ab]{200}c, false", "a[ab]{200}c, true", "(?U)a[ab]{200}c, false", "(?U)a[ab]{200}c, true"})
    void patternsThatAreSlowAreEndedInTheMiddleOfAText(String regex, boolean multiline) {
        var random = new Random(7);
        var text = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            text.append((char) ('a' + random.nextInt(2)));
        }
        var looks = new AtomicLong();
        Grep grep = ((SearchPattern.Compiled.Valid) SearchPattern.compile(regex, false, multiline))
                .pattern()
                .grep(new TimeLimit(Duration.ofNanos(2), looks::getAndIncrement).start());
        assertThatThrownBy(() -> grep.matchingLines(utf8(text.toString()), 10)).isInstanceOf(TimeLimit.Exceeded.class);
        assertThat(looks).as("looks at the clock").hasValue(3);
    }

    @Test
    void aBadPatternSaysWhere() {
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

    @ParameterizedTest
    @CsvSource(delimiter = ' ', textBlock = """
            **/*.md a.md true
            **/*.md a/b/c.md true
            *.md a.md true
            *.md a/b.md false
            a/** a/b/c.md true
            a/**/c.md a/c.md true
            a/**/c.md a/x/y/c.md true
            {a,b}/*.md b/x.md true
            {a,b}/*.md c/x.md false
            [a-c]?.md b1.md true
            [!a-c]*.md b1.md false
            note(1).md note(1).md true
            a,b.md a,b.md true
            """)
    void globsMatchPaths(String glob, String path, boolean matches) {
        assertThat(((Glob.Compiled.Valid) Glob.compile(glob)).glob().matches(path))
                .isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[a", "{a", "../*.md", "/etc/*", "a\\b", "", "[z-a]"})
    void badGlobsAreRefused(String glob) {
        assertThat(Glob.compile(glob)).isInstanceOf(Glob.Compiled.Invalid.class);
    }
}
