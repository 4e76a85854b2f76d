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
 * Tells of changes that others make in a vault's folder. It asks the operating system to say so; where that cannot be had
 * for all folders, it asks its listener to look for itself, once a second.
 */
public final class FolderWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FolderWatch.class);
    private static final long POLL_MILLIS = 1_000;

    private final VaultFolder vault;
    private final Listener listener;
    private final WatchService service;
    private final Map<WatchKey, Path> watched = new ConcurrentHashMap<>();
    private volatile boolean mustPoll;
    private volatile boolean closed;

    /** Called by the watching thread only. */
    public interface Listener {

        /** A document was written, or appeared, or is gone. */
        void documentTouched(Path file);

        /** A folder and all that was in it is gone from there. */
        void folderGone(Path folder);

        /** Anything may have changed. */
        void lookForYourself();
    }

    public FolderWatch(VaultFolder vault, Listener listener) throws IOException {
        this(vault, listener, vault.root().getFileSystem().newWatchService());
    }

    FolderWatch(VaultFolder vault, Listener listener, WatchService service) {
        this.vault = vault;
        this.listener = listener;
        this.service = service;
        // The JDK's own polling is slower than ours.
        this.mustPoll = service.getClass().getSimpleName().contains("Polling");
    }

    public void start() {
        Thread.ofPlatform().daemon().name("vault-watch").start(this::run);
    }

    /** Watches this one folder; for folders that are found while walking. */
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
            Path before = watched.put(key, folder);
            if (before != null && !before.equals(folder) && Files.notExists(before)) {
                // The system knows folders by themselves, so this one came from there, and its leaving is heard later.
                listener.folderGone(before);
            }
        } catch (IOException e) {
            if (Files.isDirectory(folder)) {
                LOG.info("Cannot watch {} ({}); looking for changes every second instead", folder, e.getMessage());
                mustPoll = true;
            }
        } catch (ClosedWatchServiceException e) {
            closed = true;
        }
    }

    private void run() {
        long looked = System.nanoTime();
        try {
            while (!closed) {
                WatchKey key = service.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (key != null) {
                    handle(key);
                }
                if (mustPoll && System.nanoTime() - looked >= TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS)) {
                    listener.lookForYourself();
                    looked = System.nanoTime();
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
                listener.lookForYourself();
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
            walkNew(path);
        } else if (kind.equals(StandardWatchEventKinds.ENTRY_DELETE) && Files.notExists(path)) {
            boolean wasFolder = watched.entrySet().removeIf(entry -> {
                boolean gone = entry.getValue().startsWith(path);
                if (gone) {
                    entry.getKey().cancel();
                }
                return gone;
            });
            if (wasFolder) {
                listener.folderGone(path);
            }
        }
        if (PathRules.isDocument(name)) {
            listener.documentTouched(path);
        }
    }

    private void walkNew(Path folder) {
        try {
            DocumentWalk.walk(vault, folder, new DocumentWalk.Visitor() {
                @Override
                public void folder(Path found) {
                    add(found);
                }

                @Override
                public void document(DocumentWalk.Listed document) {
                    listener.documentTouched(document.file());
                }
            });
        } catch (IOException e) {
            LOG.debug("{} went away while it was looked at", folder, e);
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        service.close();
    }
}
