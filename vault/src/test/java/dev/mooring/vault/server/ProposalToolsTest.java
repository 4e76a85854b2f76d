package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.handle.HandleOwner;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.server.VaultFixture.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tools {@code move} and {@code delete}. */
class ProposalToolsTest {

    private static final Actor GPT = new Actor(HandleOwner.ANONYMOUS, "GPT");
    private static final String SIGNATURE = "\"author\":\"Claude\",\"time\":1700000000,\"g\":\"g1\"";

    @TempDir
    Path root;

    private VaultFixture vault;
    private String session;

    @BeforeEach
    void open() throws IOException {
        vault = new VaultFixture(root);
        vault.write("a.md", "---\ntitle: A\n---\nalpha\n");
        vault.write("b.md", "beta\n");
        session = vault.session("a.md");
    }

    @AfterEach
    void close() throws IOException {
        vault.close();
    }

    private Result move(String path, String to) throws IOException {
        return vault.call("move", "file_path", path, "new_path", to, "session_id", session);
    }

    private Result delete(String path) throws IOException {
        return vault.call("delete", "file_path", path, "session_id", session);
    }

    private String text() throws IOException {
        return Files.readString(root.resolve("a.md"));
    }

    @Test
    void moveWritesAProposalIntoTheDocumentAndMovesNothing() throws IOException {
        assertThat(move("a.md", "travel/ferries.md").success())
                .startsWith("Proposed to move a.md to travel/ferries.md.")
                .endsWith("[session: " + session + "]");
        assertThat(text())
                .isEqualTo("---\ntitle: A\n---\n{>>{" + SIGNATURE + ",\"move\":\"travel/ferries.md\"}@@"
                        + "move to travel/ferries.md<<}\nalpha\n");
        assertThat(root.resolve("travel")).doesNotExist();
    }

    @Test
    void deleteWritesAProposalIntoTheDocumentAndDeletesNothing() throws IOException {
        assertThat(delete("a.md").success()).startsWith("Proposed to delete a.md.");
        assertThat(text())
                .isEqualTo(
                        "---\ntitle: A\n---\n{>>{" + SIGNATURE + ",\"delete\":true}@@delete this document<<}\nalpha\n");
    }

    @Test
    void readMentionsThePendingProposalWhicheverLinesItShows() throws IOException {
        vault.write("a.md", "line\n".repeat(50));
        session = vault.session("a.md");
        move("a.md", "c.md").success();
        assertThat(vault.read("a.md").success()).contains("move to \"c.md\" (Claude, just now)");
        assertThat(vault.call("read", "file_path", "a.md", "offset", 40).success())
                .contains("move to \"c.md\" (Claude, just now)");
        delete("a.md").success();
        assertThat(vault.read("a.md").success())
                .contains("delete the document (Claude, just now)")
                .doesNotContain("move to");
    }

    @Test
    void aNewProposalReplacesTheAuthorsEarlierOneAndKeepsItsId() throws IOException {
        move("a.md", "c.md").success();
        move("a.md", "d.md").success();
        assertThat(text())
                .isEqualTo("---\ntitle: A\n---\n{>>{" + SIGNATURE + ",\"move\":\"d.md\"}@@move to d.md<<}\nalpha\n");
        delete("a.md").success();
        assertThat(MarkedText.parse(text()).marks()).hasSize(1);
        assertThat(text()).contains("\"g\":\"g1\",\"delete\":true");
    }

    @Test
    void proposalsOfOtherAuthorsAreNotReplaced() throws IOException {
        move("a.md", "c.md").success();
        String before = text();
        String other = vault.callAs(GPT, "read", "file_path", "a.md").session().orElseThrow();

        assertThat(vault.callAs(GPT, "delete", "file_path", "a.md", "session_id", other)
                        .error())
                .isEqualTo("Claude has proposed to move this document. A person must decide on that first.");
        assertThat(text()).isEqualTo(before);
    }

    @Test
    void aDocumentMustBeReadInTheSessionFirst() throws IOException {
        assertThat(move("b.md", "c.md").error()).contains("You must read b.md in this session before you move it.");
        assertThat(delete("b.md").error()).contains("You must read b.md in this session before you delete it.");
        assertThat(Files.readString(root.resolve("b.md"))).isEqualTo("beta\n");
    }

    @Test
    void moveRefusesATargetThatIsTakenOrInvalid() throws IOException {
        Files.createDirectory(root.resolve("folder.md"));
        String before = text();
        assertThat(move("a.md", "b.md").error()).contains("b.md already exists");
        assertThat(move("a.md", "B.md").error()).contains("b.md already exists");
        assertThat(move("a.md", "A.md").error()).contains("has this path already");
        assertThat(move("a.md", "folder.md").error()).contains("already exists");
        assertThat(move("a.md", "../out.md").error()).contains("could leave the vault");
        assertThat(move("a.md", "/out.md").error()).contains("absolute");
        assertThat(move("a.md", ".hidden/a.md").error()).contains("hidden");
        assertThat(move("a.md", "a.exe").error()).contains(".md");
        assertThat(move("a.md", "a#b.md").error()).contains("links cannot contain");
        assertThat(move("a.md", "b.md/c.md").error()).isNotBlank();
        assertThat(text()).isEqualTo(before);
    }

    @Test
    void aMissingDocumentIsReportedWithSimilarPaths() throws IOException {
        assertThat(delete("aa.md").error()).isEqualTo("There is no document aa.md. Did you mean: a.md?");
    }

    @Test
    void anAssistantCanEditTheDocumentWhileAProposalIsPending() throws IOException {
        move("a.md", "c.md").success();
        vault.edit("a.md", "alpha", "omega", session).success();
        MarkedText text = MarkedText.parse(text());
        assertThat(text.accepted().text()).isEqualTo("---\ntitle: A\n---\nomega\n");
        assertThat(text.suggestions()).hasSize(2);
    }

    @Test
    void plainMarksAndReadOnlyServersOfferNoProposals() {
        for (var options : new DocumentServer.Options[] {
            new DocumentServer.Options(true, false), new DocumentServer.Options(false, true)
        }) {
            var context =
                    new ToolContext(vault.store, vault.context.sessions(), vault.context.clock(), () -> "g", options);
            assertThat(DocumentServer.tools(context).stream().map(DocumentTool::name))
                    .doesNotContain("move", "delete")
                    .contains("read");
        }
    }
}
