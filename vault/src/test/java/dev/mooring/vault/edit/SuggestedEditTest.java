package dev.mooring.vault.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.text.LineEndings;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SuggestedEditTest {

    private static final String ANN = "{\"author\":\"Ann\",\"time\":5}@@";
    private static final String ME = "{\"author\":\"Claude\",\"time\":100}@@";
    private static final Signature CLAUDE = Signature.by("Claude", Instant.ofEpochSecond(100));

    private static EditOutcome apply(String raw, String oldText, String newText) {
        return SuggestedEdit.apply(MarkedText.parse(raw), new Edit(oldText, newText, false, CLAUDE));
    }

    private static EditOutcome applyAll(String raw, String oldText, String newText) {
        return SuggestedEdit.apply(MarkedText.parse(raw), new Edit(oldText, newText, true, CLAUDE));
    }

    /** Returns the edited raw text without the editor's own metadata, for legibility. */
    private static String edited(String raw, String oldText, String newText) {
        return bare(apply(raw, oldText, newText));
    }

    private static String bare(EditOutcome outcome) {
        assertThat(outcome).isInstanceOf(EditOutcome.Suggested.class);
        return ((EditOutcome.Suggested) outcome).text().raw().replace(ME, "");
    }

    private static String refusal(EditOutcome outcome) {
        assertThat(outcome).isInstanceOf(EditOutcome.Refused.class);
        return ((EditOutcome.Refused) outcome).reason();
    }

    @Nested
    class Suggestions {

        @Test
        void suggestionCarriesAuthorAndTimeInCommentatorsFormat() {
            EditOutcome outcome = apply("the quick fox", "quick", "slow");
            assertThat(((EditOutcome.Suggested) outcome).text().raw())
                    .isEqualTo("the {--{\"author\":\"Claude\",\"time\":100}@@quick--}"
                            + "{++{\"author\":\"Claude\",\"time\":100}@@slow++} fox");
        }

        @Test
        void unchangedWordsStayOutsideMarks() {
            assertThat(edited("the quick brown fox", "the quick brown fox", "the slow brown dog"))
                    .isEqualTo("the {--quick--}{++slow++} brown {--fox--}{++dog++}");
        }

        @Test
        void additionIsOnlyAnInsertionAndRemovalOnlyADeletion() {
            assertThat(edited("the quick fox", "quick fox", "quick brown fox")).isEqualTo("the quick {++brown ++}fox");
            assertThat(edited("the quick fox", "the quick", "the")).isEqualTo("the{-- quick--} fox");
        }

        @Test
        void changeInsideAWordOrLinkReplacesAllOfIt() {
            assertThat(edited("a concatenate b", "cat", "dog")).isEqualTo("a {--concatenate--}{++condogenate++} b");
            assertThat(edited("see [[My Note]] now", "Note", "Page"))
                    .isEqualTo("see {--[[My Note]]--}{++[[My Page]]++} now");
            assertThat(edited("foo bar", "foo", "foo[[x]]")).isEqualTo("foo{++[[x]]++} bar");
            assertThat(edited("see [[My Note now", "Note", "Note]]"))
                    .isEqualTo("see {--[[My Note--}{++[[My Note]]++} now");
        }

        @Test
        void dollarAndBackslashAreLiteral() {
            assertThat(edited("cost $1 \\n", "$1 \\n", "$2 \\t"))
                    .contains("{++2++}")
                    .contains("{++t++}");
        }

        @Test
        void outcomeNamesTheLinesOfTheNewText() {
            EditOutcome outcome = applyAll("a\nb\na\n", "a", "x\ny");
            assertThat(((EditOutcome.Suggested) outcome).lines()).containsExactly(1, 4);
        }

        @Test
        void replaceAllReplacesEveryOccurrence() {
            assertThat(bare(applyAll("aa bb aa\naa", "aa", "c")))
                    .isEqualTo("{--aa--}{++c++} bb {--aa--}{++c++}\n{--aa--}{++c++}");
            assertThat(bare(applyAll("aaaa b", "aa", "c"))).isEqualTo("{--aaaa--}{++cc++} b");
        }

        @Test
        void emptyOldTextFillsAnEmptyDocumentOnly() {
            assertThat(edited("", "", "hello")).isEqualTo("{++hello++}");
            assertThat(edited("\uFEFF", "", "hello")).isEqualTo("\uFEFF{++hello++}");
            assertThat(refusal(apply("x", "", "hello"))).contains("empty");
        }
    }

    @Nested
    class WithoutAUniqueOccurrence {

        @Test
        void closestPassageIsReturnedWithItsLine() {
            var outcome = (EditOutcome.NotFound) apply("alpha\nthe quick brown fox\nomega", "the quick brwn fox", "x");
            assertThat(outcome.closest()).contains(new EditOutcome.Passage(2, "the quick brown fox"));
        }

        @Test
        void noPassageIsReturnedIfNoneIsClose() {
            var outcome = (EditOutcome.NotFound) apply("alpha\nomega", "something entirely different", "x");
            assertThat(outcome.closest()).isEmpty();
            assertThat(outcome.hint()).isEmpty();
        }

        @Test
        void commonReasonsAreGivenAsAHint() {
            assertThat(((EditOutcome.NotFound) apply("a b\nc", "     1\ta b", "x"))
                            .hint()
                            .orElseThrow())
                    .contains("line numbers");
            assertThat(((EditOutcome.NotFound) apply("a b\nc", "a  b c", "x"))
                            .hint()
                            .orElseThrow())
                    .contains("spaces");
            assertThat(((EditOutcome.NotFound) apply("a {--gone--} b", "gone", "x"))
                            .hint()
                            .orElseThrow())
                    .contains("deletes this text");
        }

        @Test
        void severalOccurrencesAreCountedAndFiveLinesReturned() {
            assertThat(apply("a\na\na\na\na\na\na", "a", "b"))
                    .isEqualTo(new EditOutcome.NotUnique(7, List.of(1, 2, 3, 4, 5), true));
            assertThat(apply("aaa", "aa", "b")).isEqualTo(new EditOutcome.NotUnique(2, List.of(1, 1), true));
        }

        @Test
        void equalOldAndNewTextIsNoChange() {
            assertThat(apply("a", "a", "a")).isEqualTo(new EditOutcome.NoChange());
            assertThat(apply("a\r\nb", "a\r\nb", "a\nb")).isEqualTo(new EditOutcome.NoChange());
        }
    }

    @Nested
    class OverPendingSuggestions {

        @Test
        void repeatedEditsOfAnOwnSuggestionKeepTheOriginalText() {
            String once = ((EditOutcome.Suggested) apply("one two three", "two", "deux"))
                    .text()
                    .raw();
            String twice =
                    ((EditOutcome.Suggested) apply(once, "deux", "zwei")).text().raw();
            EditOutcome thrice = apply(twice, "zwei three", "dos tres");
            assertThat(bare(thrice)).isEqualTo("one {--two three--}{++dos tres++}");
        }

        @Test
        void editBackToTheOriginalTextLeavesNoMark() {
            String once = ((EditOutcome.Suggested) apply("one two three", "two", "deux"))
                    .text()
                    .raw();
            assertThat(edited(once, "deux", "two")).isEqualTo("one two three");
        }

        @Test
        void editOfAnotherAuthorsSuggestionIsRefusedWithTheReason() {
            String raw = "one {--" + ANN + "two--}{++" + ANN + "deux++} three";
            assertThat(refusal(apply(raw, "deux", "zwei"))).contains("Ann");
            assertThat(refusal(apply(raw, "one deux three", "eins zwei drei"))).contains("Ann");
            assertThat(refusal(apply("a {++plain++} b", "plain", "x"))).contains("an unknown author");
        }

        @Test
        void suggestionsOutsideTheEditedWordsKeepTheirBytes() {
            String raw = "one {--" + ANN + "two--}{++" + ANN + "deux++} three {++mine++} four";
            assertThat(edited(raw, "one deux three mine four", "ONE deux three mine FOUR"))
                    .isEqualTo("{--one--}{++ONE++} {--" + ANN + "two--}{++" + ANN
                            + "deux++} three {++mine++} {--four--}{++FOUR++}");
        }

        @Test
        void textCanBeInsertedNextToAnotherAuthorsSuggestion() {
            String other = "{++" + ANN + "new++}";
            assertThat(edited("a " + other + " b", "a new b", "a new c b")).isEqualTo("a " + other + " {++c ++}b");
            assertThat(edited(other, "new", "x new")).isEqualTo("{++x ++}" + other);
        }
    }

    @Nested
    class Comments {

        @Test
        void commentKeepsItsPlaceInsideChangedText() {
            assertThat(edited("one {>>why?<<}two", "one two", "eins zwei"))
                    .isEqualTo("{--one --}{>>why?<<}{--two--}{++eins zwei++}");
        }

        @Test
        void commentCanBeAdded() {
            assertThat(edited("one two", "one", "one{>>really?<<}")).isEqualTo("one{>>really?<<} two");
            assertThat(edited("one two", "one", "uno{>>really?<<}")).isEqualTo("{--one--}{++uno++}{>>really?<<} two");
        }

        @Test
        void ownCommentCanBeChangedAndRemoved() {
            assertThat(edited("one{>>" + ME + "why?<<} two", "one{>>why?<<}", "one{>>how?<<}"))
                    .isEqualTo("one{>>how?<<} two");
            assertThat(edited("one{>>" + ME + "why?<<} two", "one{>>why?<<}", "one"))
                    .isEqualTo("one two");
        }

        @Test
        void ownCommentIsRemovedOnceInsideAndOutsideChangedText() {
            assertThat(edited("one{>>" + ME + "c<<}, two", "one{>>c<<}, two", "one, zwei"))
                    .isEqualTo("one, {--two--}{++zwei++}");
            assertThat(edited("one {>>" + ME + "c<<}two", "one {>>c<<}two", "eins zwei"))
                    .isEqualTo("{--one two--}{++eins zwei++}");
        }

        @Test
        void commentInTheOldTextSelectsTheOccurrence() {
            String raw = "one{>>" + ME + "a<<} one{>>" + ME + "b<<}";
            assertThat(edited(raw, "one{>>b<<}", "two{>>b<<}")).isEqualTo("one{>>a<<} {--one--}{++two++}{>>b<<}");
            assertThat(apply(raw, "one{>>c<<}", "two")).isInstanceOf(EditOutcome.NotFound.class);
        }

        @Test
        void severalCommentsAtOnePositionMatchInOrder() {
            String raw = "one{>>" + ME + "a<<}{>>" + ME + "b<<} two";
            assertThat(edited(raw, "one{>>a<<}{>>b<<}", "one{>>b<<}")).isEqualTo("one{>>b<<} two");
            assertThat(apply(raw, "one{>>b<<}{>>a<<}", "one")).isInstanceOf(EditOutcome.NotFound.class);
        }

        @Test
        void commentBetweenUnchangedWordsOfOneRegionStaysBetweenThem() {
            String once = ((EditOutcome.Suggested) apply("a b{>>c<<} d e", "a b d e", "x b d y"))
                    .text()
                    .raw();
            assertThat(once.replace(ME, "")).isEqualTo("{--a--}{++x++} b{>>c<<} d {--e--}{++y++}");
        }

        @Test
        void commentInsideALinkOrInlineCodeFollowsTheWholeOfIt() {
            assertThat(bare(apply("see [[Note one]] now", "[[Note", "[[Note{>>why<<}")))
                    .isEqualTo("see [[Note one]]{>>why<<} now");
            assertThat(bare(apply("see `a b` now", "`a", "`a{>>why<<}"))).isEqualTo("see `a b`{>>why<<} now");
        }

        @Test
        void commentFollowsTheWholeSuggestionIfADelimiterSplitsItsMark() {
            assertThat(bare(apply("a b c", "b", "q{>>why<<} [[p++}]]")))
                    .isEqualTo("a {--b--}{++q [[p+++}{+++}]]++}{>>why<<} c");
        }

        @Test
        void commentOfAnotherAuthorCannotBeChangedOrRemoved() {
            String raw = "one{>>" + ANN + "why?<<} two";
            assertThat(refusal(apply(raw, "one{>>why?<<}", "one"))).contains("Ann");
            assertThat(refusal(apply(raw, "one{>>why?<<}", "one{>>how?<<}"))).contains("Ann");
            assertThat(edited(raw, "one{>>why?<<}", "uno{>>why?<<}"))
                    .isEqualTo("{--one--}{++uno++}{>>" + ANN + "why?<<} two");
        }
    }

    @Nested
    class CriticMarkupInTheArguments {

        @Test
        void markInOldOrNewTextIsRefused() {
            assertThat(refusal(apply("a b", "a", "{++x++}"))).contains("new_string contains CriticMarkup");
            assertThat(refusal(apply("`{++x++}` b", "{++x++}", "y"))).contains("old_string contains CriticMarkup");
        }

        @Test
        void closingDelimiterInTheTextSplitsTheMark() {
            EditOutcome outcome = apply("`a--}` b", "`a--}`", "c");
            assertThat(bare(outcome)).isEqualTo("{--`a---}{---}`--}{++c++} b");
            assertThat(((EditOutcome.Suggested) outcome).text().rejectAll()).isEqualTo("`a--}` b");
        }

        @Test
        void openingDelimiterIsLeftOutsideTheMarkOrRefused() {
            assertThat(edited("`{--n}` b", "`{--n}`", "`{--m}`")).isEqualTo("`{--{--n--}{++m++}}` b");
            assertThat(refusal(apply("a `while(n){--n;}` b", "a `while(n){--n;}` b", "c")))
                    .contains("delimiters");
        }
    }

    @Nested
    class Code {

        @Test
        void codeCanBeEditedWithSignedMarks() {
            assertThat(edited("```\nx = 1\n```\n", "x = 1", "x = 2")).isEqualTo("```\nx = {--1--}{++2++}\n```\n");
        }

        @Test
        void plainSuggestionInsideCodeIsRefused() {
            EditOutcome outcome = SuggestedEdit.apply(
                    MarkedText.parse("```\nx = 1\n```\n"), new Edit("x = 1", "x = 2", false, Signature.plain()));
            assertThat(outcome).isInstanceOf(EditOutcome.Refused.class);
        }

        @Test
        void editThatTurnsAMarkIntoCodeOrBackIsRefused() {
            String raw = "one\n{++" + ANN + "two++}\nthree";
            assertThat(refusal(apply(raw, "one\ntwo\nthree", "```\none\ntwo\nthree\n```")))
                    .contains("code");
            assertThat(refusal(apply("```js\n{++literal++}\n```\nx", "```js\n", "")))
                    .isNotEmpty();
            assertThat(refusal(apply("`{++literal++} x` y", "x` y", "x y"))).isNotEmpty();
        }
    }

    @Nested
    class FrontMatter {

        private static final String RAW = "---\ntitle: My old title\ntags: [a, b]\n---\nbody";

        @Test
        void frontMatterAfterAByteOrderMarkCanBeEdited() {
            assertThat(edited("\uFEFF" + RAW, "My old title", "My new title"))
                    .startsWith("\uFEFF" + RAW.substring(0, RAW.indexOf("body")) + "{>>{\"author\":\"Claude\"")
                    .endsWith("@@title: My old title → My new title<<}\nbody");
        }

        @Test
        void editThatInvalidatesFrontMatterIsRefused() {
            assertThat(refusal(apply(RAW, "title: My", "title: \"My"))).contains("YAML");
            assertThat(refusal(apply(RAW, "---\nbody", "body"))).contains("---");
            assertThat(refusal(apply("body", "body", "---\na: [\n---\nbody"))).contains("YAML");
        }

        @Test
        void frontMatterIsFoundInTheRejectedView() {
            String pending = "{++" + ME + "intro\n++}---\ntags: [a, b]\n---\nbody";
            assertThat(refusal(apply(pending, "[a, b]", "[a, c]"))).contains("front matter");
        }

        @Test
        void invalidFrontMatterDoesNotPreventEditsOfTheBody() {
            String broken = "---\na: [\n---\nbody";
            assertThat(edited(broken, "body", "text")).isEqualTo("---\na: [\n---\n{--body--}{++text++}");
        }
    }

    @Nested
    class LineEndingCases {

        @Test
        void lineEndingsMatchAsLfAndAreWrittenAsInTheSurroundingText() {
            assertThat(edited("a\r\nb\r\nc", "a\nb", "a\nx\nb")).isEqualTo("a\r\n{++x\r\n++}b\r\nc");
            assertThat(edited("a\nb\r\nc\r\n", "c", "c\nd")).isEqualTo("a\nb\r\nc{++\r\nd++}\r\n");
            assertThat(edited("a\r\nb", "a\r\nb", "c")).isEqualTo("{--a\r\nb--}{++c++}");
        }

        @Test
        void emptyFirstLineDecidesTheLineEndingThere() {
            assertThat(LineEndings.near("\nx\r\ny", 0)).isEqualTo("\n");
            assertThat(LineEndings.near("\nx\r\ny", 1)).isEqualTo("\r\n");
            assertThat(LineEndings.near("x\r\ny", 4)).isEqualTo("\r\n");
            assertThat(LineEndings.near("x", 0)).isEqualTo("\n");
        }

        @Test
        void byteOrderMarkAndMissingFinalLineEndingSurvive() {
            assertThat(edited("\uFEFFa b", "a", "c")).isEqualTo("\uFEFF{--a--}{++c++} b");
        }
    }

    @Nested
    class PlainMarks {

        private EditOutcome plain(String raw, String oldText, String newText) {
            return SuggestedEdit.apply(MarkedText.parse(raw), new Edit(oldText, newText, false, Signature.plain()));
        }

        @Test
        void plainMarksAreOneBlockForTheReplacedText() {
            assertThat(bare(plain("the quick fox", "the quick", "the slow")))
                    .isEqualTo("{--the quick--}{++the slow++} fox");
        }

        @Test
        void plainEditOverAnUnsignedSuggestionIsRefused() {
            assertThat(refusal(plain("{--the quick--}{++the slow++} fox", "slow", "old")))
                    .contains("pending suggestion by an unknown author");
        }

        @Test
        void plainEditDoesNotRemoveOrChangeAComment() {
            String raw = "one {>>a person's<<} two";
            assertThat(refusal(plain(raw, "one {>>a person's<<} two", "one two")))
                    .contains("must not change");
            assertThat(refusal(plain(raw, "{>>a person's<<}", "{>>mine<<}"))).contains("must not change");
            assertThat(bare(plain(raw, "two", "2"))).isEqualTo("one {>>a person's<<} {--two--}{++2++}");
            assertThat(bare(plain(raw, "one  two", "1 2"))).isEqualTo("{--one --}{>>a person's<<}{-- two--}{++1 2++}");
        }

        @Test
        void plainEditOfPartOfALinkIsRefused() {
            assertThat(refusal(plain("see [[Note one]] now", "one]]", "two]]"))).contains("inside a link");
            assertThat(refusal(plain("see [[Note one]] now", "see [[Note", "at [[Note")))
                    .contains("inside a link");
            assertThat(refusal(plain("[text](to.md)", "to.md", "of.md"))).contains("inside a link");
            assertThat(refusal(plain("at https://x.org/a b", "org/a", "com/a"))).contains("inside a link");
            assertThat(refusal(plain("see [Note one]] now", "see ", "see ["))).contains("inside a link");
            assertThat(bare(plain("see [[Note one]] now", "[[Note one]]", "[[Two]]")))
                    .isEqualTo("see {--[[Note one]]--}{++[[Two]]++} now");
        }
    }

    @Nested
    class NewDocuments {

        @Test
        void newDocumentIsOneInsertionAroundTheBody() {
            assertThat(NewDocument.suggest("---\na: 1\n---\n# Hi\n", Signature.plain()))
                    .isEqualTo(new NewDocument.Suggested("---\na: 1\n---\n{++# Hi\n++}"));
        }

        @Test
        void newDocumentCanContainCode() {
            String content = "```c\nfor (;; i++) { x++; }\nif (x) {y++}\n```\n";
            var suggested = (NewDocument.Suggested) NewDocument.suggest(content, CLAUDE);
            assertThat(MarkedText.parse(suggested.raw()).acceptAll()).isEqualTo(content);
            assertThat(MarkedText.parse(suggested.raw()).rejectAll()).isEmpty();
        }

        @Test
        void newDocumentWithMarksInvalidFrontMatterOrNoTextIsRefused() {
            for (String content : List.of("{--x--}", "---\na: [\n---\nx", "", "---\na: 1\n---\n \n", "a {++ b")) {
                assertThat(NewDocument.suggest(content, CLAUDE)).isInstanceOf(NewDocument.Refused.class);
            }
        }
    }

    @Test
    void changeInsideALongParagraphReplacesWholeWords() {
        String lines = "some words in a line\n".repeat(300);
        assertThat(edited(lines + "a concatenate b\n" + lines, "cat", "dog"))
                .isEqualTo(lines + "a {--concatenate--}{++condogenate++} b\n" + lines);
        String line = "word ".repeat(1_000);
        assertThat(edited(line + "concatenate" + line, "concat", "condog"))
                .isEqualTo(line + "{--concatenateword--}{++condogenateword++} " + "word ".repeat(999));
    }

    @Test
    void rawChangesApplyInTheOrderOfTheirPositions() {
        assertThat(RawChange.apply(
                        "abc",
                        List.of(new RawChange(new TextRange(2, 3), "C"), new RawChange(new TextRange(0, 1), "A"))))
                .isEqualTo("AbC");
    }

    @Test
    void documentOfFiveMegabytesCanBeEdited() {
        String line = "some words in a line with [[a link]] and `code`\r\n";
        String raw = line.repeat(5_000_000 / line.length()) + "needle\r\n" + line;
        EditOutcome outcome = apply(raw, "needle", "pin");
        assertThat(bare(outcome)).isEqualTo(raw.replace("needle", "{--needle--}{++pin++}"));
    }
}
