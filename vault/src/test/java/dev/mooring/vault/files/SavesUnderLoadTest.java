package dev.mooring.vault.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mooring.vault.files.DocumentFiles.Change;
import dev.mooring.vault.server.InMemoryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Another program writes a document again and again while Mooring changes it as fast as it can. */
@Tag("process")
@Timeout(value = 1_200, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SavesUnderLoadTest {

    private static final String LARGE = "A line of the person's text, and then some.\n".repeat(70_000);
    private static final String CHANGE = "changed\n";

    /** In memory, so that changes are as fast as the saves and meet them often. */
    @TempDir(factory = InMemoryFolder.class)
    Path root;

    @TempDir
    Path drafts;

    private Path file;
    private VaultFolder folder;
    private DocumentFiles files;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicInteger changes = new AtomicInteger();
    private final AtomicInteger attempts = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @BeforeEach
    void open() throws IOException {
        assumeTrue(LinuxFiles.instance().isPresent(), "there are file leases");
        file = Files.writeString(root.toRealPath().resolve("a.md"), "");
        folder = new VaultFolder(root, false);
        files = new DocumentFiles(folder);
    }

    @AfterEach
    void close() throws IOException {
        stopped.set(true);
        threads.close();
        if (files != null) {
            files.close();
        }
    }

    /** Starts to put lines in front of the document until the test stops it. */
    private CompletableFuture<Void> startChanging() {
        var document = (Resolution.Document) folder.resolve("a.md");
        return CompletableFuture.runAsync(
                () -> {
                    while (!stopped.get()) {
                        try {
                            files.change(document, raw -> new Change<>(Optional.of(changed(raw)), true));
                            changes.incrementAndGet();
                        } catch (DocumentBusy e) {
                            // The other program is saving.
                        } catch (IOException e) {
                            throw new AssertionError(e);
                        }
                        attempts.incrementAndGet();
                    }
                },
                threads);
    }

    /** Keeps the document's size about the same. */
    private static String changed(String raw) {
        return raw.startsWith(CHANGE.repeat(20)) ? CHANGE + raw.substring(20 * CHANGE.length()) : CHANGE + raw;
    }

    private static String withoutChanges(String raw) {
        int at = 0;
        while (raw.startsWith(CHANGE, at)) {
            at += CHANGE.length();
        }
        return raw.substring(at);
    }

    private void saveWhileChanging(int saves) throws IOException {
        Path draft = Files.writeString(drafts.resolve("draft"), LARGE);
        try (var editor = new EditorProcess(file, draft)) {
            editor.run("save 0");
            CompletableFuture<Void> changing = startChanging();
            for (int i = 1; i <= saves; i++) {
                if (i % 30 == 1) {
                    saveWithAPause(editor);
                    awaitText(LARGE);
                }
                editor.run("save " + i);
                awaitText(EditorProcess.version(String.valueOf(i), LARGE));
            }
            stopped.set(true);
            changing.join();
            assertThat(changes).hasPositiveValue();
            String last = EditorProcess.version(String.valueOf(saves), LARGE);
            assertThat(withoutChanges(Files.readString(file)).equals(last)).isTrue();
        }
    }

    /** Pauses until a change was attempted. A plain rename during the pause would lose the rest of the text. */
    private void saveWithAPause(EditorProcess editor) {
        editor.run("open", "truncate", "half");
        int before = attempts.get();
        await("a change during the save").until(() -> attempts.get() >= before + 2);
        editor.run("rest", "close");
    }

    private void awaitText(String saved) {
        await("the saved text")
                .atMost(Duration.ofSeconds(20))
                .until(() -> withoutChanges(Files.readString(file)).equals(saved));
    }

    @Test
    void savesOfALargeDocumentDuringChangesAreComplete() throws IOException {
        saveWhileChanging(30);
    }

    @Test
    @Tag("long")
    void aThousandSavesOfALargeDocumentDuringChangesAreComplete() throws IOException {
        saveWhileChanging(1_000);
    }

    @Test
    void anAppenderLosesNoLineDuringChanges() throws IOException {
        int lines = 2_000;
        Path draft = Files.writeString(drafts.resolve("draft"), "");
        try (var appender = new EditorProcess(file, draft)) {
            List<CompletableFuture<Void>> changing = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                changing.add(startChanging());
            }
            for (int i = 0; i < lines; i++) {
                appender.run("append " + i);
            }
            stopped.set(true);
            changing.forEach(CompletableFuture::join);
        }
        assertThat(changes).hasPositiveValue();
        assertThat(withoutChanges(Files.readString(file)))
                .isEqualTo(IntStream.range(0, lines).mapToObj(i -> i + "\n").collect(Collectors.joining()));
    }
}
