package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.handle.HandleOwner;
import dev.mooring.vault.Vault;
import dev.mooring.vault.critic.Decision;
import dev.mooring.vault.review.PendingSuggestion;
import dev.mooring.vault.review.Review;
import dev.mooring.vault.review.Reviewer;
import dev.mooring.vault.review.SuggestionRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rejection removes a document only if Mooring created it and nobody else has added to it. */
class RejectedDocumentTest {

    private static final Reviewer ADA = new Reviewer("ada", "Ada");
    private static final Actor CODEX = new Actor(HandleOwner.ANONYMOUS, "Codex");

    @TempDir
    Path root;

    private VaultFixture tools;
    private Vault vault;
    private Review review;
    private Path file;

    @BeforeEach
    void open() throws IOException {
        tools = new VaultFixture(root);
        vault = Vault.open(root, false);
        review = new Review(vault, InstantSource.fixed(VaultFixture.NOW));
        file = root.resolve("new.md");
    }

    @AfterEach
    void close() throws IOException {
        review.close();
        vault.close();
        tools.close();
    }

    private String create(String content) throws IOException {
        var created = tools.call("create", "file_path", "new.md", "content", content);
        created.success();
        return created.session().orElseThrow();
    }

    private List<SuggestionRef> refs() throws IOException {
        return review.open("new.md").orElseThrow().pending().stream()
                .map(PendingSuggestion::ref)
                .toList();
    }

    private void rejectAll() throws IOException {
        List<SuggestionRef> refs = refs();
        assertThat(review.decide(ADA, Decision.REJECT, refs).applied()).containsExactlyInAnyOrderElementsOf(refs);
    }

    @ParameterizedTest
    @ValueSource(strings = {"move", "delete"})
    void rejectionRemovesACreatedDocumentForWhichItsAuthorHasProposedAMoveOrADeletion(String tool) throws IOException {
        String session = create("# New\n");
        if (tool.equals("move")) {
            tools.call("move", "file_path", "new.md", "new_path", "b.md", "session_id", session)
                    .success();
        } else {
            tools.call("delete", "file_path", "new.md", "session_id", session).success();
        }
        String raw = Files.readString(file);
        SuggestionRef created = review.open("new.md").orElseThrow().pending().stream()
                .filter(it -> it.kind() == PendingSuggestion.Kind.NEW_DOCUMENT)
                .map(PendingSuggestion::ref)
                .findFirst()
                .orElseThrow();

        assertThat(review.decide(ADA, Decision.REJECT, List.of(created)).applied())
                .containsExactly(created);

        assertThat(file).doesNotExist();
        review.undo(ADA);
        assertThat(file).hasContent(raw);
    }

    @Test
    void rejectionRemovesACreatedAndRefinedDocumentWithItsFrontMatterAndItsAuthorsComments() throws IOException {
        String session = create("---\ntitle: \"New\"\n---\n# New\n\nOne two three.\n");
        tools.edit("new.md", "two", "2 {>>better as a digit?<<}", session).success();
        tools.edit("new.md", "three.", "3.\n\n`code`", session).success();
        tools.edit("new.md", "One", "1", session).success();
        String raw = Files.readString(file);

        assertThat(raw).contains("\"created\":true").contains("{>>");
        rejectAll();

        assertThat(file).doesNotExist();
        assertThat(review.undo(ADA).orElseThrow().restored()).containsExactly("new.md");
        assertThat(file).hasContent(raw);
    }

    @Test
    void rejectionKeepsACopyWithThePropertyThatAPersonChanged() throws IOException {
        create("---\nstatus: draft\n---\nText.\n");
        String raw = Files.readString(file).replace("status: draft", "status: final");
        Files.writeString(file, raw);
        rejectAll();

        assertThat(file).doesNotExist();
        try (Stream<Path> kept = Files.list(root.resolve(".mooring/trash"))) {
            assertThat(kept).singleElement().satisfies(copy -> assertThat(copy).hasContent(raw));
        }
    }

    @Test
    void aCommentBetweenTwoPartsOfTheProposalDoesNotKeepTheDocument() throws IOException {
        String prefix = "{\"author\":\"Claude\",\"time\":5,\"created\":true}@@";
        tools.write("new.md", "{++" + prefix + "one++}{>>{\"author\":\"Claude\"}@@why<<}{++" + prefix + "two++}\n");
        List<SuggestionRef> all = refs();

        assertThat(review.open("new.md").orElseThrow().pending())
                .hasSize(2)
                .noneMatch(PendingSuggestion::wholeDocument);
        review.decide(ADA, Decision.REJECT, all.subList(0, 1));
        assertThat(file).exists();
        rejectAll();

        assertThat(file).doesNotExist();
    }

    @Test
    void rejectionKeepsADocumentOfUnsignedInsertions() throws IOException {
        tools.write("new.md", "---\ntitle: Mine\n---\n{>>a person's comment<<}{++Written in an editor.++}\n");

        rejectAll();

        assertThat(file).hasContent("---\ntitle: Mine\n---\n{>>{\"done\":true}@@a person's comment<<}\n");
    }

    @Test
    void rejectionKeepsACreatedDocumentWithAPersonsComment() throws IOException {
        create("---\ntitle: New\n---\nText.\n");
        // The person has the same name as the assistant, as with one token for both.
        review.comment(new Reviewer("browser", "Claude"), refs().getFirst(), "Keep the title.");
        rejectAll();

        assertThat(file)
                .hasContent(
                        "---\ntitle: New\n---\n"
                                + "{>>{\"author\":\"Claude\",\"time\":1700000000,\"person\":true,\"done\":true}@@Keep the title.<<}");
        assertThat(review.undo(ADA).orElseThrow().restored()).containsExactly("new.md");
        assertThat(Files.readString(file)).contains("Text.");
    }

    @Test
    void rejectionKeepsACreatedDocumentWithAnUnsignedComment() throws IOException {
        create("Text.\n");
        Files.writeString(file, Files.readString(file) + "{>>mine<<}\n");
        rejectAll();

        assertThat(file).hasContent("{>>{\"done\":true}@@mine<<}\n");
    }

    @Test
    void rejectionKeepsACreatedDocumentToWhichAnotherAuthorAdded() throws IOException {
        create("Text.\n");
        String session =
                tools.callAs(CODEX, "read", "file_path", "new.md").session().orElseThrow();
        tools.callAs(
                        CODEX,
                        "edit",
                        "file_path",
                        "new.md",
                        "old_string",
                        "Text.\n",
                        "new_string",
                        "Text.\nMore.\n",
                        "session_id",
                        session)
                .success();
        assertThat(refs()).hasSize(2);
        rejectAll();

        assertThat(file).isEmptyFile();
    }

    @Test
    void rejectionKeepsACreatedDocumentInWhichAPersonWrote() throws IOException {
        create("Text.\n");
        Files.writeString(file, Files.readString(file) + "A person's line.\n");
        rejectAll();

        assertThat(file).hasContent("A person's line.\n");
    }

    @Test
    void rejectionRemovesACreatedDocumentToWhichAnEditorAddedAFinalLineBreak() throws IOException {
        create("Text.");
        Files.writeString(file, Files.readString(file) + "\n");
        rejectAll();

        assertThat(file).doesNotExist();
    }

    @Test
    void rejectionKeepsADocumentThatWasCreatedWithPlainMarks() throws IOException {
        try (var plain = new VaultFixture(root, new DocumentServer.Options(false, true))) {
            plain.call("create", "file_path", "new.md", "content", "Text.\n").success();
        }
        rejectAll();

        assertThat(file).isEmptyFile();
    }

    @Test
    void acceptedDocumentIsNoProposalAnyMore() throws IOException {
        String session = create("Text.\n");
        review.decide(ADA, Decision.ACCEPT, refs());
        tools.edit("new.md", "Text.", "More text.", session).success();
        rejectAll();

        assertThat(file).hasContent("Text.\n");
    }

    @Test
    void editCannotTakeAllTextOutOfAProposedDocument() throws IOException {
        String session = create("---\ntitle: New\n---\nText.\n");
        String raw = Files.readString(file);

        assertThat(tools.edit("new.md", "Text.\n", "", session).error())
                .contains("would leave no text in this new document");
        assertThat(file).hasContent(raw);
    }
}
