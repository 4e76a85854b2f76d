package dev.mooring.vault.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.files.Resolution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The index follows changes on disk by other programs. */
class DocumentWatchTest {

    @TempDir
    Path root;

    private DocumentStore store;

    @BeforeEach
    void open() throws IOException {
        Files.writeString(root.resolve("target.md"), "");
        Files.createDirectory(root.resolve("folder"));
        Files.writeString(root.resolve("folder/source.md"), "[[target]]");
        store = DocumentStore.open(root, false);
        assertThat(store.awaitIndex(Duration.ofSeconds(20))).isTrue();
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    private List<String> backlinks() {
        return store.links((Resolution.Document) store.resolve("target.md")).orElseThrow().backlinks().stream()
                .map(back -> back.source() + ":" + back.link().line())
                .toList();
    }

    private List<String> documents() {
        return store.documents((Resolution.Folder) store.resolve(".")).stream()
                .map(Listed::path)
                .sorted()
                .toList();
    }

    private void awaitBacklinks(String... expected) {
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(backlinks()).containsExactly(expected));
    }

    @Test
    void aSavedDocumentIsIndexed() throws IOException {
        Files.writeString(root.resolve("folder/source.md"), "\n\n[[target]]");
        awaitBacklinks("folder/source.md:3");
    }

    @Test
    void aDocumentSavedByRenamingIsIndexed() throws IOException {
        Path draft = Files.writeString(root.resolve("folder/draft.tmp"), "\n[[target]]");
        Files.move(draft, root.resolve("folder/source.md"), StandardCopyOption.REPLACE_EXISTING);
        awaitBacklinks("folder/source.md:2");
    }

    @Test
    void newAndDeletedDocumentsAreNoticed() throws IOException {
        Files.writeString(root.resolve("new.md"), "[[target]]");
        Files.delete(root.resolve("folder/source.md"));
        awaitBacklinks("new.md:1");
        assertThat(documents()).containsExactly("new.md", "target.md");
    }

    @Test
    void renamedDocumentsAndFoldersAreNoticed() throws IOException {
        Files.move(root.resolve("folder/source.md"), root.resolve("folder/renamed.md"));
        awaitBacklinks("folder/renamed.md:1");
        Files.move(root.resolve("folder"), root.resolve("moved"));
        awaitBacklinks("moved/renamed.md:1");
        Files.writeString(root.resolve("moved/renamed.md"), "\n[[target]]");
        awaitBacklinks("moved/renamed.md:2");
        assertThat(documents()).containsExactly("moved/renamed.md", "target.md");
    }

    @Test
    void documentsInNewNestedFoldersAreIndexed() throws IOException {
        Files.createDirectories(root.resolve("a/b/c"));
        Files.writeString(root.resolve("a/b/c/deep.md"), "[[target]]");
        awaitBacklinks("a/b/c/deep.md:1", "folder/source.md:1");
    }

    @Test
    void aFolderMovedIntoAnotherFolderIsNoticed() throws IOException {
        Files.createDirectory(root.resolve("shelf"));
        Files.writeString(root.resolve("shelf/first.md"), "");
        Files.move(root.resolve("folder"), root.resolve("shelf/folder"));
        awaitBacklinks("shelf/folder/source.md:1");
        assertThat(documents()).containsExactly("shelf/first.md", "shelf/folder/source.md", "target.md");
    }

    @Test
    void noDocumentIsMissedWhenTheEventQueueOverflows() throws IOException {
        for (int i = 0; i < 2_000; i++) {
            Files.writeString(root.resolve("folder/" + i + ".md"), "");
        }
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(documents()).hasSize(2_002));
    }

    @Test
    void ownChangesAreIndexedAtOnce() throws IOException {
        store.create("here.md", "{++[[target]]++}");
        assertThat(backlinks()).containsExactly("folder/source.md:1", "here.md:1");
        store.remove((Resolution.Document) store.resolve("here.md"), "{++[[target]]++}");
        assertThat(backlinks()).containsExactly("folder/source.md:1");
    }

    @Test
    void hiddenFilesAreIgnored() throws IOException {
        Files.createDirectory(root.resolve(".obsidian"));
        Files.writeString(root.resolve(".obsidian/x.md"), "[[target]]");
        Files.writeString(root.resolve("seen.md"), "[[target]]");
        awaitBacklinks("folder/source.md:1", "seen.md:1");
    }
}
