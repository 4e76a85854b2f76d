package dev.mooring.vault.files;

import static dev.mooring.vault.files.EditedDocument.CHANGE;
import static dev.mooring.vault.files.EditedDocument.OLD;
import static dev.mooring.vault.files.EditedDocument.OTHER;
import static dev.mooring.vault.files.EditedDocument.SAVED;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An editor opens or replaces a document right before or right after Mooring swaps the new file in. */
@Tag("process")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SaveAroundTheSwapTest {

    private EditedDocument document;
    private EditorProcess editor;

    @BeforeEach
    void open(@TempDir Path temporary) throws IOException {
        document = new EditedDocument(temporary);
        editor = document.editor;
        EditedDocument.assumeLeases();
    }

    @AfterEach
    void close() {
        document.close();
    }

    private void change(Runnable beforeSwap, Runnable afterSwap) throws IOException {
        try (var files = document.open(new InterruptedSwap(beforeSwap, afterSwap))) {
            document.change(files);
        }
    }

    @Test
    void anEditorThatOpensTheFileJustBeforeTheSwapSavesFirst() throws IOException {
        change(editor::startBlockedSave, () -> {});
        editor.awaitSave();
        document.assertContent(CHANGE + SAVED);
        document.assertNoHiddenFiles();
    }

    @Test
    void anEditorThatOpensTheFileJustAfterTheSwapSavesLast() throws IOException {
        change(() -> {}, editor::save);
        document.assertContent(SAVED);
        document.assertNoHiddenFiles();
    }

    @Test
    void aFileThatAnEditorPutsInPlaceJustBeforeTheSwapIsTheBase() throws IOException {
        change(this::replace, () -> {});
        document.assertContent(CHANGE + SAVED);
        document.assertNoHiddenFiles();
    }

    @Test
    void aFileThatAnEditorPutsInPlaceJustAfterTheSwapStays() throws IOException {
        change(() -> {}, this::replace);
        document.assertContent(SAVED);
        document.assertNoHiddenFiles();
    }

    /** Puts a file with the text that the person saved in the document's place. */
    private void replace() {
        try {
            Path draft = Files.writeString(document.root.resolve(".draft"), SAVED);
            Files.move(draft, document.file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The second editor has the new file open while Mooring swaps the files back. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void theTextsOfTwoEditorsOnBothSidesOfTheSwapAreKept(int steps) throws IOException {
        var second = document.startSecondEditor();
        var linux = new InterruptedSwap(editor::startBlockedSave, () -> second.startSave(steps));
        try (var files = document.open(linux)) {
            document.change(files);
            editor.awaitSave();
            second.finishSave(steps);
            document.awaitTexts(CHANGE + SAVED, OTHER);
            document.assertNoHiddenFiles();
        }
    }

    @Test
    void aSecondEditorThatClosesTheNewFileWithoutASaveLeavesNothing() throws IOException {
        var second = document.startSecondEditor();
        var linux = new InterruptedSwap(editor::startBlockedSave, () -> second.run("open", "close"));
        try (var files = document.open(linux)) {
            document.change(files);
            editor.awaitSave();
            document.awaitNoHiddenFiles();
            document.assertTexts(CHANGE + SAVED);
        }
    }

    /** Something that happens before the first swap, and an editor that opens the hidden file during the check of a swap. */
    private final class InterruptedCheck extends LinuxFiles {

        private final Runnable beforeSwap;
        private final int checkedSwap;
        private final AtomicInteger swaps = new AtomicInteger();
        private final AtomicBoolean isChecked = new AtomicBoolean();
        private final List<EditorProcess> editors = new ArrayList<>();

        InterruptedCheck(Runnable beforeSwap, int checkedSwap) {
            this.beforeSwap = beforeSwap;
            this.checkedSwap = checkedSwap;
        }

        @Override
        boolean exchange(int folder, Path one, Path other) throws IOException {
            if (swaps.getAndIncrement() == 0) {
                beforeSwap.run();
            }
            return super.exchange(folder, one, other);
        }

        @Override
        boolean hasLease(int descriptor) {
            boolean hasLease = super.hasLease(descriptor);
            if (swaps.get() == checkedSwap && !isChecked.getAndSet(true)) {
                startSavingHiddenFile();
            }
            return hasLease;
        }

        /** The editor has found the hidden file under the document's name, and opens it only now. */
        private void startSavingHiddenFile() {
            try {
                var started = document.startEditor(document.hiddenFiles().getFirst(), OTHER);
                started.startBlockedSave();
                editors.add(started);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        void awaitSave() {
            editors.getFirst().awaitSave();
        }
    }

    @Test
    void anEditorThatOpensTheOriginalDuringItsCheckSavesFirst() throws IOException {
        var linux = new InterruptedCheck(() -> {}, 1);
        try (var files = document.open(linux)) {
            document.change(files);
            linux.awaitSave();
            document.assertTexts(CHANGE + OTHER);
            document.assertNoHiddenFiles();
        }
    }

    @Test
    void theTextOfAnEditorThatOpensTheNewFileDuringItsCheckIsKept() throws IOException {
        var linux = new InterruptedCheck(editor::startBlockedSave, 2);
        try (var files = document.open(linux)) {
            document.change(files);
            editor.awaitSave();
            linux.awaitSave();
            document.awaitTexts(CHANGE + SAVED, OTHER);
            document.assertNoHiddenFiles();
        }
    }

    @Test
    void withoutLeasesTheTextOfAnEditorThatHasOpenedTheNewFileIsKept() throws IOException {
        var second = document.startSecondEditor();
        try (var appender = FileChannel.open(document.file, StandardOpenOption.APPEND)) {
            var linux = new InterruptedSwap(() -> write(appender, "appended"), () -> second.run("open")) {
                @Override
                Taken takeLease(int descriptor) {
                    return Taken.UNSUPPORTED;
                }
            };
            try (var files = document.open(linux)) {
                document.change(files);
                document.assertTexts(CHANGE + OLD + "appended");
                second.finishSave(1);
                document.awaitTexts(CHANGE + OLD + "appended", OTHER);
            }
        }
    }

    private static void write(FileChannel channel, String text) {
        try {
            int _ = channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
