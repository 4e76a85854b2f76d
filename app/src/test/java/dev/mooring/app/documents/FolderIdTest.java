package dev.mooring.app.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderIdTest {

    @TempDir
    Path folder;

    @TempDir
    Path outside;

    @Test
    void aFolderKeepsItsId() throws IOException {
        assertThat(FolderId.of(folder, true)).isEqualTo(FolderId.of(folder, true));
        assertThat(folder.resolve(".mooring/id")).exists();
    }

    @Test
    void nothingIsWrittenIfMooringsFolderIsALink() throws IOException {
        Files.createSymbolicLink(folder.resolve(".mooring"), outside);
        assertThat(FolderId.of(folder, true)).isEqualTo(FolderId.of(folder, true));
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void nothingIsReadOrWrittenIfTheFileIsALink() throws IOException {
        Path target = Files.writeString(outside.resolve("id"), "0123456789abcdef\n" + folder.toRealPath() + "\n");
        Files.createDirectory(folder.resolve(".mooring"));
        Files.createSymbolicLink(folder.resolve(".mooring/id"), target);
        assertThat(FolderId.of(folder, true)).isNotEqualTo("0123456789abcdef");
        assertThat(target).content().startsWith("0123456789abcdef");
    }
}
