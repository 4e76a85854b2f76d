package dev.mooring.store;

import dev.mooring.auth.grant.AuthorizationStore;
import dev.mooring.handle.HandleCodec;
import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStoreOptions;
import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.handle.InMemoryHandleStore;
import dev.mooring.handle.cluster.ClusterStore;
import dev.mooring.handle.cluster.ClusterTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the stores of a program at a {@link StoreLocation}. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Stores {
    private static final Logger LOG = LoggerFactory.getLogger(Stores.class);

    /** Long enough for a scan of all handles. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    private Stores() {}

    /**
     * Opens a location. A SQLite file that is damaged is moved aside and replaced. If a file cannot be used at all, because
     * it is read-only or was written by a newer version, the state is kept in memory.
     *
     * @param problems receives a message for people about each of these cases
     * @throws IOException if a PostgreSQL database cannot be used
     */
    public static StateStore open(StoreLocation location, Consumer<String> problems) throws IOException {
        return switch (location) {
            case StoreLocation.Memory _ -> new InMemoryStateStore();
            case StoreLocation.Sqlite sqlite -> open(sqlite, problems);
            case StoreLocation.Postgresql postgresql -> openPostgresql(postgresql);
        };
    }

    /** Opens a SQLite file as {@link #open(StoreLocation, Consumer)} does. */
    public static StateStore open(StoreLocation.Sqlite location, Consumer<String> problems) {
        Path file = location.file();
        String reason;
        try {
            return openSqlite(file, problems);
        } catch (Schema.Newer e) {
            reason = e.getMessage() + ". Update Mooring, or choose another file with --store.";
        } catch (SQLException e) {
            reason = SqliteErrors.explain(e);
        } catch (IOException e) {
            reason = e + ". Check the permissions of its folder, or choose another file with --store.";
        }
        problems.accept("Cannot use the store " + file + ": " + reason
                + " Until the next start, sessions and sign-ins are kept in memory and end with this process.");
        return new InMemoryStateStore();
    }

    private static StateStore openSqlite(Path file, Consumer<String> problems) throws IOException, SQLException {
        SqliteDatabase database = openDatabase(file, problems);
        boolean isOpen = false;
        try {
            HandleBuffer buffer = HandleBuffer.open(file, database, problems);
            isOpen = true;
            return new Durable(database, buffer, true);
        } finally {
            if (!isOpen) {
                database.close();
            }
        }
    }

    private static SqliteDatabase openDatabase(Path file, Consumer<String> problems) throws IOException, SQLException {
        try {
            return migrated(SqliteDatabase.open(file));
        } catch (SQLException e) {
            if (!SqliteErrors.isDamage(e)) {
                throw e;
            }
            Path aside = moveAside(file);
            problems.accept("The store " + file + " is damaged (" + e.getMessage() + "). It was moved to " + aside
                    + " and replaced. Its sessions and sign-ins are lost; restore a backup to get them back.");
            return migrated(SqliteDatabase.open(file));
        }
    }

    private static <D extends Database> D migrated(D database) throws SQLException {
        boolean isMigrated = false;
        try {
            database.migrate();
            isMigrated = true;
            return database;
        } finally {
            if (!isMigrated) {
                database.close();
            }
        }
    }

    private static Path moveAside(Path file) throws IOException {
        Path aside = aside(file);
        Files.move(file, aside);
        for (String suffix : List.of("-wal", "-shm", "-pending", "-lock")) {
            Path companion = file.resolveSibling(file.getFileName() + suffix);
            if (Files.exists(companion)) {
                Files.move(companion, aside.resolveSibling(aside.getFileName() + suffix));
            }
        }
        return aside;
    }

    /** Returns where to move a damaged file. */
    static Path aside(Path file) {
        String time = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS")
                .withZone(ZoneOffset.UTC)
                .format(Instant.now());
        return file.resolveSibling(file.getFileName() + ".damaged-" + time);
    }

    private static StateStore openPostgresql(StoreLocation.Postgresql location) throws IOException {
        return new Durable(migratedPostgresql(location, ANSWER_TIMEOUT), null, true);
    }

    /**
     * Opens the store that several replicas share.
     *
     * @throws IOException if the database cannot be used
     */
    public static ClusterStore openCluster(StoreLocation.Postgresql location) throws IOException {
        Database maintenance = migratedPostgresql(location, ANSWER_TIMEOUT);
        boolean isOpen = false;
        try {
            var store = new PostgresClusterStore(migratedPostgresql(location, ClusterTimes.DECISION), maintenance);
            isOpen = true;
            return store;
        } finally {
            if (!isOpen) {
                maintenance.close();
            }
        }
    }

    /**
     * Opens the handles and sign-ins that several replicas share. While the database fails, operations throw {@link
     * HandleStoreUnavailable}: what one replica would keep in its memory, the others could not find.
     *
     * @throws IOException if the database cannot be used
     */
    public static StateStore openShared(StoreLocation.Postgresql location) throws IOException {
        return new Durable(migratedPostgresql(location, ANSWER_TIMEOUT), null, false);
    }

    private static Database migratedPostgresql(StoreLocation.Postgresql location, Duration answerTimeout)
            throws IOException {
        try {
            return migrated(PostgresDatabase.open(location, answerTimeout));
        } catch (StoreFailed e) {
            throw new IOException(
                    e.getMessage() + " Check that PostgreSQL is running and that the address after --store is correct.",
                    e);
        } catch (Schema.Newer e) {
            throw new IOException(
                    "Cannot use the store " + location + ": " + e.getMessage()
                            + ". Update Mooring, or choose another database with --store.",
                    e);
        } catch (SQLException e) {
            throw new IOException(
                    "Cannot use the store " + location + ": " + e.getMessage()
                            + ". Check the permissions of its user, or choose another database with --store.",
                    e);
        }
    }

    /** Runs a task whose failure must not end the schedule of the background thread. */
    static void runOrLog(Runnable task) {
        try {
            task.run();
        } catch (StoreFailed e) {
            LOG.debug("A background task of the store failed", e); // the callers of the store report its failures
        } catch (RuntimeException e) {
            LOG.error("A background task of the store failed", e);
        }
    }

    /** Stores in a database, with the thread that maintains them. */
    private static final class Durable implements StateStore {
        private static final long MAINTENANCE_SECONDS = 60;

        private final Database database;
        private final @Nullable HandleBuffer buffer;
        private final boolean fallsBack;
        private final List<SqlHandleStore<?>> stores = new CopyOnWriteArrayList<>();
        private final ScheduledThreadPoolExecutor background = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("store").factory());

        /**
         * @param buffer in front of the database, if not null
         * @param fallsBack keeps handles in memory while the database fails
         */
        Durable(Database database, @Nullable HandleBuffer buffer, boolean fallsBack) {
            this.database = database;
            this.buffer = buffer;
            this.fallsBack = fallsBack;
            var _ = background.scheduleWithFixedDelay(
                    this::maintain, MAINTENANCE_SECONDS, MAINTENANCE_SECONDS, TimeUnit.SECONDS);
            if (buffer != null) {
                long millis = HandleBuffer.INTERVAL.toMillis();
                var _ = background.scheduleWithFixedDelay(
                        () -> runOrLog(buffer::maintain), millis, millis, TimeUnit.MILLISECONDS);
            }
        }

        @Override
        public <S> HandleStore<S> open(String scope, HandleCodec<S> codec, HandleStoreOptions<S> options) {
            HandleTable table = buffer == null
                    ? new SqlHandleTable(database, scope)
                    : new BufferedHandleTable(buffer, database, scope);
            var durable = new SqlHandleStore<>(
                    table,
                    codec,
                    options,
                    task -> background.execute(() -> {
                        runOrLog(task);
                    }));
            stores.add(durable);
            return fallsBack ? new FallbackHandleStore<>(durable, new InMemoryHandleStore<>(options)) : durable;
        }

        @Override
        public AuthorizationStore authorization(String scope) {
            return new SqlAuthorizationStore(database, scope);
        }

        private void maintain() {
            stores.forEach(store -> runOrLog(() -> {
                store.sweep();
                store.recount();
            }));
        }

        @Override
        public boolean isDurable() {
            return true;
        }

        @Override
        public void close() {
            background.shutdownNow();
            try {
                if (buffer != null) {
                    runOrLog(buffer::close);
                }
            } finally {
                database.close();
            }
        }
    }
}
