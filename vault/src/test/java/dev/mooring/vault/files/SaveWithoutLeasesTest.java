package dev.mooring.vault.files;

import static dev.mooring.vault.files.EditedDocument.CHANGE;
import static dev.mooring.vault.files.EditedDocument.OLD;
import static dev.mooring.vault.files.EditedDocument.OTHER;
import static dev.mooring.vault.files.EditedDocument.SAVED;

import dev.mooring.vault.files.DocumentFiles.Change;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An editor in another process saves a document in place while Mooring changes it on a system without file leases. */
@Tag("process")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SaveWithoutLeasesTest {

    private EditedDocument document;
    private EditorProcess editor;
    private DocumentFiles files;

    @BeforeEach
    void open(@TempDir Path temporary) throws IOException {
        document = new EditedDocument(temporary);
        editor = document.editor;
        files = open(60_000);
    }

    private DocumentFiles open(long watchMillis) {
        return new DocumentFiles(document.folder, Optional::empty, watchMillis);
    }

    @AfterEach
    void close() throws IOException {
        files.close();
        document.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void aChangeIsAppliedAgainToWhatAnEditorWritesAfterTheSwap(int steps) throws IOException {
        editor.startSave(steps);
        document.change(files);
        editor.finishSave(steps);
        document.awaitContent(CHANGE + SAVED);
    }

    @Test
    void theEditorsTextIsRestoredIfTheChangeCannotBeAppliedAgain() throws IOException {
        editor.startSave(1);
        files.change(
                document.resolve(),
                raw -> new Change<>(raw.equals(OLD) ? Optional.of(CHANGE + raw) : Optional.empty(), true));
        editor.finishSave(1);
        document.awaitContent(SAVED);
    }

    @Test
    void theEditorsTextBecomesADocumentIfTheDocumentHasChangedToo() throws IOException {
        editor.startSave(1);
        document.change(files);
        Files.writeString(document.file, "changed by another program");
        editor.finishSave(1);
        document.awaitTexts("changed by another program", SAVED);
    }

    @Test
    void theTextOfAnEditorThatHasTheNewFileOpenIsKeptIfTheOriginalIsRestored() throws IOException {
        editor.startSave(1);
        document.change(files);
        var second = document.startSecondEditor();
        second.startSave(1);
        editor.finishSave(1);
        document.awaitContent(CHANGE + SAVED);
        second.finishSave(1);
        document.awaitTexts(CHANGE + SAVED, OTHER);
    }

    @Test
    void aChangeWaitsUntilTheFileIsQuiet() {
        editor.startSave(3);
        var changed = document.startChange(files);
        editor.finishSave(3);
        changed.join();
        document.awaitContent(CHANGE + SAVED);
    }

    /** The name is so long that "(recovered ...)" does not fit. */
    @Test
    void theNameOfARecoveredDocumentIsShortenedToWhatFileSystemsAllow() throws IOException {
        String name = "x" + "\u00E9".repeat(113) + ".md";
        Path longest = Files.move(document.file, document.file.resolveSibling(name));
        var second = document.startEditor(longest, SAVED);
        second.startSave(1);
        files.change(
                (Resolution.Document) document.folder.resolve(name),
                raw -> new Change<>(Optional.of(CHANGE + raw), true));
        Files.writeString(longest, "changed by another program");
        second.finishSave(1);
        document.awaitTexts("changed by another program", SAVED);
    }

    @Test
    void anOriginalThatStaysUnchangedIsDeletedInTheEnd() throws IOException {
        try (var unwatched = open(0)) {
            document.change(unwatched);
            document.assertContent(CHANGE + OLD);
            document.awaitNoHiddenFiles();
        }
    }
}
