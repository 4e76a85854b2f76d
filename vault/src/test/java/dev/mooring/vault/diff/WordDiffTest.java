package dev.mooring.vault.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class WordDiffTest {

    private static List<String> words(String text) {
        int[] boundaries = Words.boundaries(text);
        List<String> words = new ArrayList<>();
        for (int i = 0; i + 1 < boundaries.length; i++) {
            words.add(text.substring(boundaries[i], boundaries[i + 1]));
        }
        return words;
    }

    /** Returns the diff as plain marks. */
    private static String marked(String before, String after) {
        var out = new StringBuilder();
        int at = 0;
        for (Hunk hunk : WordDiff.between(before, after)) {
            out.append(before, at, hunk.start());
            if (hunk.start() < hunk.end()) {
                out.append("{--").append(before, hunk.start(), hunk.end()).append("--}");
            }
            if (!hunk.replacement().isEmpty()) {
                out.append("{++").append(hunk.replacement()).append("++}");
            }
            at = hunk.end();
        }
        return out.append(before.substring(at)).toString();
    }

    private static String applied(String before, List<Hunk> hunks) {
        var out = new StringBuilder();
        int at = 0;
        for (Hunk hunk : hunks) {
            out.append(before, at, hunk.start()).append(hunk.replacement());
            at = hunk.end();
        }
        return out.append(before.substring(at)).toString();
    }

    @Nested
    class WordBoundaries {

        @Test
        void wordIncludesApostrophesAndUnderscores() {
            assertThat(words("It's a well-known snake_case, no?"))
                    .containsExactly(
                            "It's", " ", "a", " ", "well", "-", "known", " ", "snake_case", ",", " ", "no", "?");
        }

        @Test
        void wikilinkIsOneWord() {
            assertThat(words("a [[b c|d]] ![[e]] [[open"))
                    .containsExactly("a", " ", "[[b c|d]]", " ", "![[e]]", " ", "[", "[", "open");
        }

        @Test
        void markdownLinkIsOneWord() {
            assertThat(words("[two words](a (b).md)! [no] (link)"))
                    .startsWith("[two words](a (b).md)", "!", " ", "[", "no", "]", " ", "(");
            assertThat(words("[![alt](c.png)](d.md)")).containsExactly("[![alt](c.png)](d.md)");
        }

        @Test
        void inlineCodeAndUrlsAreOneWordEach() {
            assertThat(words("`a b` ``c ` d`` https://x.y/z?a=b. <https://q.r>"))
                    .containsExactly("`a b`", " ", "``c ` d``", " ", "https://x.y/z?a=b", ".", " ", "<https://q.r>");
            assertThat(words("(see https://x.y/a_(b))")).contains("https://x.y/a_(b)", ")");
            assertThat(words("a ` b")).containsExactly("a", " ", "`", " ", "b");
        }

        @Test
        void escapedBracketDoesNotEndALink() {
            assertThat(words("[a \\] b](c d)")).containsExactly("[a \\] b](c d)");
        }

        @Test
        void linkEndsOnItsLine() {
            assertThat(words("[[a\nb]]")).doesNotContain("[[a\nb]]").contains("a", "\n", "b");
            assertThat(words("[a\nb](c)")).contains("a", "\n", "b");
        }

        @Test
        void inlineCodeEndsWithItsParagraph() {
            assertThat(words("`a\n\nb`")).containsExactly("`", "a", "\n", "\n", "b", "`");
            assertThat(words("`a\nb`")).containsExactly("`a\nb`");
        }

        @Test
        void unclosedRunOfBackticksIsOneWord() {
            assertThat(words("x ``a")).containsExactly("x", " ", "``", "a");
        }

        @Test
        void urlMayBeTheWholeText() {
            assertThat(words("http://x.y/z")).containsExactly("http://x.y/z");
            assertThat(words("<http://x y>")).contains("<", "http://x", " ");
        }

        @Test
        void urlDoesNotBeginAfterALetter() {
            assertThat(words("漢http://x")).startsWith("漢", "http", ":");
        }

        @Test
        void spacesEndAtALineEnding() {
            assertThat(words("a \n b")).containsExactly("a", " ", "\n", " ", "b");
        }

        @Test
        void apostropheAtTheEndOfTheTextIsAWord() {
            assertThat(words("dogs'")).containsExactly("dogs", "'");
        }

        @Test
        void fenceAfterOtherLinesIsSplitIntoWordsToo() {
            assertThat(words("x\n```\na b\n```")).containsExactly("x", "\n", "```", "\n", "a", " ", "b", "\n", "```");
            assertThat(words("x ```a b``` y")).containsExactly("x", " ", "```a b```", " ", "y");
        }

        @Test
        void fencedCodeIsSplitIntoWords() {
            assertThat(words("```\na b\n```")).containsExactly("```", "\n", "a", " ", "b", "\n", "```");
        }

        @Test
        void graphemeIsNeverSplit() {
            assertThat(words("e\u0301te\u0301")).containsExactly("e\u0301te\u0301");
            assertThat(words("👩\u200d👩\u200d👧\u200d👦🇩🇪👍🏽"))
                    .containsExactly("👩\u200d👩\u200d👧\u200d👦", "🇩🇪", "👍🏽");
            assertThat(words("1\uFE0F\u20E3!")).containsExactly("1\uFE0F\u20E3", "!");
            assertThat(words("-\u0301b")).containsExactly("-\u0301", "b");
        }

        @Test
        void charactersOfScriptsWithoutSpacesAreOneWordEach() {
            assertThat(words("漢字かな")).containsExactly("漢", "字", "か", "な");
            assertThat(words("שלום עולם")).containsExactly("שלום", " ", "עולם");
        }
    }

    @Nested
    class Diff {

        @Test
        void diffContainsOnlyChangedWords() {
            assertThat(marked("the quick fox", "the slow fox")).isEqualTo("the {--quick--}{++slow++} fox");
        }

        @Test
        void addedOrRemovedWordIsAPureInsertionOrDeletion() {
            assertThat(marked("a c", "a b c")).isEqualTo("a {++b ++}c");
            assertThat(marked("a b c", "a c")).isEqualTo("a {--b --}c");
            assertThat(marked("", "a")).isEqualTo("{++a++}");
        }

        @Test
        void adjacentChangedWordsAreOneHunk() {
            assertThat(marked("one two three", "uno dos three")).isEqualTo("{--one two--}{++uno dos++} three");
        }

        @Test
        void equalTextsHaveNoHunks() {
            assertThat(WordDiff.between("a b", "a b")).isEmpty();
            assertThat(WordDiff.betweenGraphemes("", "")).isEmpty();
        }

        @Test
        void twoInsertionsOrTwoDeletionsAroundASpaceStaySeparate() {
            assertThat(marked("a b", "a! !b")).isEqualTo("a{++!++} {++!++}b");
            assertThat(marked("a! !b", "a b")).isEqualTo("a{--!--} {--!--}b");
        }

        @Test
        void deletionAndInsertionAroundASpaceAreOneHunk() {
            assertThat(WordDiff.between("a! b", "a !b")).hasSize(1);
        }

        @Test
        void lineEndingBetweenChangesKeepsThemSeparate() {
            assertThat(marked("a\nb", "x\ny")).isEqualTo("{--a--}{++x++}\n{--b--}{++y++}");
        }

        @Test
        void shiftedHunkKeepsItsLengthAndReplacement() {
            assertThat(new Hunk(1, 3, "x").shifted(4)).isEqualTo(new Hunk(5, 7, "x"));
        }

        @Test
        void changesOnDifferentLinesStaySeparate() {
            assertThat(marked("- a\n- b\n", "- x\n- y\n")).isEqualTo("- {--a--}{++x++}\n- {--b--}{++y++}\n");
            assertThat(marked("| a | b |", "| a | c |")).isEqualTo("| a | {--b--}{++c++} |");
        }

        @Test
        void changeInsideALinkReplacesTheWholeLink() {
            assertThat(marked("see [[old note]]", "see [[new note]]"))
                    .isEqualTo("see {--[[old note]]--}{++[[new note]]++}");
            assertThat(marked("`a b` c", "`a x` c")).isEqualTo("{--`a b`--}{++`a x`++} c");
        }

        @Test
        void diffOfTextsWithNothingInCommonIsOneHunk() {
            var random = new Random(1);
            var before = new StringBuilder();
            var after = new StringBuilder();
            for (int i = 0; i < 5_000; i++) {
                before.append((char) ('a' + random.nextInt(26))).append(i).append('.');
                after.append((char) ('A' + random.nextInt(26))).append(i).append(';');
            }
            assertThat(WordDiff.between(before.toString(), after.toString())).hasSize(1);
        }

        @Test
        void applyingTheDiffToTheOldTextGivesTheNewText() {
            var random = new Random(7);
            String[] parts = {"a", "b", "c", " ", " ", "\n", "[[x]]", ",", "é", "😀"};
            for (int i = 0; i < 3_000; i++) {
                String before = random(random, parts);
                String after = random(random, parts);
                assertThat(applied(before, WordDiff.between(before, after))).isEqualTo(after);
                assertThat(applied(before, WordDiff.betweenGraphemes(before, after)))
                        .isEqualTo(after);
            }
        }

        private static String random(Random random, String[] parts) {
            var text = new StringBuilder();
            for (int i = random.nextInt(12); i > 0; i--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            return text.toString();
        }
    }
}
