package dev.mooring.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

        assertThat(tokens.nameOf(ADAS)).contains("ada");
        assertThat(tokens.nameOf(BOBS)).contains("bob");
        assertThat(tokens.nameOf(ADAS + "x")).isEmpty();
        assertThat(tokens.nameOf("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw-rw-rw-", "rw--w----"})
    void fileReadableByOtherUsersIsRefused(String mode) throws Exception {
        Path file = file("ada " + ADAS, mode);

        assertThatThrownBy(() -> Tokens.read(file)).hasMessageContaining("chmod 600");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# nobody\n", ADAS, "ada short", "ada " + ADAS + " more", "ada " + ADAS + "/x"})
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

        assertThatThrownBy(() -> Tokens.read(file)).hasMessageContaining("same token twice");
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
