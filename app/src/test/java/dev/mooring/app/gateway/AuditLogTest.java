package dev.mooring.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.app.web.TestWeb;
import dev.mooring.app.web.Tokens;
import dev.mooring.gateway.CompletedCall;
import dev.mooring.gateway.CompletedCall.Status;
import dev.mooring.gateway.GatewayOptions;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

@Timeout(60)
class AuditLogTest {
    private static final String ADAS = "0123456789abcdef-ada";

    @TempDir
    Path folder;

    private static CompletedCall call(String tool) {
        return new CompletedCall(
                "notes",
                tool,
                Optional.of("ada"),
                Optional.of("0123456789abcdef"),
                Instant.parse("2026-01-02T03:04:05.678901Z"),
                Duration.ofNanos(1_234_567),
                Status.OK);
    }

    private static List<ObjectNode> lines(Path file) throws IOException {
        return Files.readAllLines(file).stream().map(Json::objectOf).toList();
    }

    @Test
    void eachCallIsOneLineOfJson() throws Exception {
        Path file = folder.resolve("audit.jsonl");
        try (AuditLog log = AuditLog.open(file)) {
            log.onCall(call("read \n\"note\""));
        }

        assertThat(Files.readString(file))
                .isEqualTo("{\"time\":\"2026-01-02T03:04:05.678Z\",\"principal\":\"ada\",\"server\":\"notes\","
                        + "\"tool\":\"read \\n\\\"note\\\"\",\"session\":\"0123456789abcdef\",\"outcome\":\"ok\","
                        + "\"duration_ms\":1.234}\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void fileIsRotatedAndTheOldestIsDeleted() throws Exception {
        Path file = folder.resolve("audit.jsonl");
        try (AuditLog log = AuditLog.open(file, 400, AuditLog::append)) {
            for (int i = 0; i < 20; i++) {
                log.onCall(call("tool-" + i));
            }
        }

        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "audit.jsonl", "audit.jsonl.1", "audit.jsonl.2", "audit.jsonl.3", "audit.jsonl.4");
        }
        assertThat(lines(file))
                .last()
                .extracting(line -> line.path("tool").asString(""))
                .isEqualTo("tool-19");
        for (Path each : List.of(file, folder.resolve("audit.jsonl.1"), folder.resolve("audit.jsonl.4"))) {
            assertThat(Files.size(each)).isBetween(1L, 400L);
            assertThat(lines(each)).hasSize(2);
        }
        assertThat(lines(folder.resolve("audit.jsonl.1")))
                .last()
                .extracting(line -> line.path("tool").asString(""))
                .isEqualTo("tool-17");
    }

    @Test
    void failedRotationIsRetriedAndLosesNoFile() throws Exception {
        Path file = folder.resolve("audit.jsonl");
        var isDiskFull = new AtomicBoolean();
        AuditLog.Opener opener = each -> {
            if (isDiskFull.get()) {
                throw new IOException("No space left on device");
            }
            return Files.newOutputStream(each, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        };
        try (AuditLog log = AuditLog.open(file, 200, opener)) {
            log.onCall(call("tool-0"));
            isDiskFull.set(true);
            for (int i = 0; i < 10; i++) {
                log.onCall(call("not-recorded"));
            }
            assertThat(lines(folder.resolve("audit.jsonl.1"))).hasSize(1);

            isDiskFull.set(false);
            log.onCall(call("tool-1"));
        }
        assertThat(lines(file)).hasSize(1);
        assertThat(lines(folder.resolve("audit.jsonl.1"))).hasSize(1);
    }

    @Test
    void nextProcessAppends() throws Exception {
        Path file = folder.resolve("audit.jsonl");
        for (int i = 0; i < 2; i++) {
            try (AuditLog log = AuditLog.open(file)) {
                log.onCall(call("tool"));
            }
        }

        assertThat(lines(file)).hasSize(2);
    }

    @Test
    void parallelCallsAreWholeLines() throws Exception {
        Path file = folder.resolve("audit.jsonl");
        try (AuditLog log = AuditLog.open(file)) {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 500; i++) {
                    threads.execute(() -> log.onCall(call("tool")));
                }
            }
        }

        assertThat(lines(file)).hasSize(500);
    }

    @Test
    void fileThatCannotBeWrittenIsAnError() {
        assertThatThrownBy(() -> AuditLog.open(folder.resolve("missing/audit.jsonl")))
                .isInstanceOf(IOException.class);
    }

    @Test
    void gatewayWritesWhoCalledWhatWithoutArgumentsAndSessionIds() throws Exception {
        Path file = folder.resolve("audit.jsonl");
        String reply;
        try (var upstream = new CountingUpstream();
                AuditLog log = AuditLog.open(file);
                GatewayService service = TestGateway.start(
                        List.of(upstream.as("counter")),
                        GatewayOptions.builder(Implementation.of("mooring", "1"))
                                .callListener(log)
                                .build(),
                        TestWeb.withTokens(TestWeb.local(), Tokens.read(TestWeb.tokenFile(folder, "ada " + ADAS))));
                McpClient client = McpClient.open(
                        new ServerLocation.Remote(
                                URI.create(service.address()), Map.of("Authorization", "Bearer " + ADAS)),
                        ClientOptions.defaults())) {
            client.callTool("counter__count", Json.object().put("password", "hunter2"));
            client.callTool("counter__fail", Json.object());
            reply = client.callTool("counter__count", Json.object()).toString();
            client.callTool("end_session", Json.object());
        }

        List<ObjectNode> lines = lines(file);
        assertThat(lines)
                .extracting(line -> line.path("tool").asString(""))
                .containsExactly("count", "fail", "count", "end_session");
        assertThat(lines)
                .extracting(line -> line.path("outcome").asString(""))
                .containsExactly("ok", "error", "ok", "ok");
        assertThat(lines)
                .extracting(line -> line.path("principal").asString(""))
                .containsOnly("ada");
        assertThat(lines)
                .extracting(line -> line.path("server").asString(""))
                .containsExactly("counter", "counter", "counter", ""); // the last ended the session with all servers
        String hash = lines.getFirst().path("session").asString("");
        assertThat(hash).matches("[0-9a-f]{16}");
        assertThat(lines).extracting(line -> line.path("session").asString("")).containsOnly(hash);
        String session = reply.replaceAll("(?s).*\"dev.mooring/session_id\":\"([0-9a-z]+)\".*", "$1");
        assertThat(session).matches("[0-9a-z]{26}").doesNotContain(hash);
        assertThat(Files.readString(file)).doesNotContain("hunter2", ADAS, session);
    }
}
