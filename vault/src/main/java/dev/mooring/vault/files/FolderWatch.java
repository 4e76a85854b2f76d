package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches a vault's folder for changes by any program. Uses the operating system's notifications. If they are not
 * available for every folder, it asks its listener to rescan once a second.
 */
public final class FolderWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FolderWatch.class);
    private static final long POLL_MILLIS = 1_000;

    /** How long to collect events, because every save of a document causes several of them. */
    private static final long COLLECT_MILLIS = 5;

    private final VaultFolder vault;
    private final Listener listener;
    private final WatchService service;
    private final Map<WatchKey, Path> watched = new ConcurrentHashMap<>();
    private volatile boolean mustPoll;
    private volatile boolean closed;

    /** Receives the changes, on the watch's thread. {@link #add} also calls it, on the thread of its caller. */
    public interface Listener {

        /** A document or attachment may have been written, created or removed. */
        void documentTouched(Path file);

        /** A folder was removed or moved away, with everything in it. */
        void folderRemoved(Path folder);

        /** Anything may have changed, so the listener must compare all files with what it knows. */
        void rescan();
    }

    /** Creates a watch that watches no folder yet. */
    public FolderWatch(VaultFolder vault, Listener listener) throws IOException {
        this(vault, listener, vault.root().getFileSystem().newWatchService());
    }

    FolderWatch(VaultFolder vault, Listener listener, WatchService service) {
        this.vault = vault;
        this.listener = listener;
        this.service = service;
        // The JDK's polling implementation polls less often than this class does.
        this.mustPoll = service.getClass().getSimpleName().contains("Polling");
    }

    /** Starts the watch's thread. */
    public void start() {
        Thread.ofPlatform().daemon().name("vault-watch").start(this::run);
    }

    /** Watches a folder, without the folders in it. */
    public void add(Path folder) {
        if (mustPoll || closed) {
            return;
        }
        try {
            WatchKey key = folder.register(
                    service,
                    StandardWatchEventKinds.ENTRY_CREATE,
                    StandardWatchEventKinds.ENTRY_DELETE,
                    StandardWatchEventKinds.ENTRY_MODIFY);
            Path previous = watched.put(key, folder);
            if (previous != null && !previous.equals(folder) && Files.notExists(previous)) {
                // The key identifies the folder, not its path: the folder was moved here from its previous path.
                listener.folderRemoved(previous);
            }
        } catch (IOException e) {
            if (Files.isDirectory(folder)) {
                LOG.info("Cannot watch {} ({}). Rescanning the vault every second instead.", folder, e.getMessage());
                mustPoll = true;
            }
        } catch (ClosedWatchServiceException e) {
            closed = true;
        }
    }

    private void run() {
        long lastRescan = System.nanoTime();
        try {
            while (!closed) {
                WatchKey key = service.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (key != null) {
                    Thread.sleep(COLLECT_MILLIS);
                    for (WatchKey next = key; next != null; next = service.poll()) {
                        handle(next);
                    }
                }
                if (mustPoll && System.nanoTime() - lastRescan >= TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS)) {
                    listener.rescan();
                    lastRescan = System.nanoTime();
                }
            }
        } catch (ClosedWatchServiceException | InterruptedException e) {
            closed = true;
        }
    }

    private void handle(WatchKey key) {
        Path folder = watched.get(key);
        for (WatchEvent<?> event : key.pollEvents()) {
            if (event.kind().equals(StandardWatchEventKinds.OVERFLOW)) {
                listener.rescan();
            } else if (folder != null && event.context() instanceof Path name) {
                handle(folder.resolve(name), event.kind());
            }
        }
        if (!key.reset()) {
            watched.remove(key);
        }
    }

    private void handle(Path path, WatchEvent.Kind<?> kind) {
        String name = path.getFileName().toString();
        if (!vault.isVisible(name)) {
            return;
        }
        if (kind.equals(StandardWatchEventKinds.ENTRY_CREATE) && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            walkNewFolder(path);
        } else if (kind.equals(StandardWatchEventKinds.ENTRY_DELETE) && Files.notExists(path)) {
            boolean wasFolder = watched.entrySet().removeIf(entry -> {
                boolean isBelow = entry.getValue().startsWith(path);
                if (isBelow) {
                    entry.getKey().cancel();
                }
                return isBelow;
            });
            if (wasFolder) {
                listener.folderRemoved(path);
            }
        }
        if (PathRules.isDocument(name) || PathRules.isAttachment(name)) {
            listener.documentTouched(path);
        }
    }

    private void walkNewFolder(Path folder) {
        DocumentWalk.walk(vault, folder, new DocumentWalk.Visitor() {
            @Override
            public void folder(Path found) {
                add(found);
            }

            @Override
            public void document(DocumentWalk.Listed document) {
                listener.documentTouched(document.file());
            }

            @Override
            public void attachment(DocumentWalk.Listed attachment) {
                listener.documentTouched(attachment.file());
            }
        });
    }

    /** Stops watching. The thread ends soon after. */
    @Override
    public void close() throws IOException {
        closed = true;
        service.close();
    }
}
