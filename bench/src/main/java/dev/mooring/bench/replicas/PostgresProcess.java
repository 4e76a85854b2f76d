package dev.mooring.bench.replicas;

import dev.mooring.handle.cluster.ClusterTimes;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** A PostgreSQL that keeps its data and its port when it is restarted. Not thread-safe. */
final class PostgresProcess implements AutoCloseable {
    private static final Duration RETRY = Duration.ofMillis(200);
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final Path data;
    private final int port = Ports.free();
    private EmbeddedPostgres postgres;

    /** @param data a folder that does not exist yet */
    PostgresProcess(Path data) throws IOException {
        this.data = data;
        postgres = open();
    }

    private EmbeddedPostgres open() throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setPort(port)
                .setPGStartupWait(TIMEOUT)
                .start();
    }

    /** Returns the value of {@code --store}. */
    String store() {
        return "postgresql://postgres@127.0.0.1:" + port + "/postgres";
    }

    void stop() throws IOException {
        postgres.close();
    }

    void start() throws IOException {
        postgres = open();
    }

    /** Cuts the connections of all replicas. */
    void cutConnections() throws SQLException, InterruptedException {
        execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'mooring'");
    }

    /** Backdates the lease of a stopped replica in the database so far that other replicas revoke its sessions at once. */
    void backdateLease(int replicaPort) throws SQLException, InterruptedException {
        execute("UPDATE replica SET lease_until = lease_until - "
                + ClusterTimes.LEASE.plus(ClusterTimes.GRACE).toMillis() + " WHERE address LIKE '%:" + replicaPort
                + "'");
    }

    /** Executes a statement, again if PostgreSQL is restarted meanwhile. */
    private void execute(String sql) throws SQLException, InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (true) {
            try (Connection connection = postgres.getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
                return;
            } catch (SQLException e) {
                if (System.nanoTime() > deadline) {
                    throw e;
                }
                Thread.sleep(RETRY);
            }
        }
    }

    @Override
    public void close() throws IOException {
        postgres.close();
    }
}
