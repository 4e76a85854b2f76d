package dev.mooring.vault.files;

import static dev.mooring.vault.files.EditedDocument.CHANGE;
import static dev.mooring.vault.files.EditedDocument.OLD;
import static dev.mooring.vault.files.EditedDocument.SAVED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.vault.files.DocumentFiles.Change;
import dev.mooring.vault.files.DocumentFiles.ChangeOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An editor in another process saves a document in place while Mooring changes it with a lease on it. */
@Tag("process")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EditorSaveTest {

    private EditedDocument document;
    private EditorProcess editor;
    private DocumentFiles files;

    @BeforeEach
    void open(@TempDir Path temporary) throws IOException {
        document = new EditedDocument(temporary);
        editor = document.editor;
        files = new DocumentFiles(document.folder);
        EditedDocument.assumeLeases();
    }

    @AfterEach
    void close() throws IOException {
        try {
            document.assertNoHiddenFiles();
        } finally {
            files.close();
            document.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void aChangeIsRefusedWhileAnEditorPausesInASave(int steps) throws IOException {
        editor.startSave(steps);
        String before = Files.readString(document.file);

        assertThatThrownBy(() -> document.change(files))
                .isInstanceOf(DocumentBusy.class)
                .hasMessageContaining("saving a.md")
                .hasMessageContaining("Try again");
        assertThatThrownBy(() -> files.remove(document.resolve(), before)).isInstanceOf(DocumentBusy.class);
        document.assertContent(before);

        editor.finishSave(steps);
        document.change(files);
        document.assertContent(CHANGE + SAVED);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void aChangeWaitsForAnEditorThatFinishesItsSave(int steps) {
        editor.startSave(steps);
        var changed = document.startChange(files);
        editor.finishSave(steps);
        changed.join();
        document.assertContent(CHANGE + SAVED);
    }

    @Test
    void anEditorThatOpensTheFileDuringAChangeSavesFirst() throws IOException {
        var times = new AtomicInteger();
        files.change(document.resolve(), raw -> {
            if (times.getAndIncrement() == 0) {
                editor.startBlockedSave();
            }
            return new Change<>(Optional.of(CHANGE + raw), true);
        });
        editor.awaitSave();
        document.assertContent(CHANGE + SAVED);
    }

    @Test
    void theContentStaysAsItIsIfTheFunctionChangesNothing() throws IOException {
        assertThat(files.change(document.resolve(), _ -> new Change<>(Optional.empty(), true)))
                .isInstanceOf(ChangeOutcome.Decided.class);
        document.assertContent(OLD);
    }

    @Test
    void aRemovalIsRefusedIfTheEditorHasSavedAnotherText() throws IOException {
        editor.save();
        assertThat(files.remove(document.resolve(), OLD)).isFalse();
        assertThat(files.remove(document.resolve(), SAVED)).isTrue();
        assertThat(document.file).doesNotExist();
    }
}
