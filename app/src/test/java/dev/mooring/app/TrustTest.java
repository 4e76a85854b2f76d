package dev.mooring.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.terminal.PseudoTerminal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the trust in a servers file that the user has not named. */
@Tag("process")
class TrustTest {
    @TempDir
    Path home;

    private MooringProcess mooring;
    private Path servers;
    private Path started;

    @BeforeEach
    void write() throws Exception {
        mooring = new MooringProcess(home, Map.of());
        started = home.resolve("started");
        write("one");
        Files.writeString(home.resolve("a.md"), "---\nmodel: script/a.yaml\n---\nHelp.\n");
        Files.writeString(home.resolve("a.yaml"), "- say: Hello.\n");
    }

    /** Writes a file whose server leaves a trace when it starts, and ends at once. */
    private void write(String word) throws Exception {
        servers = Files.writeString(home.resolve(".mcp.json"), """
            {"mcpServers": {"evil": {"command": "touch", "args": ["%s", "two words %s"], "env": {"API_TOKEN": "hunter2hunter2"}}}}\
            """.formatted(started, word));
    }

    @ParameterizedTest
    @ValueSource(strings = {"run a.md hello", "chat a.md", "tools", "doctor", "gateway --port 0"})
    void untrustedFileStartsNothingWithoutATerminal(String command) throws Exception {
        MooringProcess.Ended ended = mooring.run(command.split(" "));
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out() + ended.err())
                .contains(servers + " is not trusted")
                .contains("mooring trust " + servers)
                .contains("--servers");
        assertThat(started).doesNotExist();
    }

    @Test
    void fileOfAParentFolderIsNotTrustedEither() throws Exception {
        Path below = Files.createDirectories(home.resolve("below/deeper"));
        Files.copy(home.resolve("a.md"), below.resolve("a.md"));
        assertThat(mooring.run("run", below.resolve("a.md").toString(), "hello").err())
                .contains(servers + " is not trusted");
        assertThat(started).doesNotExist();
    }

    @Test
    void namedFileCountsAsTrusted() throws Exception {
        mooring.run("tools", "--servers", ".mcp.json");
        assertThat(started).exists();
        assertThat(mooring.run("trust", "list").out()).isEmpty();
    }

    @Test
    void personSeesWhatTheFileStartsAndDecides() throws Exception {
        try (PseudoTerminal terminal = PseudoTerminal.run(mooring::prepare, "tools")) {
            terminal.shows(".mcp.json is not trusted yet.")
                    .shows("evil: starts touch " + started + " 'two words one'")
                    .shows("with the variables API_TOKEN")
                    .shows("Trust this file")
                    .press("n\n")
                    .shows("is not trusted, so Mooring starts none of its servers");
            assertThat(terminal.exitCode()).isEqualTo(1);
            assertThat(terminal.everything()).doesNotContain("hunter2hunter2");
        }
        assertThat(started).doesNotExist();
        try (PseudoTerminal terminal = PseudoTerminal.redirected("> out.txt", mooring::prepare, "tools")) {
            terminal.shows("Trust this file").press("y\n");
            terminal.exitCode();
        }
        assertThat(started).exists();
        Files.delete(started);
        assertThat(mooring.run("tools").err()).doesNotContain("trust");
        assertThat(started).exists();
    }

    @Test
    void changedFileNeedsANewDecision() throws Exception {
        assertThat(mooring.run("trust", "--yes").code()).isZero();
        assertThat(mooring.run("trust", "list").out()).isEqualTo("trusted   " + servers + "\n");
        write("other");
        assertThat(mooring.run("tools").err()).contains(servers + " has changed since you trusted it");
        assertThat(mooring.run("trust", "list", "--json").out()).contains("\"state\":\"changed\"");
        assertThat(started).doesNotExist();
        assertThat(mooring.run("trust", ".mcp.json", "--yes").code()).isZero();
        mooring.run("tools");
        assertThat(started).exists();
    }

    @Test
    void sameContentInAnotherFolderIsNotTrusted() throws Exception {
        mooring.run("trust", "--yes");
        Path other = Files.createDirectories(home.resolve("other"));
        Files.copy(servers, other.resolve(".mcp.json"));
        Files.copy(home.resolve("a.md"), other.resolve("a.md"));
        assertThat(mooring.run("run", "other/a.md", "hello").err()).contains("other/.mcp.json is not trusted");
    }

    @Test
    void printedCommandWorksForAPathWithSpaces() throws Exception {
        Path other = Files.createDirectories(home.resolve("my agents"));
        Files.copy(servers, other.resolve(".mcp.json"));
        Files.copy(home.resolve("a.md"), other.resolve("a.md"));
        assertThat(mooring.run("run", "my agents/a.md", "hello").err())
                .contains("mooring trust '" + other.resolve(".mcp.json") + "'");
    }

    @Test
    void removedFileIsNoLongerTrusted() throws Exception {
        mooring.run("trust", "--yes");
        assertThat(mooring.run("trust", "remove", ".mcp.json").code()).isZero();
        assertThat(mooring.run("tools").err()).contains("is not trusted");
        assertThat(mooring.run("trust", "remove", ".mcp.json").code()).isEqualTo(1);
        assertThat(started).doesNotExist();
    }

    @Test
    void decisionsAreKeptInAPrivateFile() throws Exception {
        mooring.run("trust", "--yes");
        Path store = home.resolve("state/mooring/trusted-servers.json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(store)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(store)).doesNotContain("hunter2hunter2");
    }

    @Test
    void trustNeedsATerminalOrYes() throws Exception {
        MooringProcess.Ended ended = mooring.run("trust");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("--yes");
    }
}
