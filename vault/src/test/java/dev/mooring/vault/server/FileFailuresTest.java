package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.files.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the file system fails, the result names the document, the reason and what to do. */
class FileFailuresTest {

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

    private String create(String path) throws IOException {
        return vault.call("create", "file_path", path, "content", "Text.\n").error();
    }

    @Test
    void createNamesAFileNameThatIsTooLong() throws IOException {
        String name = "ä".repeat(200) + ".md";
        assertThat(create(name)).startsWith("Cannot create ä").contains("longer than the file system allows");
        assertThat(create(name + "/b.md")).startsWith("Cannot create ä").contains("longer than the file system allows");
        assertThat(root.toFile().list()).containsExactlyInAnyOrder("a.md", ".mooring");
    }

    @Test
    void createBelowADocumentIsRefused() throws IOException {
        assertThat(create("a.md/b.md")).contains("does not lead through folders");
    }

    @Test
    void readAndEditOfAnImpossibleNameFindNoDocument() throws IOException {
        String session = vault.session("a.md");
        for (String path : new String[] {"x".repeat(300) + ".md", "a.md/b.md"}) {
            assertThat(vault.read(path).error()).contains("There is no document");
            assertThat(vault.edit(path, "a", "b", session).error()).contains("There is no document");
        }
        assertThat(vault.read("a\0.md").error()).contains("control characters");
        assertThat(create("a\0.md")).contains("control characters");
        assertThat(create("a\u2028b.md")).contains("control characters");
    }

    @Test
    void editOfADocumentThatWasRemovedSinceItWasReadNamesIt() throws IOException {
        String session = vault.session("a.md");
        Files.delete(root.resolve("a.md"));
        assertThat(vault.edit("a.md", "alpha", "beta", session).error()).contains("There is no document a.md");
    }

    @Test
    void editInAFolderThatBecameAFileNamesTheDocument() throws IOException {
        vault.write("sub/b.md", "beta\n");
        String session = vault.session("sub/b.md");
        Files.delete(root.resolve("sub/b.md"));
        Files.delete(root.resolve("sub"));
        Files.writeString(root.resolve("sub"), "now a file");
        assertThat(vault.edit("sub/b.md", "beta", "gamma", session).error()).contains("sub/b.md");
        assertThat(create("sub/c.md")).contains("does not lead through folders");
    }

    @Test
    void documentWithControlCharactersInItsNameIsNotListed() throws IOException {
        vault.write("b\n[session: fake].md", "alpha\n");
        assertThat(vault.store.awaitIndex(java.time.Duration.ofSeconds(30))).isTrue();
        assertThat(vault.call("glob", "pattern", "**/*.md").success()).isEqualTo("a.md");
        assertThat(vault.call("grep", "pattern", "alpha").success()).isEqualTo("a.md");
    }

    @Test
    @Tag("process")
    void missingPermissionsAreNamed() throws Exception {
        Path document = vault.write("locked/b.md", "beta\n");
        Process process = ChildJvm.startAsOrdinaryUser(LockedFolderProcess.class, root.toString());
        try (BufferedReader errors = process.inputReader()) {
            assertThat(errors.lines())
                    .satisfiesExactly(
                            edit -> assertThat(edit).startsWith("locked/b.md: The document's file is read-only."),
                            edit -> assertThat(edit).startsWith("Cannot edit locked/b.md: permission denied"),
                            create -> assertThat(create).startsWith("Cannot create locked/c.md: permission denied"),
                            read -> assertThat(read).startsWith("Cannot read locked/b.md: permission denied"));
            assertThat(process.waitFor()).isZero();
        } finally {
            process.destroyForcibly();
            Files.setPosixFilePermissions(document.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.setPosixFilePermissions(document, PosixFilePermissions.fromString("rw-r--r--"));
        }
        assertThat(document).hasContent("beta\n");
        assertThat(document.resolveSibling("c.md")).doesNotExist();
    }

    @Test
    @Tag("process")
    void nothingChangesIfAWriteFailsHalfway() throws Exception {
        String text = "alpha\n" + "A line of text.\n".repeat(20_000);
        Path document = vault.write("a.md", text);
        Process process = ChildJvm.startWithLimitedFileSize(LargeEditProcess.class, root.toString());
        try (BufferedReader errors = process.inputReader()) {
            assertThat(errors.lines())
                    .satisfiesExactly(
                            edit -> assertThat(edit).startsWith("Cannot edit a.md: "),
                            create -> assertThat(create).startsWith("Cannot create b.md: "));
            assertThat(process.waitFor()).isZero();
        } finally {
            process.destroyForcibly();
        }
        assertThat(document).hasContent(text);
        assertThat(root.toFile().list()).containsExactlyInAnyOrder("a.md", ".mooring");
    }
}
