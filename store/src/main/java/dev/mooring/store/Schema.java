package dev.mooring.store;

import dev.mooring.store.Database.Statements;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * The tables, as a list of migrations: the schema of version n is the result of the first n. A database is migrated forward
 * when it is opened. A released migration never changes.
 *
 * <p>Flyway would do the same, but adds several hundred milliseconds to every start, for its scan of the class path and its
 * own history table.
 */
final class Schema {
    private static final List<String> HANDLES = List.of(
            """
            CREATE TABLE handle (
              key BYTEA PRIMARY KEY,
              scope TEXT NOT NULL,
              owner TEXT NOT NULL,
              state TEXT NOT NULL,
              used BIGINT NOT NULL,
              revision BIGINT NOT NULL)""",
            "CREATE INDEX handle_used ON handle (scope, used)",
            """
            CREATE TABLE ended_handle (
              key BYTEA PRIMARY KEY,
              scope TEXT NOT NULL,
              owner TEXT NOT NULL,
              reason TEXT NOT NULL,
              ended BIGINT NOT NULL)""",
            "CREATE INDEX ended_handle_ended ON ended_handle (scope, ended)");

    private static final List<String> AUTHORIZATION = List.of(
            """
            CREATE TABLE auth_client (
              scope TEXT NOT NULL,
              id TEXT NOT NULL,
              digest TEXT NOT NULL,
              name TEXT NOT NULL,
              redirect_uris TEXT NOT NULL,
              created BIGINT NOT NULL,
              PRIMARY KEY (scope, id),
              UNIQUE (scope, digest))""",
            """
            CREATE TABLE auth_grant (
              id TEXT PRIMARY KEY,
              scope TEXT NOT NULL,
              subject TEXT NOT NULL,
              client_id TEXT NOT NULL,
              client_name TEXT NOT NULL,
              redirect_uri TEXT NOT NULL,
              resource TEXT NOT NULL,
              scopes TEXT NOT NULL,
              created BIGINT NOT NULL,
              used BIGINT NOT NULL,
              expires BIGINT NOT NULL,
              code TEXT NOT NULL UNIQUE,
              challenge TEXT NOT NULL,
              code_expires BIGINT NOT NULL,
              refresh TEXT UNIQUE)""",
            "CREATE INDEX auth_grant_subject ON auth_grant (scope, subject)",
            "CREATE INDEX auth_grant_client ON auth_grant (scope, client_id)",
            """
            CREATE TABLE auth_refresh (
              hash TEXT PRIMARY KEY,
              scope TEXT NOT NULL,
              grant_id TEXT NOT NULL)""",
            "CREATE INDEX auth_refresh_grant ON auth_refresh (grant_id)",
            """
            CREATE TABLE auth_key (
              scope TEXT NOT NULL,
              id TEXT NOT NULL,
              jwk TEXT NOT NULL,
              created BIGINT NOT NULL,
              PRIMARY KEY (scope, id))""");

    /** Used only in PostgreSQL, which several processes share. */
    private static final List<String> REPLICAS = List.of(
            "CREATE TABLE replica_number (last BIGINT NOT NULL)",
            "INSERT INTO replica_number (last) VALUES (0)",
            """
            CREATE TABLE replica (
              number BIGINT PRIMARY KEY,
              address TEXT NOT NULL,
              epoch BIGINT NOT NULL,
              lease_until BIGINT NOT NULL,
              draining BOOLEAN NOT NULL)""",
            """
            CREATE TABLE owned_handle (
              key BYTEA PRIMARY KEY,
              scope TEXT NOT NULL,
              caller TEXT NOT NULL,
              replica BIGINT,
              version BIGINT NOT NULL,
              lost BOOLEAN NOT NULL,
              changed BIGINT NOT NULL)""",
            "CREATE INDEX owned_handle_replica ON owned_handle (replica)",
            "CREATE INDEX owned_handle_caller ON owned_handle (scope, caller)",
            "CREATE INDEX owned_handle_changed ON owned_handle (changed) WHERE lost OR replica IS NULL");

    private static final List<String> RESUMABLE_HANDLES =
            List.of("ALTER TABLE owned_handle ADD COLUMN resumable BOOLEAN NOT NULL DEFAULT FALSE");

    /** Since when a replica has held its lease without a gap. Versions that do not write it do not read it. */
    private static final List<String> UNBROKEN_LEASES =
            List.of("ALTER TABLE replica ADD COLUMN held_since BIGINT NOT NULL DEFAULT 0");

    /** Used only in SQLite: see {@link HandleBuffer}. */
    private static final List<String> JOURNAL = List.of(
            "CREATE TABLE handle_journal (generation BIGINT NOT NULL)",
            "INSERT INTO handle_journal (generation) VALUES (0)");

    private static final List<List<String>> MIGRATIONS =
            List.of(HANDLES, AUTHORIZATION, REPLICAS, RESUMABLE_HANDLES, JOURNAL, UNBROKEN_LEASES);

    /** Thrown if the database was written by a newer version of this program. */
    static final class Newer extends SQLException {
        private static final long serialVersionUID = 1;

        Newer(int version) {
            super("it was written by a newer version of Mooring (schema " + version + "; this version supports up to "
                    + MIGRATIONS.size() + ")");
        }
    }

    private Schema() {}

    /** Migrates the database to the newest version, in the caller's transaction. */
    static void migrate(Statements statements) throws SQLException {
        statements
                .prepare("CREATE TABLE IF NOT EXISTS mooring_schema (version INTEGER NOT NULL)")
                .execute();
        int version = version(statements);
        if (version > MIGRATIONS.size()) {
            throw new Newer(version);
        }
        if (version == MIGRATIONS.size()) {
            return;
        }
        for (List<String> migration : MIGRATIONS.subList(version, MIGRATIONS.size())) {
            for (String sql : migration) {
                statements.prepare(sql).execute();
            }
        }
        statements.prepare("DELETE FROM mooring_schema").execute();
        PreparedStatement insert = statements.prepare("INSERT INTO mooring_schema (version) VALUES (?)");
        insert.setInt(1, MIGRATIONS.size());
        insert.execute();
    }

    private static int version(Statements statements) throws SQLException {
        try (ResultSet found =
                statements.prepare("SELECT MAX(version) FROM mooring_schema").executeQuery()) {
            return found.next() ? found.getInt(1) : 0; // 0 for NULL
        }
    }
}
