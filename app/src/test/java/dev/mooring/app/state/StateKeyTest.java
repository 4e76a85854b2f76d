package dev.mooring.app.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateKeyTest {
    @TempDir
    Path state;

    @Test
    void keyIsCreatedOnceAndOnlyItsOwnerCanReadIt() throws Exception {
        assertThat(StateKey.of(state)).isEqualTo(StateKey.of(state));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state.resolve("key"))))
                .isEqualTo("rw-------");
    }

    @Test
    void fileThatIsNotAKeyIsRefusedWithoutItsContent() throws Exception {
        Files.writeString(state.resolve("key"), "c2VjcmV0\n");

        assertThatThrownBy(() -> StateKey.of(state))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not a key. Restore it from a backup")
                .hasMessageNotContaining("c2VjcmV0");
    }

    @Test
    void fileThatIsNotTextIsRefused() throws Exception {
        Files.write(state.resolve("key"), new byte[] {(byte) 0x80, 'k', 'e', 'y'});

        assertThatThrownBy(() -> StateKey.of(state))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(state.resolve("key") + " is not a key. Restore it from a backup");
    }
}
