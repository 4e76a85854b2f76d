package dev.mooring.vault.files;

import static dev.mooring.vault.files.EditedDocument.CHANGE;
import static dev.mooring.vault.files.EditedDocument.OLD;
import static dev.mooring.vault.files.EditedDocument.OTHER;
import static dev.mooring.vault.files.EditedDocument.SAVED;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that changes a document is killed around the swap, and another process recovers the hidden file. */
@Tag("process")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RecoveryAfterAKillTest {

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

    private void recover() throws IOException {
        try (var files = new DocumentFiles(document.folder)) {
            for (Path hidden : document.hiddenFiles()) {
                files.recover(hidden);
            }
            document.awaitNoHiddenFiles();
        }
    }

    /** Starts a change in its own process, and waits until it prints a line. */
    private Process startChange(String mode, String line) throws IOException {
        Process change = ChildJvm.start(KilledProcess.class, document.root.toString(), "a.md", CHANGE, mode);
        awaitLine(change, line);
        return change;
    }

    /** Starts a change that stops after the swap. An editor opens the document right before the swap. */
    private Process startChangeDuring(String mode, Runnable open) throws IOException {
        Process change = startChange(mode, "before");
        open.run();
        proceed(change);
        return change;
    }

    private static void proceed(Process change) throws IOException {
        change.outputWriter(StandardCharsets.UTF_8).append('\n').flush();
        awaitLine(change, "after");
    }

    private static void awaitLine(Process change, String line) throws IOException {
        assertThat(change.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo(line);
    }

    private static void kill(Process change) throws InterruptedException {
        change.destroyForcibly().waitFor();
    }

    /** Kills a change after its swap. The editor has opened the document before the swap, and saves it after the kill. */
    private void killChangeAndSave() throws Exception {
        kill(startChangeDuring("editor", editor::startBlockedSave));
        editor.awaitSave();
    }

    @Test
    void theTextIsOldAndNothingIsLeftIfTheProcessIsKilledBeforeTheSwap() throws Exception {
        kill(startChange("before", "before"));
        assertThat(document.hiddenFiles()).hasSize(1);
        recover();
        document.assertTexts(OLD);
    }

    @Test
    void theTextIsNewAndNothingIsLeftIfTheProcessIsKilledAfterTheSwap() throws Exception {
        kill(startChange("after", "after"));
        assertThat(document.hiddenFiles()).hasSize(1);
        recover();
        document.assertTexts(CHANGE + OLD);
    }

    @Test
    void whatAnEditorWritesAfterTheKillIsTheDocument() throws Exception {
        killChangeAndSave();
        recover();
        document.assertTexts(SAVED);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void recoveryWaitsForAnEditorThatPausesInItsSave(int steps) throws Exception {
        kill(startChangeDuring("editor", () -> editor.startBlockedSave(steps)));
        editor.awaitSave(steps);

        try (var files = new DocumentFiles(document.folder)) {
            files.recover(document.hiddenFiles().getFirst());
            assertThat(document.hiddenFiles()).hasSize(1);
            document.assertContent(CHANGE + OLD);
            editor.finishSave(steps);
            document.awaitTexts(SAVED);
        }
    }

    @Test
    void theEditorsTextBecomesADocumentIfTheDocumentHasChangedSince() throws Exception {
        killChangeAndSave();
        Files.writeString(document.file, "changed since");

        recover();
        document.assertTexts("changed since", SAVED);
        try (Stream<Path> listed = Files.list(document.root)) {
            assertThat(listed.map(path -> path.getFileName().toString()))
                    .anyMatch(name -> name.startsWith("a (recovered ") && name.endsWith(").md"));
        }
    }

    @Test
    void theTextOfAnEditorThatOpensTheNewFileDuringTheRestorationIsKept() throws Exception {
        killChangeAndSave();

        var second = document.startSecondEditor();
        try (var files = document.open(new InterruptedSwap(second::startBlockedSave, () -> {}))) {
            files.recover(document.hiddenFiles().getFirst());
            second.awaitSave();
            document.awaitTexts(SAVED, OTHER);
            document.assertNoHiddenFiles();
        }
    }

    @Test
    void theTextsOfTwoEditorsAreKeptIfTheProcessIsKilledWhileItSwapsBack() throws Exception {
        var second = document.startSecondEditor();
        Process change = startChangeDuring("swapBack", editor::startBlockedSave);
        second.save();
        proceed(change);
        kill(change);
        editor.awaitSave();

        recover();
        document.assertTexts(SAVED, OTHER);
    }

    /** The first process of a container has the same id after each start. */
    @Test
    void aHiddenFileOfAnEarlierProcessWithTheSameIdIsRecovered() throws IOException {
        SwappedFile own =
                SwappedFile.of(Path.of("a.md"), "1", SwappedFile.hash(new byte[0]), SwappedFile.hash(new byte[1]));
        String name = own.name().toString();
        String earlier = name.substring(0, name.lastIndexOf('-')) + "-00000000.tmp";
        Files.writeString(document.file.resolveSibling(earlier), SAVED);
        assertThat(document.hiddenFiles()).hasSize(1);

        recover();
        document.assertTexts(OLD, SAVED);
    }

    @Test
    void theHiddenFileOfARunningProcessIsLeftAlone() throws Exception {
        Process change = startChange("after", "after");
        List<Path> hidden = document.hiddenFiles();
        try (var files = new DocumentFiles(document.folder)) {
            files.recover(hidden.getFirst());
        }
        assertThat(document.hiddenFiles()).isEqualTo(hidden);
        kill(change);
    }
}
