package dev.mooring.vault.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mooring.vault.files.DocumentFiles.Change;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** A document in a folder of its own that editors save in place, each in its own process, while Mooring changes it. */
final class EditedDocument implements AutoCloseable {

    static final String OLD = "The old text.\n".repeat(2_000);
    static final String SAVED = "The text that the person saved.\n".repeat(2_000);
    static final String OTHER = "The text of another person.\n".repeat(2_000);

    /** What a change inserts at the start of the document. */
    static final String CHANGE = "changed\n";

    final Path root;
    final Path file;
    final VaultFolder folder;

    /** The editor that saves the text {@link #SAVED}. */
    final EditorProcess editor;

    private final Path drafts;
    private final List<EditorProcess> editors = new ArrayList<>();

    EditedDocument(Path temporary) throws IOException {
        root = Files.createDirectory(temporary.toRealPath().resolve("vault"));
        drafts = Files.createDirectory(temporary.resolve("drafts"));
        file = Files.writeString(root.resolve("a.md"), OLD);
        folder = new VaultFolder(root, false);
        editor = startEditor(file, SAVED);
    }

    /** Skips the test if the system has no file leases. */
    static void assumeLeases() {
        assumeTrue(LinuxFiles.instance().isPresent(), "there are file leases");
    }

    /** Starts an editor that saves a text. It ends with this fixture. */
    EditorProcess startEditor(Path opened, String text) throws IOException {
        Path draft = Files.writeString(drafts.resolve("draft" + editors.size()), text);
        var started = new EditorProcess(opened, draft);
        editors.add(started);
        return started;
    }

    /** Starts an editor of this document that saves the text {@link #OTHER}. */
    EditorProcess startSecondEditor() throws IOException {
        return startEditor(file, OTHER);
    }

    DocumentFiles open(LinuxFiles linux) {
        return new DocumentFiles(folder, () -> Optional.of(linux), 60_000);
    }

    Resolution.Document resolve() {
        return (Resolution.Document) folder.resolve("a.md");
    }

    void change(DocumentFiles files) throws IOException {
        files.change(resolve(), raw -> new Change<>(Optional.of(CHANGE + raw), true));
    }

    /** Changes the document on another thread. */
    CompletableFuture<Void> startChange(DocumentFiles files) {
        return CompletableFuture.runAsync(() -> {
            try {
                change(files);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    void assertContent(String text) {
        assertThat(file).hasContent(text);
    }

    void awaitContent(String text) {
        await().untilAsserted(() -> assertContent(text));
    }

    /** Asserts that the documents of the folder have exactly these texts, in any order. */
    void assertTexts(String... texts) throws IOException {
        try (Stream<Path> listed = Files.list(root)) {
            assertThat(listed.filter(Files::isRegularFile)
                            .filter(path -> path.toString().endsWith(".md"))
                            .map(EditedDocument::text))
                    .containsExactlyInAnyOrder(texts);
        }
    }

    void awaitTexts(String... texts) {
        await().untilAsserted(() -> assertTexts(texts));
    }

    private static String text(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    List<Path> hiddenFiles() throws IOException {
        try (Stream<Path> listed = Files.list(root)) {
            return listed.filter(path -> SwappedFile.parse(path).isPresent()).toList();
        }
    }

    void assertNoHiddenFiles() throws IOException {
        assertThat(hiddenFiles()).isEmpty();
    }

    void awaitNoHiddenFiles() {
        await().untilAsserted(this::assertNoHiddenFiles);
    }

    @Override
    public void close() {
        editors.forEach(EditorProcess::close);
    }
}
