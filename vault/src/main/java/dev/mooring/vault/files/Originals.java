package dev.mooring.vault.files;

import dev.mooring.vault.files.FileReplacer.Update;
import dev.mooring.vault.files.LinuxFiles.Taken;
import dev.mooring.vault.text.Graphemes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The originals of replaced documents that a program may still write to, and those that a killed process left behind. An
 * original that is unchanged is deleted. An original that has changed holds a person's text that the document lacks:
 *
 * <ul>
 *   <li>If the document is exactly what Mooring wrote, the original becomes the document again. Mooring's change is applied
 *       to it again, or reported in the log as not applied.
 *   <li>If the document has changed too, the original becomes a document beside it, {@code note (recovered …).md}.
 * </ul>
 *
 * <p>Thread-safe. Checks run on one daemon thread, under the document's lock.
 */
final class Originals implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Originals.class);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH.mm.ss");
    private static final long CHECK_MILLIS = 500;

    /** The longest name that common file systems allow. */
    private static final int MAX_NAME_BYTES = 255;

    private final VaultFolder folder;
    private final LockFile locks;
    private final FileReplacer replacer;
    private final Supplier<Optional<LinuxFiles>> linux;
    private final long watchNanos;
    private final ScheduledExecutorService checks = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("vault-originals").factory());

    /**
     * Creates the checks.
     *
     * @param watchMillis how long to check an original where there are no leases
     */
    Originals(
            VaultFolder folder,
            LockFile locks,
            FileReplacer replacer,
            Supplier<Optional<LinuxFiles>> linux,
            long watchMillis) {
        this.folder = folder;
        this.locks = locks;
        this.replacer = replacer;
        this.linux = linux;
        this.watchNanos = TimeUnit.MILLISECONDS.toNanos(watchMillis);
    }

    /** An original to check until a point in time. */
    private record WatchedOriginal(
            SwappedFile original,
            @Nullable Path document,
            Optional<Update> update,
            long until,
            @Nullable FileState seen) {

        WatchedOriginal withSeen(FileState state) {
            return new WatchedOriginal(original, document, update, until, state);
        }

        /** Returns the same with another path to the folder of both files. */
        WatchedOriginal in(Path folder) {
            Path file = document == null ? null : folder.resolve(document.getFileName());
            return new WatchedOriginal(original.in(folder), file, update, until, seen);
        }
    }

    /** Returns the watcher of files in a pinned folder. The checks come later, so they pin the folder again. */
    FileReplacer.OriginalsWatcher in(PinnedFolder pinned) {
        return (original, document, update) -> {
            var watched = new WatchedOriginal(original, document, update, System.nanoTime() + watchNanos, null);
            checkLater(watched.in(pinned.real()));
        };
    }

    private PinnedFolder pin(SwappedFile original) throws IOException {
        return PinnedFolder.open(linux.get(), folder.root(), PinnedFolder.folderOf(original.file()));
    }

    /** Disposes of a hidden file that another process left behind. Does nothing if it is another file or still in use. */
    void recover(Path file) {
        try {
            Optional<SwappedFile> hidden = SwappedFile.parse(file);
            if (hidden.isPresent() && !hidden.get().isOwnerRunning()) {
                Path document = documentOf(hidden.get());
                long age = FileState.of(file).nanosSinceSwap();
                long until = System.nanoTime() + Math.max(0, watchNanos - age);
                check(new WatchedOriginal(hidden.get(), document, Optional.empty(), until, null));
            }
        } catch (NoSuchFileException e) {
            LOG.debug("{} does not exist any more", file);
        } catch (IOException e) {
            LOG.warn("Cannot check {}, which a stopped process left behind. It may hold text of a document.", file, e);
        }
    }

    /** Returns the document that a hidden file belongs to; null if it was removed or renamed. */
    private @Nullable Path documentOf(SwappedFile hidden) throws IOException {
        try (OpenFolder siblings = OpenFolder.open(folder.root(), PinnedFolder.folderOf(hidden.file()))) {
            return siblings.names().stream()
                    .filter(hidden::belongsTo)
                    .findFirst()
                    .map(hidden.file()::resolveSibling)
                    .orElse(null);
        }
    }

    private void checkLater(WatchedOriginal watched) {
        try {
            var _ = checks.schedule(() -> checkOrLog(watched), CHECK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("{} is checked on the next start", watched.original.file());
        }
    }

    private void checkOrLog(WatchedOriginal watched) {
        try {
            check(watched);
        } catch (NoSuchFileException e) {
            LOG.debug("{} does not exist any more", watched.original.file());
        } catch (IOException e) {
            if (System.nanoTime() < watched.until) {
                LOG.debug("Cannot check {} yet", watched.original.file(), e);
                checkLater(watched);
            } else {
                warn(watched, e);
            }
        } catch (RuntimeException e) {
            warn(watched, e);
        }
    }

    private static void warn(WatchedOriginal watched, Exception e) {
        LOG.warn(
                "Cannot check {}. It may hold text of a document. The next start checks it again.",
                watched.original.file(),
                e);
    }

    private void check(WatchedOriginal watched) throws IOException {
        String path = folder.pathOf(watched.document == null ? watched.original.file() : watched.document);
        FileState state = FileState.of(watched.original.file());
        boolean isDone;
        try {
            isDone = locks.locked(path, () -> {
                try (PinnedFolder pinned = pin(watched.original)) {
                    return deleteOrRestore(watched.in(pinned.path()), state, path, pinned);
                }
            });
        } catch (DocumentBusy e) {
            isDone = false;
        }
        if (!isDone) {
            checkLater(watched.withSeen(state));
        }
    }

    /** Deletes or restores the original. Returns false if it must be checked again. */
    private boolean deleteOrRestore(WatchedOriginal watched, FileState state, String path, PinnedFolder pinned)
            throws IOException {
        Path file = watched.original.file();
        if (holdsNewContent(watched, FileState.of(file))) {
            Files.delete(file);
            return true;
        }
        try (FileLease lease = FileLease.tryTake(linux.get(), file)) {
            if (lease.taken() == Taken.WRITER) {
                return false;
            }
            if (lease.hash().equals(watched.original.before())) {
                boolean isUnused =
                        lease.taken() == Taken.GRANTED ? lease.isUnbroken() : System.nanoTime() >= watched.until;
                if (isUnused) {
                    Files.delete(file);
                }
                return isUnused;
            }
            boolean isComplete = lease.taken() == Taken.GRANTED || isQuiet(watched, state);
            return isComplete && restore(watched, path, pinned);
        }
    }

    private static boolean isQuiet(WatchedOriginal watched, FileState state) {
        return watched.seen != null && watched.seen.isSameContent(state);
    }

    /** Returns whether the process was killed before the swap. A file with the document's inode is another name of it. */
    private static boolean holdsNewContent(WatchedOriginal watched, FileState state) throws IOException {
        SwappedFile hidden = watched.original;
        if (hidden.isNewDocument()) {
            return true;
        }
        String current = watched.document == null || Files.notExists(watched.document)
                ? ""
                : FileState.of(watched.document).inode();
        if (state.inode().equals(hidden.inode())) {
            return !hidden.inode().equals("0") && current.equals(state.inode());
        }
        // A file that is not the original is new content. Some file systems change inodes, so its content decides.
        return current.equals(hidden.inode())
                || Files.size(hidden.file()) == 0
                || SwappedFile.hash(PinnedFolder.allBytes(hidden.file())).equals(hidden.after());
    }

    /** Brings back an original that has changed. Returns false if it must be checked again. */
    private boolean restore(WatchedOriginal watched, String path, PinnedFolder pinned) throws IOException {
        Path document = watched.document;
        if (document == null || Files.notExists(document, LinkOption.NOFOLLOW_LINKS)) {
            return restoreAs(watched, document == null ? recoveredName(watched) : document, pinned);
        }
        try (FileLease lease = FileLease.tryTake(linux.get(), document)) {
            if (lease.taken() == Taken.WRITER) {
                return false;
            }
            if (!lease.hash().equals(watched.original.after())) {
                return restoreAs(watched, recoveredName(watched), pinned);
            }
            if (!replacer.swapBack(document, watched.original, lease.state().inode(), in(pinned))) {
                return false;
            }
        }
        boolean isApplied =
                watched.update.isPresent() && replacer.replace(document, path, watched.update.get(), in(pinned));
        if (isApplied) {
            LOG.info("An editor saved {} while Mooring changed it. Mooring has applied its change again.", path);
        } else {
            LOG.warn(
                    "An editor saved {} while Mooring changed it. The editor's text is restored. Mooring's last change to "
                            + "the document is not applied.",
                    path);
        }
        return true;
    }

    private boolean restoreAs(WatchedOriginal watched, Path target, PinnedFolder pinned) throws IOException {
        try {
            replacer.moveToNew(watched.original.file(), target);
        } catch (FileAlreadyExistsException e) {
            return false;
        }
        NewFile.syncFolder(pinned.path());
        LOG.warn(
                "Recovered text that an editor saved while Mooring changed {}: see {}. Compare the two documents, and "
                        + "delete the recovered one.",
                watched.document == null
                        ? "a document that does not exist any more"
                        : folder.pathOf(pinned.real().resolve(watched.document.getFileName())),
                folder.pathOf(pinned.real().resolve(target.getFileName())));
        return true;
    }

    private static Path recoveredName(WatchedOriginal watched) {
        String suffix = "recovered " + LocalDateTime.now(ZoneId.systemDefault()).format(TIME);
        if (watched.document == null) {
            return watched.original.file().resolveSibling(suffix + ".md");
        }
        String name = watched.document.getFileName().toString();
        int dot = name.lastIndexOf('.');
        String end = " (" + suffix + ")" + name.substring(dot);
        return watched.document.resolveSibling(prefix(name.substring(0, dot), MAX_NAME_BYTES - bytes(end)) + end);
    }

    /** Returns the longest prefix of whole characters that has at most so many bytes. */
    private static String prefix(String name, int maxBytes) {
        String prefix = name;
        while (bytes(prefix) > maxBytes) {
            prefix = Graphemes.prefix(prefix, prefix.length() - 1);
        }
        return prefix;
    }

    private static int bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Stops checking. The remaining originals are checked on the next start. */
    @Override
    public void close() {
        checks.shutdownNow();
    }
}
