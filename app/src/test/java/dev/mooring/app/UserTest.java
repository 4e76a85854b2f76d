package dev.mooring.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.terminal.PseudoTerminal;
import dev.mooring.app.users.Users;
import dev.mooring.app.users.Users.Attempt;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code mooring user}. */
class UserTest {
    @TempDir
    Path folder;

    private Path file;
    private final Mooring mooring = new Mooring();

    @BeforeEach
    void chooseFile() {
        file = folder.resolve("config/users");
    }

    private int user(String... arguments) {
        String[] all = new String[arguments.length + 3];
        all[0] = "user";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        all[all.length - 2] = "--login";
        all[all.length - 1] = file.toString();
        return mooring.run(all);
    }

    @Test
    void addedPersonSignsInWithThePrintedCode() throws Exception {
        assertThat(user("add", "ada", "--code")).isZero();

        assertThat(mooring.out()).matches("[a-z2-9]{4}(-[a-z2-9]{4}){3}\\R");
        assertThat(mooring.err()).contains("Added ada in " + file, "works once, within a day");
        assertThat(Users.read(file).check("ada", mooring.out().strip())).isInstanceOf(Attempt.CodeAccepted.class);
        assertThat(file).content().doesNotContain(mooring.out().strip()).contains(" read write review");
    }

    @Test
    void existingPersonIsReplacedOnlyOnRequestAndKeepsTheirId() throws Exception {
        user("add", "ada", "--code", "--role", "read");
        String before = Files.readString(file);

        assertThat(user("add", "ADA", "--code")).isEqualTo(1);
        assertThat(mooring.err()).contains("mooring: ada exists already in " + file + ". Use --replace");
        assertThat(file).hasContent(before);

        assertThat(user("add", "ADA", "--code", "--replace")).isZero();
        String id = before.replaceAll("(?s).*\\nada (\\w+) .*", "$1");
        assertThat(file)
                .content()
                .contains("ada " + id + " ")
                .endsWith(" read\n")
                .isNotEqualTo(before);
    }

    @Test
    void replacingAnUnknownPersonFails() {
        assertThat(user("add", "ada", "--code", "--replace")).isEqualTo(1);
        assertThat(mooring.err()).contains("There is no user ada in " + file);
        assertThat(file).doesNotExist();
    }

    @Test
    void listShowsNamesAndRolesButNoHashes() {
        assertThat(user("list")).isZero();
        assertThat(mooring.err()).contains("There are no users in " + file + ". 'mooring user add NAME' adds one.");
        user("add", "ada", "--code");
        user("add", "grace", "--code", "--role", "write", "--role", "admin");

        assertThat(user("list")).isZero();
        assertThat(user("list", "--json")).isZero();
        assertThat(mooring.out())
                .containsPattern("ada    read write review +one-time code, not used yet")
                .containsPattern("grace  read write admin +one-time code, not used yet")
                .contains(
                        "{\"name\":\"grace\",\"roles\":[\"read\",\"write\",\"admin\"],\"signIn\":\"one-time code, not used yet\"}")
                .doesNotContain("sha256");
    }

    @Test
    void removedPersonIsGone() {
        user("add", "ada", "--code");
        assertThat(user("remove", "Ada")).isZero();
        assertThat(file).content().doesNotContain("ada ");

        assertThat(user("remove", "ada")).isEqualTo(1);
        assertThat(mooring.err()).contains("mooring: There is no user ada in " + file + ". See 'mooring user list'.");
    }

    @Test
    void invalidNamesAndRolesAreUsageErrors() {
        assertThat(user("add", "ada lovelace", "--code")).isEqualTo(2);
        assertThat(user("add", "#ada", "--code")).isEqualTo(2);
        assertThat(user("add", "ada", "--code", "--role", "captain")).isEqualTo(2);
        assertThat(mooring.err())
                .contains("'ada lovelace' cannot be a name")
                .contains("Unknown role 'captain'. The roles are read, write, review and admin.");
        assertThat(mooring.run("user")).isEqualTo(2);
        assertThat(mooring.err()).contains("Missing command: add, remove or list");
        assertThat(file).doesNotExist();
    }

    @Test
    @Tag("process")
    void passwordIsAskedForTwiceOnATerminalWithoutEcho() throws Exception {
        try (PseudoTerminal terminal = PseudoTerminal.run("user", "add", "ada", "--login", file.toString())) {
            terminal.shows("Password for ada: ").press("short\n").shows("A password needs at least 10 characters.");
            terminal.shows("Password for ada: ").press("correct horse battery\n");
            terminal.shows("Again: ").press("correct horse bettery\n").shows("The passwords differ.");
            terminal.shows("Password for ada: ").press("correct horse battery\n");
            terminal.shows("Again: ").press("correct horse battery\n").shows("Added ada in " + file);
            assertThat(terminal.exitCode()).isZero();
            assertThat(terminal.everything()).doesNotContain("horse");
        }
        assertThat(Users.read(file).check("ada", "correct horse battery")).isInstanceOf(Attempt.Accepted.class);
    }

    @Test
    @Tag("process")
    void withoutATerminalOnlyACodeIsPossible() throws Exception {
        var process = new MooringProcess(folder, Map.of());
        MooringProcess.Ended ended = process.run("user", "add", "ada", "--login", file.toString());
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("There is no terminal to ask for the password on. Use --code.");
    }
}
