package dev.mooring.store;

import dev.mooring.handle.HandleKey;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A write buffer and a cache of the handles in SQLite. A write to SQLite takes longer than the rest of a short call. A new or
 * changed row is therefore appended to a {@link HandleJournal}, in about a microsecond, and the operation returns. {@link
 * #flush} writes the rows to SQLite together.
 *
 * <p><b>One process.</b> Only a process that holds the exclusive {@link StoreLock} buffers. No other process changes rows, so
 * that this process also caches the rows that it has read or written lately, and answers lookups from memory. Every operation
 * other than a lookup, an insert or an update first flushes, and then runs in SQLite; both happen under {@link #lock}, so that
 * no row is buffered in between.
 *
 * <p><b>Several processes.</b> A process uses the database only while it holds the lock, exclusive or shared. A second process
 * asks the first to stop, through a byte in the header of the journal, and waits for the shared lock. {@link #maintain} of the
 * first process then flushes, clears the cache, and exchanges its lock for the shared one. From then on, no process buffers
 * until one opens the store and gets the exclusive lock again. Between the two locks, another process can get the exclusive
 * lock: then the first process is the one that asks and waits. It does not use the database meanwhile. If a process ends
 * without flushing, the next process that gets either lock flushes in its place: see below.
 *
 * <p><b>Exactly once.</b> Each flush begins a new generation of the journal. The transaction that writes the rows of a
 * generation also writes its number to the table {@code handle_journal}, so that the rows in the journal are missing from
 * SQLite exactly if theirs is the next generation. A process that opens the store writes these rows first. A process that is
 * killed between the commit and the next generation, or during this replay, therefore neither loses a row nor writes one
 * again that has been changed or deleted since. A new database starts with a random number, so that it does not take over
 * the journal of a deleted one.
 *
 * <p>If SQLite fails, the rows stay in the journal and in memory, and are written later. Once the journal is full, each write
 * fails.
 */
final class HandleBuffer implements AutoCloseable {
    /** The longest time that a row waits for the flush, and another process for the answer to its request. */
    static final Duration INTERVAL = Duration.ofMillis(50);

    /** The pause after a failure, because a flush that waits for a lock in SQLite blocks the calls. */
    private static final long RETRY_NANOS = 5_000_000_000L;

    private static final long POLL_MILLIS = 10;
    private static final long LOCK_TIMEOUT_NANOS = SqliteDatabase.BUSY_TIMEOUT_MILLIS * 1_000_000L;

    /** Limit on the cached states, in characters. */
    private static final long MAX_CACHED_CHARACTERS = 16L * 1024 * 1024;

    private final SqliteDatabase database;
    private final Path journalFile;
    private final StoreLock storeLock;
    private final ReentrantLock lock = new ReentrantLock();

    /** Rows by key. Changed under {@link #lock}. Empty unless this process holds the exclusive lock. */
    private final Map<HandleKey, ScopedRow> cached = new ConcurrentHashMap<>();

    /** The rows that are in the journal but not in SQLite; {@link #cached} has them too. Guarded by {@link #lock}. */
    private final Map<HandleKey, ScopedRow> pending = new LinkedHashMap<>();

    /** Null unless this process holds the exclusive lock. Guarded by {@link #lock}. */
    private @Nullable HandleJournal journal;

    /** The keys in SQLite and in the journal, while this process holds the exclusive lock. Guarded by {@link #lock}. */
    private final KeyFilter keys = new KeyFilter();

    /** The characters of all states added to the cache since it was last cleared. Guarded by {@link #lock}. */
    private long cachedCharacters;

    /** Guarded by {@link #lock}. */
    private long retryAt = System.nanoTime();

    private HandleBuffer(SqliteDatabase database, Path journalFile, StoreLock storeLock) {
        this.database = database;
        this.journalFile = journalFile;
        this.storeLock = storeLock;
    }

    /** Returns the file of the journal. */
    static Path journalFile(Path file) {
        return file.resolveSibling(file.getFileName() + "-pending");
    }

    /** Returns the file of the lock. */
    static Path lockFile(Path file) {
        return file.resolveSibling(file.getFileName() + "-lock");
    }

    /**
     * Waits for the lock, and writes the rows to SQLite that an ended process has left in its journal.
     *
     * @param file of the database
     * @param problems receives a message for people if the journal cannot be read
     * @throws SQLException if another process does not answer, or SQLite fails
     */
    static HandleBuffer open(Path file, SqliteDatabase database, Consumer<String> problems)
            throws IOException, SQLException {
        var buffer = new HandleBuffer(database, journalFile(file), StoreLock.open(lockFile(file)));
        boolean isOpen = false;
        try {
            boolean isExclusive = buffer.acquire(true);
            HandleJournal journal = openJournal(buffer.journalFile, problems);
            buffer.journal = journal;
            journal.begin(database.transact(statements -> replay(statements, journal)) + 1);
            journal.clearStopRequest();
            if (isExclusive) {
                SqlHandleTable.keys(database).forEach(buffer.keys::add);
            } else {
                buffer.closeJournal();
            }
            isOpen = true;
            return buffer;
        } catch (StoreFailed e) {
            throw e.getCause() instanceof SQLException cause ? cause : new SQLException(e);
        } finally {
            if (!isOpen) {
                buffer.closeJournal();
                buffer.storeLock.close();
            }
        }
    }

    private static HandleJournal openJournal(Path file, Consumer<String> problems) throws IOException {
        try {
            return HandleJournal.open(file);
        } catch (HandleJournal.Unreadable e) {
            Path aside = Stores.aside(file);
            Files.move(file, aside);
            problems.accept("The journal of the store, " + file + ", " + e.getMessage() + ". It was moved to " + aside
                    + " and replaced. Changes of sessions in the last moment before the process ended may be lost.");
            return HandleJournal.open(file);
        }
    }

    /** Returns the last generation that the database has. */
    private static long replay(Database.Statements statements, HandleJournal journal) throws SQLException {
        long stored;
        try (ResultSet found =
                statements.prepare("SELECT generation FROM handle_journal").executeQuery()) {
            stored = found.next() ? found.getLong(1) : 0;
        }
        List<ScopedRow> rows = journal.read(stored + 1);
        if (stored == 0 || !rows.isEmpty()) {
            stored = stored == 0 ? ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE / 2) : stored + 1;
            write(statements, rows, stored);
        }
        return stored;
    }

    private static void write(Database.Statements statements, Collection<ScopedRow> rows, long generation)
            throws SQLException {
        SqlHandleTable.write(statements, rows);
        PreparedStatement update = statements.prepare("UPDATE handle_journal SET generation = ?");
        update.setLong(1, generation);
        update.executeUpdate();
    }

    /**
     * Waits for the lock.
     *
     * @return whether the lock is exclusive
     * @throws SQLException if another process does not release the lock in time, or the thread is interrupted
     */
    private boolean acquire(boolean mayBeExclusive) throws IOException, SQLException {
        long deadline = System.nanoTime() + LOCK_TIMEOUT_NANOS;
        while (true) {
            if (mayBeExclusive && storeLock.tryExclusive()) {
                return true;
            }
            if (storeLock.tryShared()) {
                return false;
            }
            if (System.nanoTime() - deadline >= 0) {
                throw new SQLException("locked", "", SqliteErrors.BUSY);
            }
            try {
                // Each time, because the process that was asked before may have ended, and another one buffers now.
                HandleJournal.requestStop(journalFile);
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException | ClosedByInterruptException e) {
                Thread.currentThread().interrupt();
                throw new SQLException("the thread was interrupted while it waited for another process", e);
            }
        }
    }

    /** Returns a row from the cache, or null if the cache does not have it. */
    @Nullable
    ScopedRow cached(HandleKey key) {
        return cached.get(key);
    }

    /** Runs an operation while no row is added and no other operation runs. It may use the database. */
    <T> T locked(Supplier<T> operation) {
        lock.lock();
        try {
            if (!storeLock.isHeld()) {
                acquireShared();
            }
            return operation.get();
        } finally {
            lock.unlock();
        }
    }

    /** Flushes, then runs an operation as {@link #locked} does. */
    <T> T flushed(Supplier<T> operation) {
        return locked(() -> {
            flush();
            return operation.get();
        });
    }

    /** Caches a row of the database, if this process holds the exclusive lock. Call under {@link #locked}. */
    void cache(ScopedRow row) {
        if (journal == null) {
            return;
        }
        cached.put(row.row().key(), row);
        cachedCharacters += row.row().state().length();
        if (cachedCharacters > MAX_CACHED_CHARACTERS) {
            cached.keySet().retainAll(pending.keySet());
            cachedCharacters = 0;
        }
    }

    /** Removes rows from the cache that the database is about to change. Call under {@link #flushed}. */
    void invalidate(Collection<HandleKey> keys) {
        keys.forEach(cached::remove);
    }

    /** Returns false if neither the database nor the journal has a row with this key. Call under {@link #locked}. */
    boolean mayHave(HandleKey key) {
        return journal == null || keys.mayHave(key);
    }

    /** Adds a new or changed row. Returns false if the caller has to write it to the database. Call under {@link #locked}. */
    boolean add(ScopedRow row) {
        HandleJournal open = journal;
        if (open == null) {
            return false;
        }
        keys.add(row.row().key());
        if (!open.append(row)) {
            flush();
            if (!open.append(row)) { // larger than the journal, or the journal cannot be written
                cached.remove(row.row().key());
                return false;
            }
        }
        pending.put(row.row().key(), row);
        cache(row);
        return true;
    }

    /** Writes the added rows to the database. Call under {@link #locked}. */
    private void flush() {
        HandleJournal open = journal;
        if (open == null || pending.isEmpty()) {
            return;
        }
        long generation = open.generation();
        boolean isWritten = false;
        try {
            database.transact(statements -> {
                write(statements, pending.values(), generation);
                return true;
            });
            isWritten = true;
        } finally {
            if (!isWritten) {
                retryAt = System.nanoTime() + RETRY_NANOS;
            }
        }
        pending.clear();
        open.begin(generation + 1);
    }

    /**
     * Flushes, and gives up the exclusive lock if another process has asked for the store. Called every {@link #INTERVAL}.
     *
     * @throws StoreFailed if the database fails, or another process does not answer
     */
    void maintain() {
        lock.lock();
        try {
            HandleJournal open = journal;
            if (open == null) {
                return;
            }
            if (open.isStopRequested()) {
                flush();
                cached.clear();
                closeJournal();
                storeLock.release();
                acquireShared();
            } else if (System.nanoTime() - retryAt >= 0) {
                flush();
            }
        } catch (IOException e) {
            throw failed(e);
        } catch (SQLException e) {
            throw database.failed(e);
        } finally {
            lock.unlock();
        }
    }

    private void acquireShared() {
        try {
            acquire(false);
        } catch (IOException e) {
            throw failed(e);
        } catch (SQLException e) {
            throw database.failed(e);
        }
    }

    private StoreFailed failed(IOException e) {
        return new StoreFailed("Cannot use " + journalFile + ": " + e + ". Check the disk and the permissions.", e);
    }

    private void closeJournal() throws IOException {
        HandleJournal open = journal;
        journal = null;
        if (open != null) {
            open.close();
        }
    }

    /** Flushes, and releases the lock. If SQLite fails, the next process finds the rows in the journal. */
    @Override
    public void close() {
        lock.lock();
        try {
            try {
                flush();
            } finally {
                cached.clear();
                closeJournal();
                storeLock.close();
            }
        } catch (IOException e) {
            throw failed(e);
        } catch (SQLException e) {
            throw database.failed(e);
        } finally {
            lock.unlock();
        }
    }
}
