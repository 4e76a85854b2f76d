package dev.mooring.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.sqlite.JDBC;

/**
 * The lock of the processes that use a store: exclusive for one process, or shared by several. The operating system releases
 * the lock of a process that ends.
 *
 * <p>The lock is that of SQLite on an empty file beside the store: a read transaction shares it, an exclusive transaction does
 * not. Java's {@link java.nio.channels.FileLock} is not suitable: it does not work between two stores in one process, and
 * closing one channel on a file releases all locks of the process on that file.
 *
 * <p>Not thread-safe.
 */
final class StoreLock implements AutoCloseable {
    private final Connection connection;
    private boolean isHeld;

    private StoreLock(Connection connection) {
        this.connection = connection;
    }

    /** Opens the file of a lock, and creates it if it does not exist. */
    static StoreLock open(Path file) throws IOException, SQLException {
        OwnerOnlyFile.create(file);
        var properties = new Properties();
        properties.setProperty("busy_timeout", "0");
        return new StoreLock(JDBC.createConnection("jdbc:sqlite:" + file.toAbsolutePath(), properties));
    }

    boolean isHeld() {
        return isHeld;
    }

    /** Takes the exclusive lock if no other process holds the lock. Returns whether this process holds it. */
    boolean tryExclusive() throws SQLException {
        return tryBegin("PRAGMA journal_mode = MEMORY", "BEGIN EXCLUSIVE");
    }

    /** Takes the shared lock unless another process holds the exclusive lock. Returns whether this process holds it. */
    boolean tryShared() throws SQLException {
        return tryBegin("BEGIN", "SELECT COUNT(*) FROM sqlite_master");
    }

    private boolean tryBegin(String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                if (statement.execute(sql)) {
                    try (ResultSet result = statement.getResultSet()) {
                        result.next();
                    }
                }
            }
            isHeld = true;
            return true;
        } catch (SQLException e) {
            if (!SqliteErrors.isBusy(e)) {
                throw e;
            }
            rollback();
            return false;
        }
    }

    void release() throws SQLException {
        rollback();
        isHeld = false;
    }

    private void rollback() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("ROLLBACK");
        } catch (SQLException e) {
            if (isHeld) {
                throw e;
            } // else no transaction has begun
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
