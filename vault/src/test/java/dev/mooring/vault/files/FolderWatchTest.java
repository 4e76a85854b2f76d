package dev.mooring.vault.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FolderWatchTest {

    @TempDir
    Path temporary;

    private final List<String> events = new CopyOnWriteArrayList<>();
    private Path root;

    @BeforeEach
    void folders() throws IOException {
        root = Files.createDirectories(temporary.toRealPath().resolve("vault"));
        Files.createDirectories(root.resolve("from/moving"));
        Files.createDirectory(root.resolve("to"));
    }

    private final FolderWatch.Listener listener = new FolderWatch.Listener() {
        @Override
        public void documentTouched(Path file) {
            events.add("touched " + root.relativize(file));
        }

        @Override
        public void folderRemoved(Path folder) {
            events.add("removed " + root.relativize(folder));
        }

        @Override
        public void rescan() {
            events.add("rescan");
        }
    };

    @Test
    void aMovedFolderIsReportedAsRemovedEvenIfTheNewPathIsSeenFirst() throws IOException {
        try (var watch = new FolderWatch(new VaultFolder(root, false), listener)) {
            for (String folder : List.of("", "from", "from/moving", "to")) {
                watch.add(root.resolve(folder));
            }
            // The folder "to" has something to tell already when the other one moves in there.
            Files.createFile(root.resolve("to/first.md"));
            Files.move(root.resolve("from/moving"), root.resolve("to/moving"));
            watch.start();

            await().untilAsserted(() -> assertThat(events).contains("touched to/first.md", "removed from/moving"));
            Files.createFile(root.resolve("to/moving/later.md"));
            await().untilAsserted(() -> assertThat(events).contains("touched to/moving/later.md"));
        }
    }

    /** Stands for the JDK's implementation on systems without file notifications. */
    private record PollingWatchService(WatchService real) implements WatchService {
        @Override
        public WatchKey poll() {
            return real.poll();
        }

        @Override
        public WatchKey poll(long timeout, TimeUnit unit) throws InterruptedException {
            return real.poll(timeout, unit);
        }

        @Override
        public WatchKey take() throws InterruptedException {
            return real.take();
        }

        @Override
        public void close() throws IOException {
            real.close();
        }
    }

    @Test
    void theListenerRescansRepeatedlyOnASystemWithoutNotifications() throws IOException {
        var service = new PollingWatchService(root.getFileSystem().newWatchService());
        try (var watch = new FolderWatch(new VaultFolder(root, false), listener, service)) {
            watch.add(root);
            watch.start();
            await().untilAsserted(() -> assertThat(events).hasSizeGreaterThan(1).containsOnly("rescan"));
        }
    }
}
