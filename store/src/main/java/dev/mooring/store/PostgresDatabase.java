package dev.mooring.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A PostgreSQL database, behind a connection pool. */
final class PostgresDatabase implements Database {
    private static final int CONNECTIONS = 10;
    private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(2);

    /** The key of the advisory lock under which one process at a time migrates the schema: "mooring" in ASCII. */
    private static final long MIGRATION_LOCK = 0x6d6f6f72696e67L;

    private final StoreLocation.Postgresql location;
    private final HikariDataSource pool;

    private PostgresDatabase(StoreLocation.Postgresql location, HikariDataSource pool) {
        this.location = location;
        this.pool = pool;
    }

    /**
     * Connects to a database.
     *
     * @param answerTimeout how long to wait for an answer of the database, so that no thread waits for a broken connection
     * @throws StoreFailed if the database is not reachable or refuses the user
     */
    static PostgresDatabase open(StoreLocation.Postgresql location, Duration answerTimeout) {
        var config = new HikariConfig();
        config.setPoolName("mooring-store");
        config.setJdbcUrl(location.jdbcUrl());
        String user = location.user();
        if (user != null) {
            config.setUsername(user);
        }
        String password = location.password();
        if (password != null) {
            config.setPassword(password);
        }
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(CONNECTION_TIMEOUT.toMillis());
        config.addDataSourceProperty("ApplicationName", "mooring");
        config.addDataSourceProperty("connectTimeout", CONNECTION_TIMEOUT.toSeconds());
        config.addDataSourceProperty("socketTimeout", answerTimeout.toSeconds());
        try {
            return new PostgresDatabase(location, new HikariDataSource(config));
        } catch (HikariPool.PoolInitializationException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            String reason = String.valueOf(cause.getMessage());
            throw new StoreFailed(
                    "Cannot connect to " + location + ": " + reason + (reason.endsWith(".") ? "" : "."), e);
        }
    }

    @Override
    public <T> T run(Work<T> work) {
        try (Connection connection = pool.getConnection()) {
            return run(connection, work);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public <T> T transact(Work<T> work) {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            try {
                T result = run(connection, work);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            } finally {
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private static <T> T run(Connection connection, Work<T> work) throws SQLException {
        List<PreparedStatement> prepared = new ArrayList<>(2);
        try {
            return work.run(sql -> {
                PreparedStatement statement = connection.prepareStatement(sql);
                prepared.add(statement);
                return statement;
            });
        } finally {
            for (PreparedStatement statement : prepared) {
                statement.close();
            }
        }
    }

    @Override
    public void migrate() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT pg_advisory_xact_lock(" + MIGRATION_LOCK + ")");
                run(connection, statements -> {
                    Schema.migrate(statements);
                    return true;
                });
                connection.commit();
            } catch (SQLException e) {
                connection.rollback();
                throw e;
            }
        }
    }

    private StoreFailed failed(SQLException e) {
        return new StoreFailed(
                "The store " + location + " failed: " + e.getMessage() + ". Check that PostgreSQL is running.", e);
    }

    @Override
    public void close() {
        pool.close();
    }
}
