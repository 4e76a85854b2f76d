package dev.mooring.vault.review;

import static dev.mooring.vault.review.ReviewFixture.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.critic.Decision;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.edit.Edit;
import dev.mooring.vault.edit.EditOutcome;
import dev.mooring.vault.edit.Signature;
import dev.mooring.vault.edit.SuggestedEdit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Edits of text that a person has highlighted, mostly to comment on it. */
class HighlightedTextTest {

    private static final String PERSON = "{\"author\":\"Ada\",\"time\":5,\"g\":\"ada1\",\"person\":true}@@";
    private static final String HIGHLIGHT = "{==" + PERSON + "the phrase==}";
    private static final String COMMENT = "{>>" + PERSON + "please reword<<}";
    private static final String DOCUMENT = "See " + HIGHLIGHT + COMMENT + " here.\n";

    @TempDir
    Path folder;

    private ReviewFixture vault;

    @BeforeEach
    void open() throws IOException {
        vault = new ReviewFixture(folder);
    }

    @AfterEach
    void close() throws IOException {
        vault.close();
    }

    private static EditOutcome apply(String raw, String oldText, String newText) {
        Signature signature = Signature.by("Claude", ReviewFixture.NOW).inGroup("g1");
        return SuggestedEdit.apply(MarkedText.parse(raw), new Edit(oldText, newText, false, signature));
    }

    private static String edited(String raw, String oldText, String newText) {
        EditOutcome outcome = apply(raw, oldText, newText);
        assertThat(outcome).isInstanceOf(EditOutcome.Suggested.class);
        return ((EditOutcome.Suggested) outcome).text().raw();
    }

    /** Decides on the suggestion, undoes it, and returns the document in between. */
    private String decided(String raw, Decision decision) throws IOException {
        vault.write("a.md", raw);
        List<SuggestionRef> changes = vault.waiting("a.md").stream()
                .filter(it -> it.kind() != PendingSuggestion.Kind.COMMENT)
                .map(PendingSuggestion::ref)
                .toList();
        assertThat(changes).hasSize(1);
        assertThat(vault.review().decide(ADA, decision, changes).refused()).isEmpty();
        String after = vault.text("a.md");
        vault.review().undo(ADA);
        assertThat(vault.text("a.md")).isEqualTo(raw);
        return after;
    }

    @Test
    void theCommentStaysOpenAfterTheHighlightWithBothDecisions() throws IOException {
        String raw = edited(DOCUMENT, "the phrase", "these words");

        assertThat(MarkedText.parse(raw).accepted().text()).isEqualTo("See these words here.\n");
        assertThat(decided(raw, Decision.ACCEPT))
                .isEqualTo("See {==" + PERSON + "these words==}" + COMMENT + " here.\n");
        assertThat(decided(raw, Decision.REJECT)).isEqualTo(DOCUMENT);
    }

    @Test
    void aDecisionOnAHighlightAfterTheEndOfACodeBlockCanBeUndone() throws IOException {
        String document = "```\ncode\n```\nSee {==the phrase==} here.\n";
        String raw = edited(document, "\n```\nSee the phrase here.", "");

        assertThat(decided(raw, Decision.REJECT)).isEqualTo(document);
    }

    @Test
    void theCommentIsAThreadOfItsOwnWhileTheSuggestionWaits() throws IOException {
        vault.write("a.md", edited(DOCUMENT, "the phrase", "these words"));
        assertThat(vault.waiting("a.md"))
                .extracting(PendingSuggestion::kind)
                .containsExactly(PendingSuggestion.Kind.CHANGE, PendingSuggestion.Kind.COMMENT);
    }

    @Test
    void theThreadQuotesTheSuggestedText() throws IOException {
        vault.write("a.md", edited(DOCUMENT, "the phrase", "these words"));
        assertThat(vault.waiting("a.md").getLast().quote()).isEqualTo("these words");
    }

    @Test
    void aPersonAcceptsTheSuggestionWithOtherWords() throws IOException {
        String raw = edited(DOCUMENT, "the phrase", "these words");
        vault.write("a.md", raw);
        SuggestionRef ref = vault.waiting("a.md").getFirst().ref();
        assertThat(vault.review().acceptAs(ADA, ref, "my words").refused()).isEmpty();
        assertThat(vault.text("a.md")).isEqualTo("See {==" + PERSON + "my words==}" + COMMENT + " here.\n");
    }

    @Test
    void aPartOfTheHighlightReplacesTheWhole() throws IOException {
        String raw = edited(DOCUMENT, "phrase", "wording");
        assertThat(decided(raw, Decision.ACCEPT))
                .isEqualTo("See {==" + PERSON + "the wording==}" + COMMENT + " here.\n");
        assertThat(decided(raw, Decision.REJECT)).isEqualTo(DOCUMENT);
    }

    @Test
    void textAroundTheHighlightCanChangeToo() throws IOException {
        String raw = edited(DOCUMENT, "See the phrase here.", "Look at some words there.");
        assertThat(MarkedText.parse(raw).accepted().text()).isEqualTo("Look at some words there.\n");
        assertThat(decided(raw, Decision.ACCEPT)).contains("==}" + COMMENT).contains("{==" + PERSON);
        assertThat(decided(raw, Decision.REJECT)).isEqualTo(DOCUMENT);
    }

    @Test
    void aDeletionKeepsTheComment() throws IOException {
        String raw = edited(DOCUMENT, " the phrase", "");
        assertThat(decided(raw, Decision.ACCEPT)).contains(COMMENT).doesNotContain("phrase");
        assertThat(decided(raw, Decision.REJECT)).isEqualTo(DOCUMENT);
    }

    @Test
    void theAuthorEditsTheSuggestionAgain() throws IOException {
        String once = edited(DOCUMENT, "the phrase", "these words");
        String twice = edited(once, "these words", "this");
        assertThat(decided(twice, Decision.ACCEPT)).isEqualTo("See {==" + PERSON + "this==}" + COMMENT + " here.\n");
        assertThat(decided(twice, Decision.REJECT)).isEqualTo(DOCUMENT);
        assertThat(edited(twice, "this", "the phrase")).isEqualTo(DOCUMENT);
    }

    @Test
    void textInsertedRightAfterTheHighlightFollowsItsComment() {
        assertThat(edited(DOCUMENT, "the phrase", "the phrase again")).startsWith("See " + HIGHLIGHT + COMMENT + "{++");
    }

    @Test
    void aSplitKeepsEachHighlight() throws IOException {
        String raw = edited("{==one==}{>>a<<} and {==two==}{>>b<<}\n", "one and two", "1 and 2");
        assertThat(decided(raw, Decision.ACCEPT)).isEqualTo("{==1==}{>>a<<} and {==2==}{>>b<<}\n");
        assertThat(decided(raw, Decision.REJECT)).isEqualTo("{==one==}{>>a<<} and {==two==}{>>b<<}\n");
    }

    @Test
    void delimitersInHighlightedTextAreRefused() {
        assertThat(apply("{==one==}{>>a<<}\n", "one", "1 ++} x")).isInstanceOf(EditOutcome.Refused.class);
    }

    @Test
    void plainMarksCannotKeepAHighlight() {
        EditOutcome outcome =
                SuggestedEdit.apply(MarkedText.parse(DOCUMENT), new Edit("the phrase", "x", false, Signature.plain()));
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        EditOutcome.Refused.class,
                        refused -> assertThat(refused.reason()).contains("highlight"));
    }
}
