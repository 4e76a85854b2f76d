package dev.mooring.gateway.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterKeyTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    @TempDir
    private Path folder;

    private Path file(String text, String permissions) throws IOException {
        Path file = folder.resolve("key");
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        return file;
    }

    @Test
    void keyIsTheOnlyLineOfItsFile() throws IOException {
        ClusterKey key = ClusterKey.read(file(SECRET + "\n", "rw-------"));

        assertThat(key.sign("/a", "digest")).isEqualTo(new ClusterKey(SECRET).sign("/a", "digest"));
        assertThat(key).hasToString("cluster key");
    }

    @Test
    void keyFileThatOthersCanReadIsRefused() throws IOException {
        Path file = file(SECRET + "\n", "rw-r-----");

        assertThatThrownBy(() -> ClusterKey.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("other users can read it")
                .hasMessageContaining("chmod 600 " + file)
                .hasMessageNotContaining(SECRET);
    }

    @Test
    void shortKeyIsRefusedWithoutRepeatingIt() throws IOException {
        Path file = file("secret\n", "rw-------");

        assertThatThrownBy(() -> ClusterKey.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("one line of at least 32 characters")
                .hasMessageNotContaining("secret");
    }

    @Test
    void fileWithSeveralLinesIsRefused() throws IOException {
        Path file = file(SECRET + "\n" + SECRET + "\n", "rw-------");

        assertThatThrownBy(() -> ClusterKey.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("one line");
    }

    @Test
    void fileThatIsNotTextIsRefused() throws IOException {
        Path file = file("", "rw-------");
        Files.write(file, new byte[] {(byte) 0x80, 'k', 'e', 'y'});

        assertThatThrownBy(() -> ClusterKey.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("one line of at least 32 characters")
                .hasMessageContaining(file.toString());
    }

    @Test
    void missingFileIsReportedWithTheCommandThatCreatesIt() {
        assertThatThrownBy(() -> ClusterKey.read(folder.resolve("absent")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no such file")
                .hasMessageContaining("openssl rand -hex 32");
    }

    @Test
    void signatureDependsOnKeyPathAndDigest() {
        ClusterKey key = new ClusterKey(SECRET);
        String signature = key.sign("/a", "digest");

        assertThat(key.verifies(signature, "/a", "digest")).isTrue();
        assertThat(key.verifies(signature, "/b", "digest")).isFalse();
        assertThat(key.verifies(signature, "/a", "other")).isFalse();
        assertThat(new ClusterKey(SECRET + "x").verifies(signature, "/a", "digest"))
                .isFalse();
    }
}
