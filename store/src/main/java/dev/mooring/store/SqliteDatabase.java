package dev.mooring.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.ReentrantLock;
import org.sqlite.JDBC;

/**
 * A SQLite file. Several processes may use it at once.
 *
 * <p>One connection and its prepared statements serve all threads: an operation takes some microseconds, less than a thread
 * would need to get a connection of its own. With a write-ahead log and {@code synchronous=NORMAL}, a commit survives the
 * end of the process. After a power failure the file is intact, but the last commits may be missing.
 */
final class SqliteDatabase implements Database {
    /** How long a process waits for another one that writes. */
    static final int BUSY_TIMEOUT_MILLIS = 5_000;

    private final Path file;
    private final Connection connection;
    private final ReentrantLock lock = new ReentrantLock();

    /** Guarded by {@link #lock}. */
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    private SqliteDatabase(Path file, Connection connection) {
        this.file = file;
        this.connection = connection;
    }

    /**
     * Opens a file, and creates it if it does not exist. Only its owner can read it.
     *
     * @throws SQLException if SQLite cannot open the file, or the file is damaged
     */
    static SqliteDatabase open(Path file) throws IOException, SQLException {
        OwnerOnlyFile.create(file);
        var properties = new Properties();
        properties.setProperty("busy_timeout", String.valueOf(BUSY_TIMEOUT_MILLIS));
        // Not through DriverManager, which would load the drivers of all databases.
        Connection connection = JDBC.createConnection("jdbc:sqlite:" + file.toAbsolutePath(), properties);
        boolean isOpen = false;
        try (Statement statement = connection.createStatement()) {
            checkIntegrity(statement);
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = NORMAL");
            isOpen = true;
            return new SqliteDatabase(file, connection);
        } finally {
            if (!isOpen) {
                connection.close();
            }
        }
    }

    private static void checkIntegrity(Statement statement) throws SQLException {
        try (ResultSet found = statement.executeQuery("PRAGMA quick_check(1)")) {
            if (found.next() && !found.getString(1).equals("ok")) {
                throw new SQLException(found.getString(1), "", SqliteErrors.CORRUPT);
            }
        }
    }

    @Override
    public <T> T run(Work<T> work) {
        lock.lock();
        try {
            return work.run(this::prepare);
        } catch (SQLException e) {
            forgetStatements(e);
            throw failed(e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public <T> T transact(Work<T> work) {
        lock.lock();
        try {
            return transact(this::prepare, work);
        } catch (SQLException e) {
            forgetStatements(e);
            throw failed(e);
        } finally {
            lock.unlock();
        }
    }

    private static <T> T transact(Statements statements, Work<T> work) throws SQLException {
        statements.prepare("BEGIN IMMEDIATE").execute(); // a later upgrade to a write lock could fail
        try {
            T result = work.run(statements);
            statements.prepare("COMMIT").execute();
            return result;
        } catch (SQLException | RuntimeException e) {
            try {
                statements.prepare("ROLLBACK").execute();
            } catch (SQLException rollback) { // SQLite itself has rolled back, for example because the disk is full
                e.addSuppressed(rollback);
            }
            throw e;
        }
    }

    private PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            prepared.put(sql, statement);
        }
        return statement;
    }

    /** Closes all statements, because the driver may have finalized the one that failed, which would then fail each time. */
    private void forgetStatements(SQLException failure) {
        for (PreparedStatement each : prepared.values()) {
            try {
                each.close();
            } catch (SQLException e) {
                failure.addSuppressed(e);
            }
        }
        prepared.clear();
    }

    @Override
    public void migrate() throws SQLException {
        lock.lock();
        try {
            transact(connection::prepareStatement, statements -> {
                Schema.migrate(statements);
                return true;
            });
        } finally {
            lock.unlock();
        }
    }

    StoreFailed failed(SQLException e) {
        return new StoreFailed("The store " + file + " failed: " + SqliteErrors.explain(e), e);
    }

    @Override
    public void close() {
        lock.lock();
        try {
            connection.close();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            lock.unlock();
        }
    }
}
