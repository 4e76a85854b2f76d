package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.Vault;
import dev.mooring.vault.critic.Decision;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.files.FileContent;
import dev.mooring.vault.review.PendingSuggestion;
import dev.mooring.vault.review.Review;
import dev.mooring.vault.review.Reviewer;
import dev.mooring.vault.review.SuggestionRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecisionsToolTest {

    private static final Reviewer ADA = new Reviewer("ada", "Ada");

    @TempDir
    Path root;

    private Vault vault;
    private VaultFixture tools;
    private Review review;
    private String session;

    @BeforeEach
    void open() throws IOException {
        Files.writeString(root.resolve("a.md"), "The ferry leaves at eight.\n\nBring water.\n");
        vault = Vault.open(root, false);
        tools = new VaultFixture(vault, DocumentServer.Options.DEFAULT);
        review = new Review(vault, InstantSource.fixed(VaultFixture.NOW));
        session = tools.session("a.md");
    }

    @AfterEach
    void close() throws IOException {
        review.close();
        vault.close();
    }

    private void edit(String before, String after) throws IOException {
        tools.edit("a.md", before, after, session).success();
    }

    /** The decisions that are new for the session, without the session line. */
    private String decisions() throws IOException {
        String text = tools.call("decisions", "session_id", session).success();
        return text.substring(0, text.lastIndexOf("\n\n[session: "));
    }

    private List<SuggestionRef> refs(String path) throws IOException {
        return review.open(path).orElseThrow().pending().stream()
                .map(PendingSuggestion::ref)
                .toList();
    }

    private void write(String text) throws IOException {
        Files.writeString(root.resolve("a.md"), text);
    }

    private String raw() throws IOException {
        return Files.readString(root.resolve("a.md"));
    }

    @Test
    void aSuggestionThatCouldNotBeWrittenIsNotReported() throws IOException {
        int room = (int) FileContent.MAX_BYTES - 200;
        Files.writeString(root.resolve("long.md"), "The ferry is late.\n" + "x".repeat(room));
        tools.call("read", "file_path", "long.md", "limit", 1, "session_id", session)
                .success();

        String failure = tools.edit("long.md", "late", "late, " + "very ".repeat(50), session)
                .error();

        assertThat(failure).contains("would become larger");
        assertThat(decisions()).isEqualTo("This session has made no suggestions.");
    }

    @Test
    void aSessionWithoutSuggestionsHasNoDecisions() throws IOException {
        assertThat(decisions()).isEqualTo("This session has made no suggestions.");
    }

    @Test
    void pendingSuggestionsAreCounted() throws IOException {
        edit("eight", "nine");
        edit("water", "tea");
        assertThat(decisions()).isEqualTo("No decisions since you last asked.\n\nPending: 2.");
    }

    @Test
    void eachDecisionIsReportedOnceWithItsReason() throws IOException {
        edit("eight", "nine");
        edit("water", "tea");
        List<SuggestionRef> refs = refs("a.md");
        review.decide(ADA, Decision.ACCEPT, refs.subList(0, 1));
        review.reject(ADA, refs.subList(1, 2), "Tea is\nheavy");

        assertThat(decisions()).isEqualTo("""
                Decisions since you last asked:
                  a.md, "eight" → "nine": accepted
                  a.md, "water" → "tea": rejected, reason: "Tea is\\u000aheavy"

                Pending: 0.""");
        assertThat(decisions()).isEqualTo("No decisions since you last asked.\n\nPending: 0.");
    }

    @Test
    void readReportsTheDecisionsOnTheDocumentOnce() throws IOException {
        edit("eight", "nine");
        assertThat(tools.read("a.md", session).success()).doesNotContain("Decisions");
        review.decide(ADA, Decision.REJECT, refs("a.md"));

        assertThat(tools.read("a.md", session).success())
                .contains(
                        "\n\nDecisions on your suggestions:\n  a.md, \"eight\" → \"nine\": rejected without a reason\n");
        assertThat(tools.read("a.md", session).success()).doesNotContain("Decisions");
        assertThat(decisions()).startsWith("No decisions");
    }

    @Test
    void aSuggestionThatAPersonEditsIsReportedWithTheNewText() throws IOException {
        edit("eight", "nine");
        review.acceptAs(ADA, refs("a.md").getFirst(), "half past nine");
        assertThat(decisions()).contains("\"eight\" → \"nine\": edited and accepted as \"half past nine\"");
    }

    @Test
    void anUndoneDecisionIsPendingAgain() throws IOException {
        edit("eight", "nine");
        review.decide(ADA, Decision.ACCEPT, refs("a.md"));
        assertThat(decisions()).contains("accepted");
        review.undo(ADA);
        assertThat(decisions())
                .contains("pending again: the decision was undone")
                .endsWith("Pending: 1.");
        review.decide(ADA, Decision.REJECT, refs("a.md"));
        assertThat(decisions()).contains("rejected without a reason");
    }

    @Test
    void partsOfASuggestionCanHaveDifferentOutcomes() throws IOException {
        edit("The ferry leaves at eight.\n\nBring water.", "The boat leaves at eight.\n\nBring tea.");
        List<PendingSuggestion.Part> parts =
                review.open("a.md").orElseThrow().pending().getFirst().parts();
        review.decide(ADA, Decision.ACCEPT, List.of(parts.getFirst().ref()));
        assertThat(decisions()).contains("decided in part (accepted); the rest is pending");
        review.reject(ADA, refs("a.md"), "No");
        assertThat(decisions()).contains("accepted, rejected, reason: \"No\"");
    }

    @Test
    void anUndoneDecisionOnAPartLeavesThoseOnOtherParts() throws IOException {
        edit("The ferry leaves at eight.\n\nBring water.", "The boat leaves at eight.\n\nBring tea.");
        List<PendingSuggestion.Part> parts =
                review.open("a.md").orElseThrow().pending().getFirst().parts();
        review.decide(ADA, Decision.ACCEPT, List.of(parts.getFirst().ref()));
        review.reject(ADA, refs("a.md"), "No");
        assertThat(decisions()).contains("accepted, rejected, reason: \"No\"");

        review.undo(ADA);
        assertThat(decisions()).contains("decided in part (accepted); the rest is pending");
        review.undo(ADA);
        assertThat(decisions()).contains("pending again: the decision was undone");
    }

    @Test
    void readReportsADecisionOnAPartOfASuggestionOnce() throws IOException {
        edit("The ferry leaves at eight.\n\nBring water.", "The boat leaves at eight.\n\nBring tea.");
        List<PendingSuggestion.Part> parts =
                review.open("a.md").orElseThrow().pending().getFirst().parts();
        review.decide(ADA, Decision.ACCEPT, List.of(parts.getFirst().ref()));

        assertThat(tools.read("a.md", session).success()).contains("decided in part (accepted); the rest is pending");
        assertThat(tools.read("a.md", session).success()).doesNotContain("Decisions");
        review.undo(ADA);
        assertThat(tools.read("a.md", session).success()).contains("pending again: the decision was undone");
    }

    @Test
    void readOpensTheLogOnlyIfTheDocumentHasChanged() throws IOException {
        edit("The ferry leaves at eight.\n\nBring water.", "The boat leaves at eight.\n\nBring tea.");
        List<PendingSuggestion.Part> parts =
                review.open("a.md").orElseThrow().pending().getFirst().parts();
        review.decide(ADA, Decision.ACCEPT, List.of(parts.getFirst().ref()));
        assertThat(decisions()).contains("decided in part");
        assertThat(tools.read("a.md", session).success()).doesNotContain("Decisions");

        Path log = root.resolve(".mooring/decisions.jsonl");
        Files.delete(log);
        Files.createDirectory(log); // cannot be read
        assertThat(tools.read("a.md", session).success()).doesNotContain("Decisions");
    }

    @Test
    void aDecisionInAnotherReviewOfTheFolderIsReported() throws IOException {
        edit("eight", "nine");
        try (Vault other = Vault.open(root, false);
                var terminal = new Review(other, InstantSource.fixed(VaultFixture.NOW))) {
            terminal.reject(new Reviewer("bob", "Bob"), refs("a.md"), "Too late");
        }
        assertThat(decisions()).contains("rejected, reason: \"Too late\"");
    }

    @Test
    void aDecisionInAnotherProgramIsJudgedByTheText() throws IOException {
        edit("eight", "nine");
        String pending = raw();
        write(MarkedText.parse(pending).acceptAll());
        assertThat(decisions()).contains("accepted in another program, judging by the text");
        write(pending);
        assertThat(decisions()).contains("pending again");
        write(MarkedText.parse(pending).rejectAll());
        assertThat(decisions()).contains("rejected in another program, judging by the text; the reason is not known");
        write("Something else.\n");
        assertThat(decisions()).contains("not known: the marks were removed in another program");
    }

    @Test
    void anInsertionAtTheEndIsJudgedByTheText() throws IOException {
        edit("Bring water.\n", "Bring water.\nAnd bread.\n");
        String pending = raw();
        write(MarkedText.parse(pending).acceptAll());
        assertThat(decisions()).contains("accepted in another program");
        write(MarkedText.parse(pending).rejectAll());
        assertThat(decisions()).contains("rejected in another program");
    }

    @Test
    void theOutcomeInADeletedDocumentIsNotKnown() throws IOException {
        edit("eight", "nine");
        Files.delete(root.resolve("a.md"));
        assertThat(decisions()).contains("not known: another program has deleted or moved the document");
    }

    @Test
    void movesAndDeletionsAreReportedAndOtherSuggestionsFollowTheDocument() throws IOException {
        edit("eight", "nine");
        tools.call("move", "file_path", "a.md", "new_path", "b/c.md", "session_id", session)
                .success();
        SuggestionRef move = review.open("a.md").orElseThrow().pending().stream()
                .filter(it -> it.kind() == PendingSuggestion.Kind.MOVE)
                .map(PendingSuggestion::ref)
                .findFirst()
                .orElseThrow();
        assertThat(review.decide(ADA, Decision.ACCEPT, List.of(move)).refused()).isEmpty();
        assertThat(decisions()).contains("move to \"b/c.md\": accepted").endsWith("Pending: 1.");

        tools.read("b/c.md", session).success();
        tools.call("delete", "file_path", "b/c.md", "session_id", session).success();
        review.decide(ADA, Decision.ACCEPT, refs("b/c.md"));
        assertThat(decisions()).contains("delete the document: accepted");
    }

    @Test
    void aSuggestionInADocumentAtThePathOfAMovedOneIsPending() throws IOException {
        tools.call("move", "file_path", "a.md", "new_path", "b.md", "session_id", session)
                .success();
        review.decide(ADA, Decision.ACCEPT, refs("a.md"));
        assertThat(decisions()).contains("move to \"b.md\": accepted").endsWith("Pending: 0.");

        tools.call("create", "file_path", "a.md", "content", "# New\n", "session_id", session)
                .success();

        assertThat(decisions()).startsWith("No decisions").contains("Pending: 1.");
    }

    @Test
    void theRejectionOfACreatedDocumentIsReported() throws IOException {
        tools.call("create", "file_path", "n.md", "content", "# New\n", "session_id", session)
                .success();
        review.reject(ADA, refs("n.md"), "");
        assertThat(root.resolve("n.md")).doesNotExist();
        assertThat(decisions()).contains("n.md, added \"# New⏎\": rejected without a reason");
    }

    @Test
    void aFurtherEditOfTheSameSuggestionIsOneSuggestion() throws IOException {
        edit("eight", "nine");
        edit("nine", "ten");
        assertThat(decisions()).endsWith("Pending: 1.");
        review.decide(ADA, Decision.ACCEPT, refs("a.md"));
        assertThat(decisions()).contains("\"eight\" → \"ten\": accepted");
    }

    @Test
    void anUnknownSessionIsRefused() throws IOException {
        assertThat(tools.call("decisions", "session_id", "never-minted").error())
                .contains("unknown or has expired");
    }

    @Test
    void aDamagedLineInTheLogIsSkipped() throws IOException {
        edit("eight", "nine");
        Files.writeString(root.resolve(".mooring/decisions.jsonl"), "{\"kind\":\n{}\nnull\n");
        review.decide(ADA, Decision.ACCEPT, refs("a.md"));
        assertThat(decisions()).contains("accepted");
    }
}
