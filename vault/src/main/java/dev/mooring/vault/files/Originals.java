package dev.mooring.vault.files;

import dev.mooring.vault.files.FileReplacer.Update;
import dev.mooring.vault.files.LinuxFiles.Taken;
import dev.mooring.vault.text.Graphemes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
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
final class Originals implements FileReplacer.OriginalsWatcher, AutoCloseable {

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

    /**
     * An original to check until a point in time.
     *
     * @param folder the real path of the folder of both files
     * @param document the name of the document; null if it was removed or renamed
     * @param seen the attributes that the last check found; null before the first one
     */
    private record WatchedOriginal(
            Path folder,
            SwappedFile original,
            @Nullable Path document,
            Optional<Update> update,
            long until,
            @Nullable FileState seen) {

        WatchedOriginal withSeen(FileState state) {
            return new WatchedOriginal(folder, original, document, update, until, state);
        }

        /** Returns the path of the original. */
        Path file() {
            return folder.resolve(original.name());
        }
    }

    /** The check comes later, so it pins the folder again. */
    @Override
    public void watch(SwappedFile original, FolderEntry document, Optional<Update> update) {
        Path real = document.folder().real();
        long until = System.nanoTime() + watchNanos;
        checkLater(new WatchedOriginal(real, original, document.name(), update, until, null));
    }

    /** Disposes of a hidden file that another process left behind. Does nothing if it is another file or still in use. */
    void recover(Path file) {
        try {
            Optional<SwappedFile> hidden = SwappedFile.parse(file);
            if (hidden.isEmpty()) {
                return;
            }
            FileState state = FileState.of(file);
            if (!hidden.get().isOwnerRunning(state)) {
                Path parent = PinnedFolder.folderOf(file);
                Path document = documentOf(parent, hidden.get());
                long until = System.nanoTime() + Math.max(0, watchNanos - state.nanosSinceSwap());
                check(new WatchedOriginal(parent, hidden.get(), document, Optional.empty(), until, null));
            }
        } catch (NoSuchFileException e) {
            LOG.debug("{} does not exist any more", file);
        } catch (IOException e) {
            LOG.warn("Cannot check {}, which a stopped process left behind. It may hold text of a document.", file, e);
        }
    }

    /** Returns the name of the document that a hidden file belongs to; null if it was removed or renamed. */
    private @Nullable Path documentOf(Path parent, SwappedFile hidden) throws IOException {
        try (OpenFolder siblings = OpenFolder.open(folder.root(), parent)) {
            return siblings.names().stream()
                    .filter(hidden::belongsTo)
                    .findFirst()
                    .orElse(null);
        }
    }

    private void checkLater(WatchedOriginal watched) {
        try {
            var _ = checks.schedule(() -> checkOrLog(watched), CHECK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("{} is checked on the next start", watched.file());
        }
    }

    private void checkOrLog(WatchedOriginal watched) {
        try {
            check(watched);
        } catch (NoSuchFileException e) {
            LOG.debug("{} does not exist any more", watched.file());
        } catch (IOException e) {
            if (System.nanoTime() < watched.until) {
                LOG.debug("Cannot check {} yet", watched.file(), e);
                checkLater(watched);
            } else {
                warn(watched, e);
            }
        } catch (RuntimeException e) {
            warn(watched, e);
        }
    }

    private static void warn(WatchedOriginal watched, Exception e) {
        LOG.warn("Cannot check {}. It may hold text of a document. The next start checks it again.", watched.file(), e);
    }

    private void check(WatchedOriginal watched) throws IOException {
        String path =
                folder.pathOf(watched.document == null ? watched.file() : watched.folder.resolve(watched.document));
        FileState state = FileState.of(watched.file());
        boolean isDone;
        try {
            isDone = locks.locked(path, () -> {
                try (PinnedFolder pinned = PinnedFolder.open(linux.get(), folder.root(), watched.folder)) {
                    return deleteOrRestore(watched, state, path, pinned);
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
        FolderEntry file = pinned.entry(watched.original.name());
        Optional<FolderEntry> document =
                Optional.ofNullable(watched.document).map(pinned::entry).filter(FolderEntry::exists);
        if (holdsNewContent(watched.original, file, document)) {
            file.delete();
            return true;
        }
        try (FileLease lease = FileLease.tryTake(file)) {
            if (lease.taken() == Taken.WRITER) {
                return false;
            }
            if (lease.hash().equals(watched.original.before())) {
                boolean isUnused =
                        lease.taken() == Taken.GRANTED ? lease.isUnbroken() : System.nanoTime() >= watched.until;
                if (isUnused) {
                    file.delete();
                }
                return isUnused;
            }
            boolean isComplete = lease.taken() == Taken.GRANTED || isQuiet(watched, state);
            return isComplete && restore(watched, path, file, document);
        }
    }

    private static boolean isQuiet(WatchedOriginal watched, FileState state) {
        return watched.seen != null && watched.seen.isSameContent(state);
    }

    /** Returns whether the process was killed before the swap. A file with the document's inode is another name of it. */
    private static boolean holdsNewContent(SwappedFile hidden, FolderEntry file, Optional<FolderEntry> document)
            throws IOException {
        if (hidden.isNewDocument()) {
            return true;
        }
        FileState state = file.state();
        String current = document.isEmpty() ? "" : document.get().state().inode();
        if (state.inode().equals(hidden.inode())) {
            return !hidden.inode().equals("0") && current.equals(state.inode());
        }
        // A file that is not the original is new content. Some file systems change inodes, so its content decides.
        return current.equals(hidden.inode())
                || state.size() == 0
                || SwappedFile.hash(file.allBytes()).equals(hidden.after());
    }

    /** Brings back an original that has changed. Returns false if it must be checked again. */
    private boolean restore(WatchedOriginal watched, String path, FolderEntry file, Optional<FolderEntry> document)
            throws IOException {
        if (document.isEmpty()) {
            return restoreAs(watched, watched.document == null ? recoveredName(watched) : watched.document, file);
        }
        try (FileLease lease = FileLease.tryTake(document.get())) {
            if (lease.taken() == Taken.WRITER) {
                return false;
            }
            if (!lease.hash().equals(watched.original.after())) {
                return restoreAs(watched, recoveredName(watched), file);
            }
            if (!replacer.swapBack(
                    document.get(), watched.original, lease.state().inode(), this)) {
                return false;
            }
        }
        boolean isApplied =
                watched.update.isPresent() && replacer.replace(document.get(), path, watched.update.get(), this);
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

    private boolean restoreAs(WatchedOriginal watched, Path target, FolderEntry file) throws IOException {
        try {
            file.moveToNew(file.sibling(target));
        } catch (FileAlreadyExistsException e) {
            return false;
        }
        file.folder().sync();
        LOG.warn(
                "Recovered text that an editor saved while Mooring changed {}: see {}. Compare the two documents, and "
                        + "delete the recovered one.",
                watched.document == null
                        ? "a document that does not exist any more"
                        : folder.pathOf(watched.folder.resolve(watched.document)),
                folder.pathOf(watched.folder.resolve(target)));
        return true;
    }

    private static Path recoveredName(WatchedOriginal watched) {
        String suffix = "recovered " + LocalDateTime.now(ZoneId.systemDefault()).format(TIME);
        if (watched.document == null) {
            return Path.of(suffix + ".md");
        }
        String name = watched.document.toString();
        int dot = name.lastIndexOf('.');
        String end = " (" + suffix + ")" + name.substring(dot);
        return Path.of(prefix(name.substring(0, dot), MAX_NAME_BYTES - bytes(end)) + end);
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
