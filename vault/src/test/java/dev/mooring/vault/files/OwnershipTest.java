package dev.mooring.vault.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process changes a document of another user. Only root can give a file to another user, so the tests need root. The process
 * runs without root's capabilities, like that of any other user.
 */
@Tag("process")
class OwnershipTest {

    private static final int PROCESS = 0;
    private static final int OWNER = 12_345;

    @TempDir
    Path root;

    @BeforeEach
    void needsRoot() throws IOException {
        assumeTrue(ChildJvm.isRoot(), "the tests run as root");
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    private Path document(int group, String permissions) throws IOException {
        Path file = Files.writeString(root.resolve("a.md"), "");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        Files.setAttribute(file, "unix:gid", group);
        Files.setAttribute(file, "unix:uid", OWNER);
        return file;
    }

    private void changeAsAnOrdinaryUser() throws Exception {
        Process process = ChildJvm.startAsOrdinaryUser(AppendingProcess.class, root.toString(), "a.md", "1");
        assertThat(process.waitFor()).isZero();
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void aWritableFileOfAnotherUserCanBeChanged() throws Exception {
        Path file = document(PROCESS, "rw-rw-r--");
        changeAsAnOrdinaryUser();
        assertThat(file).hasContent(AppendingProcess.LINE + "\n");
        assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(PROCESS);
        assertThat(Files.getAttribute(file, "unix:gid")).isEqualTo(PROCESS);
        assertThat(permissions(file)).isEqualTo("rw-rw-r--");
    }

    @Test
    void anotherGroupGainsNoAccessIfTheGroupCannotBeKept() throws Exception {
        Path file = document(OWNER, "rwxrwxrw-");
        changeAsAnOrdinaryUser();
        assertThat(file).hasContent(AppendingProcess.LINE + "\n");
        assertThat(Files.getAttribute(file, "unix:gid")).isEqualTo(PROCESS);
        assertThat(permissions(file)).isEqualTo("rwxrw-rw-");
    }

    @Test
    void rootKeepsOwnerAndGroup() throws IOException {
        Path file = document(OWNER, "rw-r-----");
        var folder = new VaultFolder(root, false);
        try (var files = new DocumentFiles(folder)) {
            var document = (Resolution.Document) folder.resolve("a.md");
            files.change(document, raw -> new DocumentFiles.Change<>(Optional.of(raw + "x"), raw));
        }
        assertThat(file).hasContent("x");
        assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(OWNER);
        assertThat(Files.getAttribute(file, "unix:gid")).isEqualTo(OWNER);
        assertThat(permissions(file)).isEqualTo("rw-r-----");
    }
}
