package dev.mooring.vault.files;

import static dev.mooring.vault.files.EditedDocument.CHANGE;
import static dev.mooring.vault.files.EditedDocument.OLD;
import static dev.mooring.vault.files.EditedDocument.SAVED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The thread that changes or removes a document is interrupted. */
@Tag("process")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class InterruptedChangeTest {

    private EditedDocument document;

    @BeforeEach
    void open(@TempDir Path temporary) throws IOException {
        document = new EditedDocument(temporary);
        EditedDocument.assumeLeases();
    }

    @AfterEach
    void close() {
        document.close();
    }

    private static void interrupt() {
        Thread.currentThread().interrupt();
    }

    private static void assertInterrupted(ThrowingCallable change) {
        assertThatThrownBy(change).isInstanceOf(ClosedByInterruptException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void theOriginalIsDeletedIfTheChangeIsInterruptedAfterTheSwap() throws IOException {
        var linux = new InterruptedSwap(() -> {}, InterruptedChangeTest::interrupt);
        try (var files = document.open(linux)) {
            assertInterrupted(() -> document.change(files));
            document.awaitNoHiddenFiles();
            document.assertTexts(CHANGE + OLD);
        }
    }

    @Test
    void anOriginalIsCheckedAgainAfterAFailure() throws IOException {
        var failures = new AtomicInteger();
        var linux = new InterruptedSwap(() -> {}, InterruptedChangeTest::interrupt) {
            @Override
            int open(int folder, Path opened) throws IOException {
                if (SwappedFile.parse(opened).isPresent() && failures.getAndIncrement() == 0) {
                    throw new IOException("Input/output error");
                }
                return super.open(folder, opened);
            }
        };
        try (var files = document.open(linux)) {
            assertInterrupted(() -> document.change(files));
            document.awaitNoHiddenFiles();
            assertThat(failures).hasValue(2);
        }
    }

    @Test
    void theEditorsTextIsTheBaseIfTheChangeIsInterruptedAfterTheSwap() throws IOException {
        var linux = new InterruptedSwap(document.editor::startBlockedSave, InterruptedChangeTest::interrupt);
        try (var files = document.open(linux)) {
            assertInterrupted(() -> document.change(files));
            document.editor.awaitSave();
            document.awaitTexts(CHANGE + SAVED);
            document.awaitNoHiddenFiles();
        }
    }

    @Test
    void theDocumentStaysIfItsRemovalIsInterrupted() throws IOException {
        var linux = new LinuxFiles() {
            @Override
            Taken takeLease(int descriptor) throws IOException {
                interrupt();
                return super.takeLease(descriptor);
            }
        };
        try (var files = document.open(linux)) {
            assertInterrupted(() -> files.remove(document.resolve(), OLD));
            document.assertTexts(OLD);
            document.assertNoHiddenFiles();
        }
    }
}
