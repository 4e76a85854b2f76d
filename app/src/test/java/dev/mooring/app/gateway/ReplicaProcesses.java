package dev.mooring.app.gateway;

import dev.mooring.handle.cluster.ClusterTimes;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Replicas of {@code mooring gateway} as processes, and their PostgreSQL. */
final class ReplicaProcesses implements AutoCloseable {
    private final Path servers;
    private final Path folder;
    private final Path data;
    private final int databasePort;
    private final List<Integer> ports = new ArrayList<>();
    private final List<GatewayProcess> replicas = new ArrayList<>();
    private EmbeddedPostgres postgres;

    ReplicaProcesses(int size, Path servers, Path folder) throws IOException {
        this.servers = servers;
        this.folder = folder;
        Path key = Files.writeString(folder.resolve("cluster.key"), "0123456789abcdef0123456789abcdef\n");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        data = folder.resolve("postgres");
        databasePort = GatewayProcess.freePort();
        startPostgres();
        for (int i = 0; i < size; i++) {
            ports.add(GatewayProcess.freePort());
        }
        List<Future<GatewayProcess>> starting = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(size)) {
            for (int i = 0; i < size; i++) {
                int index = i;
                starting.add(threads.submit(() -> start(index)));
            }
        }
        starting.forEach(each -> replicas.add(each.resultNow()));
    }

    private GatewayProcess start(int index) throws IOException {
        return GatewayProcess.start(
                servers,
                folder,
                ports.get(index),
                "--store",
                "postgresql://postgres@127.0.0.1:" + databasePort + "/postgres",
                "--cluster-key-file",
                folder.resolve("cluster.key").toString(),
                "--max-sessions",
                "10000");
    }

    private void startPostgres() throws IOException {
        postgres = EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setPort(databasePort)
                .setPGStartupWait(Duration.ofMinutes(1))
                .start();
    }

    List<URI> addresses() {
        return ports.stream()
                .map(port -> URI.create("http://127.0.0.1:" + port))
                .toList();
    }

    List<Integer> ports() {
        return List.copyOf(ports);
    }

    int size() {
        return replicas.size();
    }

    /** Returns whether the lease of a replica has ended. */
    boolean hasNoLease(int index) throws SQLException {
        return number("SELECT COUNT(*) FROM replica WHERE address LIKE '%:" + ports.get(index)
                        + "' AND lease_until > EXTRACT(EPOCH FROM clock_timestamp()) * 1000")
                == 0;
    }

    /** Returns the index of the replica that owns the most handles. */
    int busiest() throws SQLException {
        long most = -1;
        int busiest = 0;
        for (int i = 0; i < ports.size(); i++) {
            long owned = number("SELECT COUNT(*) FROM owned_handle h JOIN replica r ON r.number = h.replica"
                    + " WHERE NOT h.lost AND r.address LIKE '%:" + ports.get(i) + "'");
            if (owned > most) {
                most = owned;
                busiest = i;
            }
        }
        return busiest;
    }

    long number(String query) throws SQLException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            result.next();
            return result.getLong(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    void kill(int index) throws InterruptedException {
        replicas.get(index).kill();
    }

    /** Stops a replica with SIGTERM. */
    void stop(int index) throws InterruptedException {
        Process process = replicas.get(index).process();
        process.toHandle().destroy();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("The replica does not stop");
        }
    }

    void restart(int index) throws IOException {
        replicas.get(index).close();
        replicas.set(index, start(index));
    }

    /** Lets the store see the lease of a replica as ended a minute ago, so that a test need not wait for it. */
    void backdate(int index) throws SQLException {
        execute("UPDATE replica SET lease_until = lease_until - "
                + ClusterTimes.LEASE.plus(ClusterTimes.GRACE).toMillis() + " WHERE address LIKE '%:" + ports.get(index)
                + "'");
    }

    void signal(int index, String name) throws IOException, InterruptedException {
        new ProcessBuilder(
                        "kill",
                        "-" + name,
                        String.valueOf(replicas.get(index).process().pid()))
                .start()
                .waitFor();
    }

    void restartPostgres() throws IOException {
        postgres.close();
        startPostgres();
    }

    void stopPostgres() throws IOException {
        postgres.close();
    }

    void resumePostgres() throws IOException {
        startPostgres();
    }

    /** Cuts the connections of all replicas to PostgreSQL. */
    void cutDatabaseConnections() throws SQLException {
        execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'mooring'");
    }

    @Override
    public void close() throws IOException {
        replicas.forEach(GatewayProcess::close);
        postgres.close();
    }
}
