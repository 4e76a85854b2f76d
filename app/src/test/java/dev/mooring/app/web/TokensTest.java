package dev.mooring.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.app.users.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokensTest {
    private static final String ADAS = "0123456789abcdef-ada";
    private static final String BOBS = "0123456789abcdef-bob";
    private static final String EVES = "0123456789abcdef-eve";

    @TempDir
    Path folder;

    private Path file(String text, String mode) throws IOException {
        Path file = folder.resolve("tokens");
        Files.writeString(file, text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    @Test
    void tokenIsFoundByItsSecret() throws Exception {
        Tokens tokens = Tokens.read(file("# ours\n\nada " + ADAS + "\nbob\t" + BOBS + "\n", "rw-------"));

        assertThat(tokens.find(ADAS).map(Token::name)).contains("ada");
        assertThat(tokens.find(BOBS).map(Token::name)).contains("bob");
        assertThat(tokens.find(ADAS + "x")).isEmpty();
        assertThat(tokens.find("")).isEmpty();
    }

    @Test
    void rolesFollowTheToken() throws Exception {
        Tokens tokens = Tokens.read(
                file("ada " + ADAS + "\nbob " + BOBS + "  review   admin\neve " + EVES + " write\n", "rw-------"));

        assertThat(tokens.find(ADAS).orElseThrow().roles()).containsExactlyInAnyOrder(Role.READ, Role.WRITE);
        assertThat(tokens.find(BOBS).orElseThrow().roles()).containsExactlyInAnyOrder(Role.REVIEW, Role.ADMIN);
        assertThat(tokens.find(EVES).orElseThrow().roles()).containsExactlyInAnyOrder(Role.READ, Role.WRITE);
    }

    @Test
    void removedTokenStopsWorkingAtOnceAndAddedTokenWorks() throws Exception {
        Tokens tokens = Tokens.read(file("ada " + ADAS + "\n", "rw-------"));
        file("bobby " + BOBS + "\n", "rw-------");

        assertThat(tokens.find(ADAS)).isEmpty();
        assertThat(tokens.find(BOBS).map(Token::name)).contains("bobby");
    }

    @Test
    void changedFileGivesAccessOnlyByItsValidLines() throws Exception {
        Tokens tokens = Tokens.read(file("ada " + ADAS + "\nbob " + BOBS + "\n", "rw-------"));
        file("ada " + ADAS + "\nbob " + BOBS + " reviewer\n", "rw-------");

        assertThat(tokens.find(ADAS)).isPresent();
        assertThat(tokens.find(BOBS)).isEmpty();
    }

    @Test
    void deletedFileGivesNoAccessUntilItIsBack() throws Exception {
        Path file = file("ada " + ADAS + "\n", "rw-------");
        Tokens tokens = Tokens.read(file);
        Files.delete(file);
        assertThat(tokens.find(ADAS)).isEmpty();

        file("ada " + ADAS + "\n", "rw-------");
        assertThat(tokens.find(ADAS)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw-rw-rw-", "rw--w----"})
    void fileReadableByOtherUsersIsRefused(String mode) throws Exception {
        Path file = file("ada " + ADAS, mode);

        assertThatThrownBy(() -> Tokens.read(file)).hasMessageContaining("chmod 600");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# nobody\n",
                ADAS,
                "ada short",
                "ada " + ADAS + " owner",
                "ada " + ADAS + " read Write",
                "ada " + ADAS + "/x"
            })
    void malformedFileIsRefusedWithoutQuotingTokens(String text) throws Exception {
        Path file = file(text, "rw-------");

        assertThatThrownBy(() -> Tokens.read(file))
                .isInstanceOf(IOException.class)
                .message()
                .contains(file.toString())
                .doesNotContain(ADAS);
    }

    @Test
    void tokenSharedByTwoNamesIsRefused() throws Exception {
        Path file = file("ada " + ADAS + "\nbob " + ADAS + "\n", "rw-------");

        assertThatThrownBy(() -> Tokens.read(file)).hasMessageContaining("the same token twice");
    }

    @Test
    void duplicateNameIsRefused() throws Exception {
        Path file = file("ada " + ADAS + "\n\nada " + BOBS + "\n", "rw-------");

        assertThatThrownBy(() -> Tokens.read(file))
                .message()
                .contains(file + ", line 3", "'ada'")
                .doesNotContain(ADAS, BOBS);
    }

    @Test
    void missingFileIsRefused() {
        assertThatThrownBy(() -> Tokens.read(folder.resolve("absent"))).hasMessageContaining("Token file not found");
    }
}
