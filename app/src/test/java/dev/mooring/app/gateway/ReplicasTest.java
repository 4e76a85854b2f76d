package dev.mooring.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.handle.cluster.ClusterTimes;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/**
 * Three replicas as processes behind a load balancer without sticky sessions, a real PostgreSQL, clients of both eras, and
 * faults. No client may lose its state without being told.
 */
@Timeout(600)
@Tag("process")
class ReplicasTest {
    private static final Duration PAUSE = Duration.ofMillis(200);

    @TempDir
    Path folder;

    private CountingUpstream remote;
    private ReplicaProcesses replicas;
    private LoadBalancer proxy;
    private final List<CountingClient> clients = new ArrayList<>();

    @BeforeEach
    @Timeout(300)
    void start() throws Exception {
        remote = new CountingUpstream();
        replicas = new ReplicaProcesses(3, servers(folder, remote), folder);
        proxy = new LoadBalancer(replicas.addresses());
    }

    private void startClients() {
        for (int i = 0; i < 3; i++) {
            for (String server : List.of("local", "remote")) {
                clients.add(new CountingClient(
                        "legacy " + server + " " + i, EraChoice.LEGACY, proxy.address("/" + server + "/mcp"), PAUSE));
                clients.add(new CountingClient(
                        "modern " + server + " " + i,
                        EraChoice.MODERN,
                        proxy.address("/" + server + "/modern/mcp"),
                        PAUSE));
            }
        }
        awaitSuccesses();
    }

    /** Writes a servers file with a local and a remote server that count. */
    static Path servers(Path folder, CountingUpstream remote) throws IOException {
        Path script = folder.resolve("counter.sh");
        try (InputStream counter = Objects.requireNonNull(ReplicasTest.class.getResourceAsStream("counter.sh"))) {
            Files.copy(counter, script);
        }
        return Files.writeString(folder.resolve("servers.json"), """
                {"mcpServers": {
                  "remote": {"url": "%s"},
                  "local": {"command": "sh", "args": ["%s"]}
                }}""".formatted(
                        ((ServerLocation.Remote) remote.as("remote").location()).address(), script));
    }

    @AfterEach
    void stop() throws Exception {
        for (CountingClient client : clients) {
            client.close();
        }
        proxy.close();
        replicas.close();
        remote.close();
    }

    /** Waits until each client has had some results from now on. */
    private void awaitSuccesses() {
        for (CountingClient client : clients) {
            int before = client.successes();
            await().atMost(Duration.ofSeconds(60))
                    .conditionEvaluationListener(null)
                    .until(client::toString, _ -> client.successes() >= before + 2);
        }
        assertThat(clients)
                .allSatisfy(client -> assertThat(client.silentLosses()).isEmpty());
    }

    private int losses() {
        return clients.stream().mapToInt(CountingClient::losses).sum();
    }

    @Test
    void answersAndCancellationsReachTheReplicaWithTheCall() throws Exception {
        ClientOptions options = ClientOptions.builder()
                .era(EraChoice.LEGACY)
                .elicitation(params -> {
                    ObjectNode answer = Json.object().put("action", "accept");
                    answer.putObject("content").put("name", "Ada");
                    return answer;
                })
                .build();
        try (McpClient client = McpClient.open(ServerLocation.Remote.at(proxy.address("/remote/mcp")), options)) {
            for (int i = 0; i < 6; i++) { // each answer arrives at a random replica
                Reply reply = client.callTool("ask", Json.object());
                assertThat(GatewayProcess.text(((Reply.Result) reply).result())).isEqualTo("Ada");
            }
            for (int i = 0; i < 4; i++) {
                Thread caller = Thread.ofVirtual().start(() -> {
                    try {
                        var _ = client.callTool("hang", Json.object());
                    } catch (InterruptedException e) {
                        // cancelled
                    }
                });
                remote.awaitHanging();
                caller.interrupt();
                remote.awaitCancelled();
            }
        }
    }

    @Test
    void noStateIsLostSilentlyInFiveFaults() throws Exception {
        startClients();
        int killed = replicas.busiest();
        replicas.kill(killed);
        replicas.backdate(killed);
        awaitSuccesses();
        int losses = losses();
        assertThat(losses).as("lost with the killed replica").isPositive();
        replicas.restart(killed);

        int paused = replicas.busiest();
        replicas.signal(paused, "STOP");
        await().atMost(ClusterTimes.LEASE.multipliedBy(3)).until(() -> replicas.hasNoLease(paused));
        replicas.signal(paused, "CONT");
        awaitSuccesses();

        replicas.restartPostgres();
        awaitSuccesses();

        replicas.cutDatabaseConnections();
        proxy.cutConnections();
        awaitSuccesses();
        assertThat(losses()).as("lost in faults that leave all processes alive").isEqualTo(losses);

        int stopped = replicas.busiest();
        replicas.stop(stopped);
        awaitSuccesses();
        replicas.restart(stopped);
        awaitSuccesses();

        assertThat(clients).allSatisfy(client -> {
            assertThat(client.silentLosses()).isEmpty();
            assertThat(client.repeatedReports()).isEmpty();
        });
    }
}
