package dev.mooring.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.handle.cluster.ClusterTimes;
import dev.mooring.mcp.client.EraChoice;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three replicas behind HAProxy, many clients, and many faults in random order. {@code -Dmooring.replicas.faults=1000} sets their
 * number, {@code -Dmooring.replicas.clients=200} that of the clients, and {@code -Dmooring.replicas.seed=42} repeats the order.
 */
@Timeout(86_400)
@Tag("process")
@Tag("long")
class ReplicasLongTest {
    private static final int FAULTS = Integer.getInteger("mooring.replicas.faults", 50);
    private static final int CLIENTS = Integer.getInteger("mooring.replicas.clients", 200);
    private static final Duration PAUSE = Duration.ofMillis(10L * CLIENTS);
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    @TempDir
    Path folder;

    private final List<CountingClient> clients = new ArrayList<>();

    @Test
    void noStateIsLostSilentlyWhateverFails() throws Exception {
        Assumptions.assumeTrue(isInstalled(), "haproxy is not installed");
        long seed = Long.getLong("mooring.replicas.seed", System.nanoTime());
        System.out.println("Replicas: seed " + seed);
        var random = new Random(seed);
        Instant began = Instant.now();
        try (var remote = new CountingUpstream();
                var replicas = new ReplicaProcesses(3, ReplicasTest.servers(folder, remote), folder);
                var balancer = new Balancer(replicas.ports())) {
            startClients(balancer);
            awaitSuccesses();
            outageOfPostgresEndsNoSession(replicas);
            for (int fault = 1; fault <= FAULTS; fault++) {
                String what = inject(replicas, random);
                awaitSuccesses();
                System.out.printf("Fault %d of %d (%s): %s%n", fault, FAULTS, what, summary());
            }
        } finally {
            for (CountingClient client : clients) {
                client.close();
            }
        }
        System.out.println("Replicas: " + FAULTS + " faults in "
                + Duration.between(began, Instant.now()).toSeconds() + " s, " + summary());
        assertThat(clients).allSatisfy(client -> {
            assertThat(client.silentLosses()).isEmpty();
            assertThat(client.repeatedReports()).isEmpty();
        });
    }

    private void startClients(Balancer balancer) {
        for (int i = 0; i < CLIENTS; i++) {
            boolean isModern = i % 2 == 0;
            String server = i % 4 < 2 ? "local" : "remote";
            clients.add(new CountingClient(
                    (isModern ? "modern " : "legacy ") + server + " " + i,
                    isModern ? EraChoice.MODERN : EraChoice.LEGACY,
                    balancer.address("/" + server + (isModern ? "/modern/mcp" : "/mcp")),
                    PAUSE));
        }
    }

    private void outageOfPostgresEndsNoSession(ReplicaProcesses replicas) throws Exception {
        int losses = losses();
        replicas.stopPostgres();
        Thread.sleep(Duration.ofSeconds(60)); // the length of the outage is what is tested
        replicas.resumePostgres();
        awaitSuccesses();
        assertThat(losses()).as("losses by an outage of PostgreSQL").isEqualTo(losses);
        System.out.println("PostgreSQL was down for 60 s: " + summary());
    }

    private String inject(ReplicaProcesses replicas, Random random) throws Exception {
        int replica = random.nextInt(replicas.size());
        return switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> {
                replicas.kill(replica);
                replicas.backdate(replica);
                if (random.nextBoolean()) {
                    awaitSuccesses();
                }
                replicas.restart(replica);
                yield "kill -9";
            }
            case 4 -> {
                replicas.stop(replica);
                replicas.restart(replica);
                yield "SIGTERM";
            }
            case 5, 6 -> {
                replicas.signal(replica, "STOP");
                await().atMost(ClusterTimes.LEASE.multipliedBy(3)).until(() -> replicas.hasNoLease(replica));
                replicas.signal(replica, "CONT");
                yield "SIGSTOP until the lease has ended";
            }
            case 7 -> {
                replicas.restartPostgres();
                yield "restart of PostgreSQL";
            }
            default -> {
                replicas.cutDatabaseConnections();
                yield "connections to PostgreSQL cut";
            }
        };
    }

    private void awaitSuccesses() {
        for (CountingClient client : clients) {
            int before = client.successes();
            await().atMost(TIMEOUT).until(client::toString, _ -> client.successes() > before);
        }
    }

    private int losses() {
        return clients.stream().mapToInt(CountingClient::losses).sum();
    }

    private String summary() {
        int calls = clients.stream().mapToInt(CountingClient::calls).sum();
        int silent = clients.stream()
                .mapToInt(client -> client.silentLosses().size())
                .sum();
        int repeated = clients.stream()
                .mapToInt(client -> client.repeatedReports().size())
                .sum();
        return calls + " calls of " + clients.size() + " clients, " + losses() + " losses reported, " + repeated
                + " of them twice, " + silent + " silent losses";
    }

    private static boolean isInstalled() throws InterruptedException {
        try {
            return new ProcessBuilder("haproxy", "-v").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** HAProxy with the configuration of the example. */
    private final class Balancer implements AutoCloseable {
        private final int port = GatewayProcess.freePort();
        private final Process process;

        Balancer(List<Integer> ports) throws IOException {
            Path root = Path.of(System.getProperty("mooring.root", "..")).toAbsolutePath();
            ProcessBuilder builder = new ProcessBuilder(
                            "haproxy",
                            "-db",
                            "-f",
                            root.resolve("examples/replicas/haproxy.cfg").toString())
                    .redirectErrorStream(true)
                    .redirectOutput(
                            Files.createFile(folder.resolve("haproxy.log")).toFile());
            builder.environment().put("MOORING_BIND", "127.0.0.1:" + port);
            for (int i = 0; i < ports.size(); i++) {
                builder.environment().put("MOORING_REPLICA_" + (i + 1), "127.0.0.1:" + ports.get(i));
            }
            process = builder.start();
        }

        URI address(String path) {
            return URI.create("http://127.0.0.1:" + port + path);
        }

        @Override
        public void close() {
            process.destroy();
        }
    }
}
