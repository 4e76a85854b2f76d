package dev.mooring.vault.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The behaviours that the tests of Lens Academy's Relay name for suggestions, with their labels: how marks are read
 * ({@code a01} to {@code a19}), and how an edit merges with pending suggestions ({@code b01} to {@code b39}).
 * {@code docs/origin.md} lists those that differ here.
 */
class OriginalSuggestionsTest {

    private static final Signature CLAUDE = Signature.by("Claude", Instant.ofEpochSecond(7));
    private static final String ME = "{\"author\":\"Claude\",\"time\":7}@@";
    private static final String ANN = "{\"author\":\"Ann\",\"timestamp\":7000}@@";

    private static String deleted(String text) {
        return "{--" + ME + text + "--}";
    }

    private static String inserted(String text) {
        return "{++" + ME + text + "++}";
    }

    private static String replaced(String before, String after) {
        return deleted(before) + inserted(after);
    }

    /**
     * Text with marks.
     *
     * @param accepted the text with all suggestions accepted
     * @param rejected the text with all suggestions rejected
     * @param suggestions the number of suggestions
     */
    record Reading(String label, String raw, String accepted, String rejected, int suggestions) {}

    static Stream<Reading> readings() {
        String fence = "Look:\n```\n{--a--}{++b++}\n```\nEnd.";
        return Stream.of(
                new Reading("a01 plain text", "A calm bay.", "A calm bay.", "A calm bay.", 0),
                new Reading("a02 replacement", "A {--calm--}{++rough++} bay.", "A rough bay.", "A calm bay.", 1),
                new Reading(
                        "a03 metadata",
                        "A {--" + ANN + "calm--}{++" + ANN + "rough++} bay.",
                        "A rough bay.",
                        "A calm bay.",
                        1),
                new Reading("a04 deletion", "A {--calm --}bay.", "A bay.", "A calm bay.", 1),
                new Reading("a05 insertion", "A {++calm ++}bay.", "A calm bay.", "A bay.", 1),
                new Reading("a06 several", "{--A--}{++One++} bay {++of ++}{--x--}y.", "One bay of y.", "A bay xy.", 2),
                new Reading("a07 lines", "1\n{--2\n3--}{++two++}\n4", "1\ntwo\n4", "1\n2\n3\n4", 1),
                new Reading("a08 unclosed deletion", "A {--calm bay.", "A {--calm bay.", "A {--calm bay.", 0),
                new Reading("a09 unclosed insertion", "A {++calm bay.", "A {++calm bay.", "A {++calm bay.", 0),
                new Reading("a10 fenced code", fence, fence, fence, 0),
                new Reading(
                        "a11 adjacent, by two authors",
                        "{--" + ANN + "a--}{++" + ANN + "b++}" + replaced("c", "d"),
                        "bd",
                        "ac",
                        2),
                new Reading("a12 deletion with metadata", "Go {--" + ANN + "far --}away", "Go away", "Go far away", 1),
                new Reading("a13 empty", "", "", "", 0),
                // a14 differs: inline code is code here.
                new Reading("a14 inline code", "`{--a--}` {--b--}{++c++}", "`{--a--}` c", "`{--a--}` b", 1),
                // a15 differs: marks do not nest, and the inner one counts.
                new Reading("a15 mark in a mark", "x {--{++a++}--} y", "x {--a--} y", "x {----} y", 1),
                new Reading(
                        "a16 unknown keys",
                        "A {++{\"author\":\"Ann\",\"timestamp\":7000,\"model\":\"m\"}@@calm ++}bay.",
                        "A calm bay.",
                        "A bay.",
                        1),
                new Reading(
                        "a17 code and text",
                        fence + "\n{--c--}{++d++}\n" + fence,
                        fence + "\nd\n" + fence,
                        fence + "\nc\n" + fence,
                        1),
                new Reading("a18 the whole document", "{--all old--}{++all new++}", "all new", "all old", 1),
                new Reading("a19 at signs", "{--a@@b.org--}{++c@@b.org++}", "c@@b.org", "a@@b.org", 1));
    }

    @ParameterizedTest
    @MethodSource("readings")
    void viewsAndSuggestionsFollowFromTheMarks(Reading reading) {
        MarkedText text = MarkedText.parse(reading.raw);
        assertThat(text.accepted().text()).isEqualTo(reading.accepted);
        assertThat(text.rejected().text()).isEqualTo(reading.rejected);
        assertThat(text.suggestions()).hasSize(reading.suggestions);
    }

    /**
     * An edit of a text with pending suggestions of the same author.
     *
     * @param accepted the text after the edit, with all suggestions accepted
     */
    record Merge(String label, String raw, String oldText, String newText, String accepted) {}

    static Stream<Merge> merges() {
        String one = "The " + replaced("old", "new") + " pier is open.";
        String two = "The " + replaced("old", "new") + " pier is " + replaced("open", "closed") + " now.";
        String created = inserted("# Pier\n\nIt is long.\n\nBuilt in 1900");
        String only = replaced("a b", "c d") + replaced("e f", "g h") + replaced("i j", "k l");
        return Stream.of(
                new Merge("b01 no suggestions", "Boats leave at noon.", "at noon", "by night", "Boats leave by night."),
                new Merge("b02 elsewhere", one, "open", "shut", "The new pier is shut."),
                new Merge("b03 the whole suggestion", one, "new", "next", "The next pier is open."),
                new Merge("b04 and to the right", one, "new pier", "next quay", "The next quay is open."),
                new Merge("b05 and to the left", one, "The new", "One next", "One next pier is open."),
                new Merge("b06 and to both sides", one, "The new pier", "My next quay", "My next quay is open."),
                new Merge(
                        "b07 over several",
                        two,
                        "new pier is closed",
                        "next quay was shut",
                        "The next quay was shut now."),
                new Merge("b08 one of two", two, "new", "next", "The next pier is closed now."),
                new Merge("b09 again", one.replace("new", "newer"), "newer", "newest", "The newest pier is open."),
                new Merge(
                        "b11 few changes in all of it",
                        two,
                        "The new pier is closed now.",
                        "The new quay is closed today.",
                        "The new quay is closed today."),
                new Merge("b12 all of it", one, "The new pier is open.", "Nothing stays.", "Nothing stays."),
                new Merge(
                        "b13 beside a deletion",
                        "A " + deleted("very ") + "calm bay.",
                        "calm bay",
                        "rough sea",
                        "A rough sea."),
                new Merge(
                        "b14 over an insertion",
                        "A " + inserted("very ") + "calm bay.",
                        "very calm",
                        "quite rough",
                        "A quite rough bay."),
                new Merge(
                        "b15 within a suggestion",
                        "Say " + replaced("no sir", "yes madam") + ".",
                        "yes",
                        "sure",
                        "Say sure madam."),
                new Merge("b16 a deletion", one, " is open", "", "The new pier."),
                new Merge(
                        "b17 an insertion", "Boats leave.", "Boats leave", "Boats always leave", "Boats always leave."),
                new Merge(
                        "b18 at the start",
                        replaced("Old", "New") + " piers.",
                        "New piers",
                        "Good quays",
                        "Good quays."),
                new Merge(
                        "b19 at the end",
                        "The pier is " + replaced("open", "shut") + ".",
                        "shut.",
                        "gone!",
                        "The pier is gone!"),
                new Merge(
                        "b20 adjacent ones",
                        replaced("a", "b") + replaced("c", "d") + replaced("e", "f"),
                        "bdf",
                        "xyz",
                        "xyz"),
                new Merge("b21 a paragraph break", "One. Two.", "One. Two.", "One.\n\nTwo.", "One.\n\nTwo."),
                new Merge("b22 joined paragraphs", "One.\n\nTwo.", "One.\n\nTwo.", "One. Two.", "One. Two."),
                new Merge("b24 right before", one, "The", "This", "This new pier is open."),
                new Merge("b25 right after", one, "pier", "quay", "The new quay is open."),
                new Merge(
                        "b26 two at once",
                        two,
                        "The new pier is closed now.",
                        "The next pier is shut now.",
                        "The next pier is shut now."),
                new Merge("b28 nothing but suggestions", only, "c d", "x", "xg hk l"),
                new Merge(
                        "b29 three places",
                        "A red boat passed two tall piers before the storm.",
                        "A red boat passed two tall piers before the storm.",
                        "A blue boat passed two short piers before the rain.",
                        "A blue boat passed two short piers before the rain."),
                new Merge(
                        "b30 the same word inside and outside",
                        "Say " + replaced("bye", "hi") + " and say hi again.",
                        "hi and say hi",
                        "hello and say hey",
                        "Say hello and say hey again."),
                new Merge("b31 from its start", one, "new pier is", "next quay was", "The next quay was open."),
                new Merge(
                        "b32 to its end",
                        "We saw the " + replaced("old", "new") + " pier.",
                        "saw the new",
                        "liked a late",
                        "We liked a late pier."),
                new Merge(
                        "b33 appended",
                        created,
                        "Built in 1900",
                        "Built in 1900\n\n## Today\n\nGone.",
                        "# Pier\n\nIt is long.\n\nBuilt in 1900\n\n## Today\n\nGone."),
                new Merge(
                        "b34 put in front",
                        created,
                        "# Pier",
                        "# Piers\n\n# Pier",
                        "# Piers\n\n# Pier\n\nIt is long.\n\nBuilt in 1900"),
                new Merge(
                        "b35 a word inside",
                        created,
                        "It is long.",
                        "It is short.",
                        "# Pier\n\nIt is short.\n\nBuilt in 1900"),
                new Merge(
                        "b36 between two",
                        two,
                        "new pier is closed",
                        "new quay is closed",
                        "The new quay is closed now."),
                new Merge(
                        "b37 a created document",
                        created,
                        "It is long.\n\nBuilt",
                        "It was long.\n\nMade",
                        "# Pier\n\nIt was long.\n\nMade in 1900"),
                new Merge("b38 across its border", one, "The new pier", "A new quay", "A new quay is open."));
    }

    @ParameterizedTest
    @MethodSource("merges")
    void anEditMergesWithTheAuthorsOwnSuggestions(Merge merge) {
        MarkedText before = MarkedText.parse(merge.raw);
        EditOutcome outcome = SuggestedEdit.apply(before, new Edit(merge.oldText, merge.newText, false, CLAUDE));
        assertThat(outcome).isInstanceOf(EditOutcome.Suggested.class);
        MarkedText after = ((EditOutcome.Suggested) outcome).text();
        assertThat(after.accepted().text()).isEqualTo(merge.accepted);
        assertThat(after.rejected().text()).isEqualTo(before.rejected().text());
    }

    private static String edited(String raw, String oldText, String newText) {
        EditOutcome outcome = SuggestedEdit.apply(MarkedText.parse(raw), new Edit(oldText, newText, false, CLAUDE));
        return ((EditOutcome.Suggested) outcome).text().raw().replace(ME, "");
    }

    private static void assertRefused(String raw, String oldText, String newText) {
        assertThat(SuggestedEdit.apply(MarkedText.parse(raw), new Edit(oldText, newText, false, CLAUDE)))
                .isInstanceOf(EditOutcome.Refused.class);
    }

    // b03, b04, b07
    @Test
    void marksOfTheMergedEditAreJoined() {
        String one = "The " + replaced("old", "new") + " pier.";
        assertThat(edited(one, "new", "next")).isEqualTo("The {--old--}{++next++} pier.");
        assertThat(edited(one, "new pier", "next quay")).isEqualTo("The {--old pier--}{++next quay++}.");
        String two = "The " + replaced("old", "new") + " red " + replaced("pier", "boat") + ".";
        assertThat(edited(two, "new red boat", "next blue ship"))
                .isEqualTo("The {--old red pier--}{++next blue ship++}.");
    }

    /** Differs: nobody changes the suggestion of somebody else, or one without an author. */
    // b10
    @Test
    void anotherAuthorsSuggestionStays() {
        assertRefused("The {--" + ANN + "old--}{++" + ANN + "new++} pier.", "new", "next");
        assertRefused("The {--old--}{++new++} pier.", "new", "next");
    }

    // b23
    @Test
    void anEditWithoutEffectLeavesEverythingAsItIs() {
        assertThat(SuggestedEdit.apply(
                        MarkedText.parse("The " + replaced("old", "new") + " pier."),
                        new Edit("new pier", "new pier", false, CLAUDE)))
                .isInstanceOf(EditOutcome.NoChange.class);
    }

    /** The same as there: its tool refuses what its merge would accept. */
    // b27
    @Test
    void criticMarkupInTheArgumentsIsRefused() {
        assertRefused("Marks exist.", "Marks exist.", "Marks are {--so--} and {++so++}.");
        assertRefused("Marks exist.", "{++Marks++}", "x");
        assertRefused("Marks exist.", "Marks", "{~~a~>b~~}");
    }

    // b29
    @Test
    void threeDistantChangesStayApart() {
        MarkedText text = MarkedText.parse(edited(
                "A red boat passed two tall piers before the storm.",
                "A red boat passed two tall piers before the storm.",
                "A blue boat passed two short piers before the rain."));
        assertThat(text.suggestions()).hasSize(3);
    }

    // b33, b34, b35
    @Test
    void aCreatedDocumentStaysOneProposalWithoutPlainText() {
        String created = ((NewDocument.Suggested) NewDocument.suggest("# Pier\n\nIt is long.\n", CLAUDE)).raw();
        for (List<String> edit : List.of(
                List.of("It is long.", "It is long.\n\nMore."),
                List.of("# Pier", "Intro\n\n# Pier"),
                List.of("is", "was"))) {
            EditOutcome outcome =
                    SuggestedEdit.apply(MarkedText.parse(created), new Edit(edit.get(0), edit.get(1), false, CLAUDE));
            MarkedText text = ((EditOutcome.Suggested) outcome).text();
            assertThat(text.rejected().text()).isEmpty();
            assertThat(text.isProposedDocument()).isTrue();
        }
    }

    /** Differs: there the first inner delimiter ends the new document's mark. */
    // b39
    @Test
    void aNewDocumentWithMarksIsRefused() {
        assertThat(NewDocument.suggest("Use {--a--} and {++b++}.\n", CLAUDE)).isInstanceOf(NewDocument.Refused.class);
    }

    @Test
    void charactersOfSeveralUnitsAreNeverSplit() {
        assertThat(edited("Grüße 👩‍👩‍👧 an alle", "👩‍👩‍👧", "👨‍👦"))
                .isEqualTo("Grüße {--👩‍👩‍👧--}{++👨‍👦++} an alle");
        assertThat(edited("Ünï " + replaced("cödé", "tëxt") + " é", "tëxt é", "täxt è"))
                .contains("Ünï ");
    }

    @Test
    void commentsOfPeopleStayAndAnAssistantsMayChange() {
        String raw = "one {>>why?<<}two {>>" + ME + "mine<<}three";
        assertThat(edited(raw, "one two three", "1 two 3")).contains("{>>why?<<}", "{>>mine<<}");
        assertRefused(raw, "one {>>why?<<}two", "one two");
        assertRefused(raw, "one {>>why?<<}two", "one {>>because<<}two");
        assertThat(edited(raw, "two {>>mine<<}three", "two three")).doesNotContain("mine");
        assertThat(edited(raw, "two {>>mine<<}three", "two {>>changed<<}three")).contains("{>>changed<<}");
        assertThat(edited("one two", "two", "two{>>new<<}")).isEqualTo("one two{>>new<<}");
    }

    @Test
    void aModelCannotSignACommentWithAnotherName() {
        EditOutcome outcome = SuggestedEdit.apply(
                MarkedText.parse("one two"), new Edit("two", "two{>>" + ANN + "approved<<}", false, CLAUDE));
        assertThat(((EditOutcome.Suggested) outcome).text().marks())
                .extracting(Mark::author)
                .containsOnly("Claude");
    }

    @Test
    void anEmptyCommentIsAComment() {
        assertThat(MarkedText.parse("one {>><<}two").comments()).hasSize(1);
    }
}
