package dev.mooring.vault.files;

import dev.mooring.vault.files.LinuxFiles.Taken;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Replaces, creates and removes files without losing what other programs write to them at the same time. A reader sees
 * either the old or the new content, and the new content is on disk when a method returns. The caller holds the document's
 * lock, which Mooring's processes share. Editors do not take that lock.
 *
 * <p>An editor that saves in place opens the file, truncates it, writes and closes it. With a plain rename, everything
 * that the editor writes after the rename goes to a file without a name. Two measures prevent that.
 *
 * <p>First, a read lease. The kernel grants it only while no process has the file open for writing, and a process that
 * opens it for writing then waits until the lease ends. So the content that this class reads is complete. If an editor
 * waits, this class gives up its own write, lets the editor save, and starts again from what the editor has saved.
 *
 * <p>Second, a swap in place of a rename. The original keeps a name, {@link SwappedFile}. An editor that found the original
 * under the document's name just before the swap may open it just after. So this class keeps the lease until after the swap.
 * If an editor waits then, or the hidden file is not the one with the lease, it swaps the two files back, so that the
 * editor's file is the document again, and starts again. The new file gets a similar check before it is deleted: an editor
 * may have opened it while it was the document. The folder is forced to disk between the swap and the check, which also
 * gives such an editor time.
 *
 * <p>Without leases (other systems, some file systems, files of other users), this class waits until the file has not
 * changed for {@link #QUIET_MILLIS}, and leaves the original to {@link Originals}, which checks it for a minute. Without
 * an exchange of files, a hard link keeps the original.
 *
 * <p>If the process is killed, {@link Originals} finds the hidden file on the next start.
 *
 * <p>No operation follows an entry that is a symbolic link.
 */
final class FileReplacer implements AutoCloseable {

    static final long QUIET_MILLIS = 100;

    private static final long WRITER_TIMEOUT_NANOS = 1_000_000_000;
    private static final int MAX_ATTEMPTS = 20;

    private final OwnWrites ownWrites = new OwnWrites();
    private final DeferredClose deferredClose = new DeferredClose();

    /** Computes the new content of a file. Runs again if another program saves the file meanwhile. */
    @FunctionalInterface
    interface Update {

        /** Returns the new content; empty to leave the file as it is. */
        Optional<byte[]> apply(byte[] current, FileState state) throws IOException;
    }

    /** Receives originals that a program may still write to. */
    @FunctionalInterface
    interface OriginalsWatcher {

        /**
         * Checks an original later.
         *
         * @param update computes the change again if the original turns out to be newer; empty if nothing was changed
         */
        void watch(SwappedFile original, FolderEntry document, Optional<Update> update);
    }

    /**
     * Replaces the content of a file. Returns false if the update left the file as it is.
     *
     * @param path the document's path, for messages
     * @throws NoSuchFileException if the file does not exist
     * @throws DocumentBusy if other programs keep saving the file
     */
    boolean replace(FolderEntry file, String path, Update update, OriginalsWatcher watcher) throws IOException {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            try (FileLease lease = awaitCompleteFile(file, path)) {
                FileState state = lease.state();
                byte[] before = lease.bytes(state);
                Optional<byte[]> after = update.apply(before, state);
                if (after.isEmpty()) {
                    return false;
                }
                if (trySwap(new Swap(file, state, before, after.get(), update, watcher), lease)) {
                    return true;
                }
            }
        }
        throw DocumentBusy.saving(path);
    }

    /** One attempt to replace a file. */
    private static final class Swap {
        final FolderEntry file;
        final FileState state;
        final byte[] before;
        final byte[] after;
        final Update update;
        final OriginalsWatcher watcher;

        Swap(FolderEntry file, FileState state, byte[] before, byte[] after, Update update, OriginalsWatcher watcher) {
            this.file = file;
            this.state = state;
            this.before = before;
            this.after = after;
            this.update = update;
            this.watcher = watcher;
        }
    }

    /** Returns false, with the document as other programs left it, if one of them saved or is saving it. */
    private boolean trySwap(Swap swap, FileLease lease) throws IOException {
        SwappedFile hidden = SwappedFile.of(
                swap.file.name(), swap.state.inode(), SwappedFile.hash(swap.before), SwappedFile.hash(swap.after));
        FolderEntry hiddenFile = swap.file.sibling(hidden.name());
        boolean isSwapped = false;
        boolean isFinished = false;
        try {
            NewFile.writeLike(swap.file, lease, swap.state, hiddenFile, swap.after);
            FileState newState = hiddenFile.state();
            boolean hasWriter = lease.taken() == Taken.GRANTED && !lease.isUnbroken();
            if (hasWriter || !swap.file.state().isSameContent(swap.state)) {
                return false;
            }
            ownWrites.add(swap.file, newState);
            boolean keptOriginal = exchange(swap.file, hidden);
            isSwapped = true;
            swap.file.folder().sync();
            boolean isDone = !keptOriginal || deleteOrWatch(swap, lease, hidden);
            if (!isDone && !swapBack(swap.file, hidden, newState.inode(), swap.watcher)) {
                swap.watcher.watch(hidden, swap.file, Optional.empty());
            }
            isFinished = true;
            return isDone;
        } finally {
            if (!isSwapped) {
                hiddenFile.deleteIfExists();
            } else if (!isFinished) {
                // The document has the new content, although this method fails. An editor may write to the original.
                swap.watcher.watch(hidden, swap.file, Optional.of(swap.update));
            }
        }
    }

    /**
     * Deletes the original, or has it checked later where there are no leases. Returns false, and does neither, if it has a
     * writer or another content.
     *
     * @param lease the one with which the content was read. While it is unbroken, no process can have written to its file.
     */
    private boolean deleteOrWatch(Swap swap, FileLease lease, SwappedFile original) throws IOException {
        FolderEntry originalFile = swap.file.sibling(original.name());
        if (lease.taken() == Taken.UNSUPPORTED) {
            try (FileLease open = FileLease.tryTake(originalFile)) {
                if (!open.hasContent(swap.before)) {
                    return false;
                }
            }
            swap.watcher.watch(original, swap.file, Optional.of(swap.update));
            return true;
        }
        // Another program can have put its own file in place of the document just before the swap.
        String inode = originalFile.state().inode();
        if (!inode.equals(swap.state.inode()) || !lease.isUnbroken()) {
            return false;
        }
        originalFile.delete();
        deferredClose.close(lease.release());
        return true;
    }

    /**
     * Swaps a document's new file and its original back. Deletes the new file, or has it checked later if an editor may have
     * opened it. Returns false if another program has put its own file in place of the new one. That file is the newest, so
     * it stays the document, and the original stays hidden.
     *
     * @param hidden the original
     * @param newInode the inode of the new file
     * @throws NoSuchFileException if the document does not exist any more; the original stays hidden
     */
    boolean swapBack(FolderEntry file, SwappedFile hidden, String newInode, OriginalsWatcher watcher)
            throws IOException {
        // After the exchange, the hidden file looks like a new file that never was the document. If the process is
        // killed then, recovery deletes it. So the new file first gets a second name, under which recovery looks for
        // an editor's text. If the process is killed before the exchange, recovery deletes that name, because it is
        // another name of the document.
        SwappedFile opened = SwappedFile.of(file.name(), newInode, hidden.after(), SwappedFile.NO_CONTENT);
        FolderEntry openedFile = file.sibling(opened.name());
        FolderEntry hiddenFile = file.sibling(hidden.name());
        boolean isLinked = openedFile.linkTo(file);
        boolean isSwapped = false;
        boolean isDeleted = false;
        try {
            exchange(file, hidden);
            isSwapped = true;
            if (!hiddenFile.state().inode().equals(newInode)) {
                exchange(file, hidden);
                isSwapped = false;
                return false;
            }
            if (isLinked) {
                hiddenFile.delete();
            } else {
                hiddenFile.moveTo(openedFile);
            }
            file.folder().sync();
            isDeleted = deleteUnlessOpened(openedFile, opened.before());
            return true;
        } finally {
            if (!isSwapped) {
                openedFile.deleteIfExists();
            } else if (!isDeleted) {
                watcher.watch(opened, file, Optional.empty());
            }
        }
    }

    /** Deletes a file that was the document if no editor can have opened it. Returns whether it is deleted. */
    private static boolean deleteUnlessOpened(FolderEntry file, String hash) throws IOException {
        try (FileLease lease = FileLease.tryTake(file)) {
            boolean isUnused = lease.taken() == Taken.GRANTED && lease.hash().equals(hash) && lease.isUnbroken();
            if (isUnused) {
                file.delete();
            }
            return isUnused;
        }
    }

    /**
     * Exchanges a document's file and a hidden file. Returns false if the file system cannot keep the original, so that
     * the hidden file does not exist any more.
     */
    private static boolean exchange(FolderEntry file, SwappedFile hidden) throws IOException {
        FolderEntry hiddenFile = file.sibling(hidden.name());
        if (hiddenFile.exchange(file)) {
            return true;
        }
        FolderEntry link = file.sibling(hidden.another(file.name()).name());
        boolean isLinked = link.linkTo(file);
        try {
            hiddenFile.moveTo(file);
        } catch (IOException e) {
            link.deleteIfExists();
            throw e;
        }
        if (isLinked) {
            link.moveTo(hiddenFile);
        }
        return isLinked;
    }

    /**
     * Creates a file. Returns false, and changes nothing, if the name is taken. The caller forces the folder to disk.
     *
     * @param template a file whose owner, permissions and other attributes the new file gets; empty for the defaults
     */
    boolean create(FolderEntry file, byte[] content, Optional<FolderEntry> template) throws IOException {
        SwappedFile hidden = SwappedFile.forNew(file.name(), SwappedFile.hash(content));
        FolderEntry hiddenFile = file.sibling(hidden.name());
        try {
            if (template.isPresent()) {
                NewFile.writeLike(template.get(), hiddenFile, content);
            } else {
                NewFile.write(hiddenFile, content);
            }
            FileState state = hiddenFile.state();
            hiddenFile.moveToNew(file);
            ownWrites.add(file, state);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } finally {
            hiddenFile.deleteIfExists();
        }
    }

    /**
     * Removes a file with exactly the given content. Returns false if it has another content.
     *
     * @throws DocumentBusy if another program is saving the file
     */
    boolean remove(FolderEntry file, String path, byte[] content, OriginalsWatcher watcher) throws IOException {
        try (FileLease lease = awaitCompleteFile(file, path)) {
            FileState state = lease.state();
            if (!Arrays.equals(lease.bytes(state), content)) {
                return false;
            }
            SwappedFile hidden =
                    SwappedFile.of(file.name(), state.inode(), SwappedFile.hash(content), SwappedFile.NO_CONTENT);
            if (lease.taken() == Taken.GRANTED && !lease.isUnbroken()) {
                throw DocumentBusy.saving(path);
            }
            file.moveTo(file.sibling(hidden.name()));
            boolean isRemoved = false;
            try {
                file.folder().sync();
                var nothing = new Swap(file, state, content, new byte[0], (_, _) -> Optional.empty(), watcher);
                isRemoved = deleteOrWatch(nothing, lease, hidden);
            } finally {
                if (!isRemoved) {
                    moveBack(hidden, file, watcher);
                }
            }
            if (isRemoved) {
                return true;
            }
            throw DocumentBusy.saving(path);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static void moveBack(SwappedFile hidden, FolderEntry file, OriginalsWatcher watcher) throws IOException {
        try {
            file.sibling(hidden.name()).moveToNew(file);
        } catch (FileAlreadyExistsException e) {
            watcher.watch(hidden, file, Optional.empty());
        }
    }

    /** Waits until no program is writing the file. */
    private FileLease awaitCompleteFile(FolderEntry file, String path) throws IOException {
        long deadline = System.nanoTime() + WRITER_TIMEOUT_NANOS;
        for (long pause = 200_000; ; pause = Math.min(2 * pause, 10_000_000)) {
            FileLease lease = FileLease.tryTake(file);
            if (lease.taken() == Taken.GRANTED) {
                return lease;
            }
            if (lease.taken() == Taken.UNSUPPORTED) {
                try {
                    awaitQuiet(file, path, deadline);
                    return lease;
                } catch (IOException e) {
                    lease.close();
                    throw e;
                }
            }
            lease.close();
            pause(pause, path, deadline);
        }
    }

    private void awaitQuiet(FolderEntry file, String path, long deadline) throws IOException {
        FileState seen = file.state();
        if (ownWrites.contains(file, seen) || seen.millisSinceWrite() >= QUIET_MILLIS) {
            return;
        }
        long since = System.nanoTime();
        while (System.nanoTime() - since < QUIET_MILLIS * 1_000_000) {
            pause(10_000_000, path, deadline);
            FileState current = file.state();
            if (ownWrites.contains(file, current)) {
                return;
            }
            if (!current.isSameContent(seen)) {
                seen = current;
                since = System.nanoTime();
            }
        }
    }

    /** Closes the files that are deleted. */
    @Override
    public void close() {
        deferredClose.close();
    }

    private static void pause(long nanos, String path, long deadline) throws DocumentBusy {
        if (System.nanoTime() >= deadline) {
            throw DocumentBusy.saving(path);
        }
        LockSupport.parkNanos(nanos);
        if (Thread.currentThread().isInterrupted()) {
            throw DocumentBusy.interrupted();
        }
    }
}
