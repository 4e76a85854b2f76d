package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.critic.MarkedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CreateDocumentTest {

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

    private ToolText create(String path, String content) throws IOException {
        return vault.create.run(new CreateDocument.Arguments(path, content, null), VaultFixture.CLAUDE);
    }

    @Test
    void makesOneSuggestionThatCountsAsRead() throws IOException {
        ToolText answer = create("new/n.md", "---\ntags: [x]\n---\n# New\n");
        assertThat(answer.isError()).as(answer.text()).isFalse();
        String raw = Files.readString(root.resolve("new/n.md"));
        assertThat(raw)
                .startsWith("---\ntags: [x]\n---\n{++{\"author\":\"Claude\"")
                .endsWith("# New\n++}");
        assertThat(MarkedText.parse(raw).isProposedDocument()).isTrue();
        assertThat(vault.edit("new/n.md", "New", "Newer", answer.session().orElseThrow())
                        .isError())
                .isFalse();
        assertThat(vault.read("new/n.md").text()).contains("     4\t# Newer");
    }

    @Test
    void continuesASessionAndMakesNothingInAnUnknownOne() throws IOException {
        String session = vault.session("a.md");
        var continued = new CreateDocument.Arguments("n.md", "New.\n", session);
        assertThat(vault.create.run(continued, VaultFixture.CLAUDE).text()).endsWith("\n\n[session: " + session + "]");
        assertThat(vault.edit("a.md", "alpha", "omega", session).isError()).isFalse();
        assertThat(vault.edit("n.md", "New", "Newer", session).isError()).isFalse();

        var unknown = new CreateDocument.Arguments("m.md", "New.\n", "never-minted");
        assertThat(vault.create.run(unknown, VaultFixture.CLAUDE).isError()).isTrue();
        assertThat(root.resolve("m.md")).doesNotExist();
    }

    @Test
    void isRefusedForTooMuchText() throws IOException {
        assertThat(create("n.md", "x".repeat(4_000_001)).text()).contains("at most 4000000 characters");
        assertThat(root.resolve("n.md")).doesNotExist();
    }

    @Test
    void isRefusedWhereADocumentIs() throws IOException {
        assertThat(create("a.md", "x").text()).contains("exists");
        assertThat(create("x.exe", "x").isError()).isTrue();
        assertThat(create("y.md", "{++x++}").text()).contains("CriticMarkup");
    }
}
