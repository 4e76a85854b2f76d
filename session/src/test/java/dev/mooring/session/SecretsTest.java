package dev.mooring.session;

import static dev.mooring.session.Fixtures.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.run.AgentRun;
import dev.mooring.run.RunEvent;
import dev.mooring.run.RunOptions;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

@Timeout(60)
class SecretsTest {
    private static final String SECRET = "sesame-open-\"1\"-now";

    @Test
    void secretsAreRedactedInTextAndInEscapedJson() {
        Secrets secrets = Secrets.of(List.of(SECRET, "sesame-open", "short"));
        assertThat(secrets.redact("a " + SECRET + " b short")).isEqualTo("a [secret] b short");
        assertThat(Json.text(secrets.redact(Json.object().put("x", "<" + SECRET + ">"))))
                .isEqualTo("{\"x\":\"<[secret]>\"}");
    }

    @Test
    void jsonWithoutSecretsIsReturnedUnchanged() {
        var json = Json.objectOf("{\"a\":[1.10,{\"b\":null}]}");
        assertThat(Secrets.of(List.of("sesame-open")).redact(json)).isSameAs(json);
    }

    @Test
    void addedSecretsAreRedactedInUnionsFromBefore() {
        Secrets token = Secrets.none();
        Secrets union = Secrets.of(List.of("sesame-open")).and(token).and(Secrets.none());
        token.add("first-token");
        assertThat(union.redact("sesame-open first-token later-token")).isEqualTo("[secret] [secret] later-token");

        token.add("later-token");
        assertThat(union.redact("sesame-open first-token later-token")).isEqualTo("[secret] [secret] [secret]");
        assertThat(token.redact("sesame-open later-token")).isEqualTo("sesame-open [secret]");
    }

    @Test
    void onlyTheLatestAddedSecretsAreKept() {
        Secrets secrets = Secrets.of(List.of("sesame-open"));
        for (int i = 0; i < 33; i++) {
            secrets.add("token-of-hour-" + i + ".");
        }
        assertThat(secrets.redact("sesame-open token-of-hour-0. token-of-hour-1. token-of-hour-32."))
                .isEqualTo("[secret] token-of-hour-0. [secret] [secret]");
    }

    /** Searches everything that the library outputs: results, logs, events, metrics. */
    @Test
    @Tag("counterpart")
    void secretsAppearNowhereEvenIfTheServerEchoesThem() {
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Level before = root.getLevel();
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        root.addAppender(log);
        root.setLevel(Level.TRACE);
        SimpleMeterRegistry metrics = new SimpleMeterRegistry();
        List<String> output = new CopyOnWriteArrayList<>();
        ServerLocation.Local plain = (ServerLocation.Local) Fixtures.local("a").location();
        ToolServer server = new ToolServer(
                "a",
                plain.withEnvironment(Map.of("API_KEY", SECRET)),
                ServerSettings.DEFAULT,
                Secrets.of(List.of(SECRET)));
        try (Sessions sessions = Sessions.builder(List.of(server))
                .metrics(metrics)
                .listener(event -> output.add(event.toString()))
                .build()) {
            RunOptions options = RunOptions.builder()
                    .listener((RunEvent event) -> output.add(event.toString()))
                    .build();
            AgentRun.run(options, () -> {
                output.add(outcome(sessions, "a", "env").toString());
                output.add(
                        sessions.call("a", "exit", Json.object().put("code", 1).put("last", "key is " + SECRET))
                                .toString());
            });
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            root.detachAppender(log);
            root.setLevel(before);
        }
        log.list.forEach(event -> output.add(event.getFormattedMessage()));
        metrics.getMeters().forEach(meter -> output.add(meter.getId().toString()));

        assertThat(output).hasSizeGreaterThan(5).anyMatch(text -> text.contains("[secret]"));
        assertThat(output).noneMatch(text -> text.contains(SECRET) || text.contains(SECRET.replace("\"", "\\\"")));
    }

    @Test
    @Tag("process")
    void secretsAreRedactedInAFailedOpening() throws Exception {
        String secret = "sesame-open-up";
        String rejection =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32000,\"message\":\"bad key " + secret + "\"}}";
        ToolServer server = new ToolServer(
                "a",
                ServerLocation.Local.of("sh", "-c", "read line; echo \"$0\"; cat", rejection),
                ServerSettings.builder().era(EraChoice.LEGACY).build(),
                Secrets.of(List.of(secret)));
        List<String> output = new CopyOnWriteArrayList<>();
        try (Sessions sessions = Sessions.builder(List.of(server))
                .listener(event -> output.add(event.toString()))
                .build()) {
            AgentRun.run(() -> output.add(outcome(sessions, "a", "count").text()));
        }
        assertThat(output).hasSize(2).allMatch(text -> text.contains("bad key [secret]"));
    }

    @Test
    void secretsInAUrlAreNotLogged() throws Exception {
        String secret = "sesame-open-up";
        McpServer served = McpServer.builder("served", "1").build();
        // While another test initializes SLF4J, it returns a substitute.
        await().until(() -> LoggerFactory.getLogger("dev.mooring") instanceof Logger);
        Logger ours = (Logger) LoggerFactory.getLogger("dev.mooring");
        Level before = ours.getLevel();
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        ours.addAppender(log);
        ours.setLevel(Level.TRACE);
        try (HttpServer http =
                HttpServer.start(HttpEndpoint.builder(served, "/mcp/" + secret).build())) {
            McpClient.open(
                            ServerLocation.Remote.at(http.uri("/mcp/" + secret)),
                            ClientOptions.builder().era(EraChoice.LEGACY).build())
                    .close();
            Awaitility.await()
                    .until(() -> log.list.stream()
                            .anyMatch(event -> event.getFormattedMessage().contains("Deleted the session")));
        } finally {
            ours.detachAppender(log);
            ours.setLevel(before);
        }

        assertThat(log.list).noneMatch(event -> event.getFormattedMessage().contains(secret));
    }

    @Test
    void secretsAreRedactedInErrors() {
        McpError error = Secrets.of(List.of("hunter22"))
                .redact(new McpError(-32000, "bad hunter22", Json.object().put("key", "hunter22")));

        assertThat(error.message()).doesNotContain("hunter22");
        assertThat(String.valueOf(error.data())).contains("key").doesNotContain("hunter22");
    }

    @Test
    void secretsAreRedactedInKeysAndNumbers() {
        Secrets secrets = Secrets.of(List.of("hunter22", "hunter23", "1234567890"));
        assertThat(Json.text(secrets.redact(Json.objectOf("""
                {"my hunter22": {"hunter22": 1, "hunter23": 1234567890}, "n": 12}\
                """))))
                .isEqualTo("{\"my [secret]\":{\"[secret]\":1,\"[secret] 2\":\"[secret]\"},\"n\":12}");
    }
}
