package dev.mooring.store;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** One database, of any kind that runs the SQL of this package. Thread-safe. */
interface Database extends AutoCloseable {

    /** Prepares statements on the connection that a piece of work uses. The database closes them. */
    @FunctionalInterface
    interface Statements {
        PreparedStatement prepare(String sql) throws SQLException;
    }

    /** A piece of work on a connection. */
    @FunctionalInterface
    interface Work<T> {
        T run(Statements statements) throws SQLException;
    }

    /**
     * Runs statements, each of which commits on its own.
     *
     * @throws StoreFailed if the database fails
     */
    <T> T run(Work<T> work);

    /**
     * Runs statements that commit together.
     *
     * @throws StoreFailed if the database fails; nothing is changed then
     */
    <T> T transact(Work<T> work);

    /** Creates or migrates the tables. */
    void migrate() throws SQLException;

    @Override
    void close();
}
