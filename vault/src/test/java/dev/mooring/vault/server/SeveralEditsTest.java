package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.server.VaultFixture.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The argument {@code edits} of {@code edit}. */
class SeveralEditsTest {

    private static final String META = "{\"author\":\"Claude\",\"time\":1700000000,\"g\":\"g1\"}@@";

    @TempDir(factory = InMemoryFolder.class)
    Path root;

    private VaultFixture vault;

    @BeforeEach
    void open() throws IOException {
        vault = new VaultFixture(root);
    }

    @AfterEach
    void close() throws IOException {
        vault.close();
    }

    private Result edit(String... oldAndNew) throws IOException {
        List<Map<String, String>> edits = new ArrayList<>();
        for (int i = 0; i < oldAndNew.length; i += 2) {
            edits.add(Map.of("old_string", oldAndNew[i], "new_string", oldAndNew[i + 1]));
        }
        return vault.call("edit", "file_path", "a.md", "session_id", vault.session("a.md"), "edits", edits);
    }

    @Test
    void allReplacementsAreOneSuggestion() throws IOException {
        Path file = vault.write("a.md", "one two\nthree four\n");
        assertThat(edit("one", "1", "four", "4").success()).contains("2 times, first at line 1");
        assertThat(file)
                .hasContent("{--" + META + "one--}{++" + META + "1++} two\nthree {--" + META + "four--}{++" + META
                        + "4++}\n");
        assertThat(vault.read("a.md").text()).contains("Pending suggestions (1)");
    }

    @Test
    void aFailureNamesTheEntryAndWritesNothing() throws IOException {
        Path file = vault.write("a.md", "one two\n");
        assertThat(edit("one", "1", "missing", "x").error())
                .startsWith("Nothing was written, because edits[1] failed: old_string was not found in a.md.");
        assertThat(edit("one", "1", "two", "{++x++}").error())
                .contains("edits[1]")
                .contains("CriticMarkup");
        assertThat(file).hasContent("one two\n");
    }

    @Test
    void eitherBothStringsOrEditsAreRequired() throws IOException {
        vault.write("a.md", "one\n");
        String session = vault.session("a.md");
        assertThat(vault.call("edit", "file_path", "a.md", "session_id", session, "old_string", "one")
                        .error())
                .contains("Pass old_string and new_string, or edits");
        assertThat(vault.call("edit", "file_path", "a.md", "session_id", session, "edits", List.of())
                        .error())
                .contains("Pass old_string and new_string, or edits");
        assertThat(vault.call(
                                "edit",
                                "file_path",
                                "a.md",
                                "session_id",
                                session,
                                "old_string",
                                "one",
                                "new_string",
                                "two",
                                "edits",
                                List.of(Map.of("old_string", "a", "new_string", "b")))
                        .error())
                .contains("not both");
    }

    @Test
    void replaceAllAppliesToOneEntryOrToAll() throws IOException {
        vault.write("a.md", "a a b\n");
        vault.call(
                        "edit",
                        "file_path",
                        "a.md",
                        "session_id",
                        vault.session("a.md"),
                        "edits",
                        List.of(
                                Map.of("old_string", "a", "new_string", "x", "replace_all", true),
                                Map.of("old_string", "b", "new_string", "y")))
                .success();
        assertThat(vault.read("a.md").text()).startsWith("     1\tx x y\n");

        vault.write("a.md", "a a b b\n");
        vault.call(
                        "edit",
                        "file_path",
                        "a.md",
                        "session_id",
                        vault.session("a.md"),
                        "replace_all",
                        true,
                        "edits",
                        List.of(
                                Map.of("old_string", "a", "new_string", "x"),
                                Map.of("old_string", "b", "new_string", "y")))
                .success();
        assertThat(vault.read("a.md").text()).startsWith("     1\tx x y y\n");
    }

    @Test
    void aPropertyAndTheTextAreProposedTogether() throws IOException {
        vault.write("a.md", "---\nstatus: draft\n---\n# A\n");
        edit("status: draft", "status: final", "# A", "# B").success();
        assertThat(vault.read("a.md").text())
                .startsWith("     1\t---\n     2\tstatus: final\n     3\t---\n     4\t# B\n")
                .contains("Pending suggestions (1)");
        assertThat(vault.call("grep", "pattern", "status: final|# B", "output_mode", "content")
                        .success())
                .contains("a.md:2:status: final", "a.md:4:# B");
    }

    @Test
    void aCommentedPhraseIsRewordedAndTheCommentStaysListed() throws IOException {
        vault.write("a.md", "See {==the phrase==}{>>please reword<<} here.\n");
        vault.edit("a.md", "the phrase", "these words", vault.session("a.md")).success();
        assertThat(vault.read("a.md").text())
                .startsWith("     1\tSee these words here.\n")
                .contains("on \"these words\": \"please reword\"");
    }

    @Test
    void aTolerantMatchIsReported() throws IOException {
        vault.write("a.md", "It’s “fine”.\n");
        assertThat(vault.edit("a.md", "It's \"fine\".", "It's \"good\".", vault.session("a.md"))
                        .success())
                .contains("The document has \"It’s “fine”.\"")
                .contains("     1\tIt’s “good”.");
    }
}
