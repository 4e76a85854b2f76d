package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.server.VaultFixture.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CreateToolTest {

    @TempDir
    Path root;

    private VaultFixture vault;

    @BeforeEach
    void open() throws IOException {
        vault = new VaultFixture(root);
        vault.write("a.md", "alpha\n");
    }

    @AfterEach
    void close() throws IOException {
        vault.close();
    }

    private Result create(String path, String content) throws IOException {
        return vault.call("create", "file_path", path, "content", content);
    }

    @Test
    void aCreatedDocumentIsOneSuggestionAndCountsAsRead() throws IOException {
        Result created = create("new/n.md", "---\ntags: [x]\n---\n# New\n");
        created.success();
        String raw = Files.readString(root.resolve("new/n.md"));
        assertThat(raw)
                .startsWith("---\ntags: [x]\n---\n{++{\"author\":\"Claude\"")
                .endsWith("# New\n++}");
        assertThat(MarkedText.parse(raw).isProposedDocument()).isTrue();
        assertThat(vault.edit("new/n.md", "New", "Newer", created.session().orElseThrow())
                        .isError())
                .isFalse();
        assertThat(vault.read("new/n.md").text()).contains("     4\t# Newer");
    }

    @Test
    void aByteOrderMarkStaysOutsideTheSuggestion() throws IOException {
        create("n.md", "\uFEFF---\r\ntags: [x]\r\n---\r\n# New\r\n").success();

        String raw = Files.readString(root.resolve("n.md"));
        assertThat(raw).startsWith("\uFEFF---\r\ntags: [x]\r\n---\r\n{++");
        assertThat(MarkedText.parse(raw).acceptAll()).isEqualTo("\uFEFF---\r\ntags: [x]\r\n---\r\n# New\r\n");
        assertThat(MarkedText.parse(raw).isProposedDocument()).isTrue();
    }

    @Test
    void createContinuesTheGivenSession() throws IOException {
        String session = vault.session("a.md");
        Result created = vault.call("create", "file_path", "n.md", "content", "New.\n", "session_id", session);
        assertThat(created.success()).endsWith("\n\n[session: " + session + "]");
        assertThat(vault.edit("a.md", "alpha", "omega", session).isError()).isFalse();
        assertThat(vault.edit("n.md", "New", "Newer", session).isError()).isFalse();
    }

    @Test
    void createFailsInAnUnknownSessionAndWritesNothing() throws IOException {
        vault.call("create", "file_path", "m.md", "content", "New.\n", "session_id", "never-minted")
                .error();
        assertThat(root.resolve("m.md")).doesNotExist();
    }

    @Test
    void createFailsIfTheContentIsTooLong() throws IOException {
        assertThat(create("n.md", "x".repeat(4_000_001)).error()).contains("at most 4000000 characters");
        assertThat(root.resolve("n.md")).doesNotExist();
    }

    @Test
    void createFailsIfTheDocumentExists() throws IOException {
        assertThat(create("a.md", "x").error()).contains("exists");
    }

    @Test
    void createReportsItsOwnFailureIfTheStoreOfSessionsFailsToo() throws IOException {
        DocumentTool create = new CreateTool(vault.contextWithFailing("get", "remove"));
        assertThat(VaultFixture.call(create, VaultFixture.CLAUDE, "file_path", "a.md", "content", "x")
                        .error())
                .contains("exists");
    }

    @Test
    void createSaysThatNoSessionCanBeOpened() throws IOException {
        DocumentTool create = new CreateTool(vault.contextWithFailing("put"));
        assertThat(VaultFixture.call(create, VaultFixture.CLAUDE, "file_path", "n.md", "content", "x")
                        .error())
                .contains("The store is down.");
        assertThat(root.resolve("n.md")).doesNotExist();
    }

    @Test
    void createFailsForAnInvalidNameAndForCriticMarkup() throws IOException {
        assertThat(create("x.exe", "x").error()).contains(".md");
        assertThat(create("y.md", "{++x++}").error()).contains("CriticMarkup");
    }

    @Test
    void createRefusesNul() throws IOException {
        assertThat(vault.call("create", "file_path", "new.md", "content", "one\0two")
                        .error())
                .isEqualTo("content contains the control character U+0000 at character 4. Remove it.");
        assertThat(vault.root.resolve("new.md")).doesNotExist();
    }
}
