package dev.mooring.session;

import static dev.mooring.session.Fixtures.outcome;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.client.credentials.Credential;
import dev.mooring.run.AgentRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Calls without a usable answer. The server is modern and keeps no session, so none is lost. */
@Timeout(60)
class NoAnswerTest {
    private HttpServer http = start(0);

    /** Run before each of the next requests, because the client obtains a credential for each of them. */
    private final Queue<Runnable> beforeRequests = new ArrayDeque<>();

    private static HttpServer start(int port) {
        try {
            HttpServer started = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            started.createContext("/", NoAnswerTest::answer);
            started.start();
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode request = Json.parse(exchange.getRequestBody().readAllBytes());
            if (request.at("/params/name").asString("").equals("slow")) {
                exchange.sendResponseHeaders(504, -1);
                return;
            }
            byte[] reply = ("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id")
                            + ",\"result\":{\"resultType\":\"complete\","
                            + "\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{},\"content\":[]}}")
                    .getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.getResponseHeaders().set("Connection", "close");
            exchange.sendResponseHeaders(200, reply.length);
            exchange.getResponseBody().write(reply);
        } catch (MalformedJson e) {
            throw new IOException(e);
        }
    }

    private Credential credential() {
        Runnable next = beforeRequests.poll();
        if (next != null) {
            next.run();
        }
        return new Credential("Bearer token", "ada");
    }

    @AfterEach
    void stop() {
        http.stop(0);
    }

    private Sessions sessions() {
        URI address = URI.create("http://127.0.0.1:" + http.getAddress().getPort() + "/mcp");
        return Sessions.builder(List.of(ToolServer.of("r", ServerLocation.Remote.at(address))))
                .options(ClientOptions.builder().credentials(this::credential).build())
                .build();
    }

    @Test
    void callThatDidNotReachTheServerIsReportedAsNotSent() {
        int port = http.getAddress().getPort();
        try (Sessions sessions = sessions()) {
            AgentRun.run(() -> {
                assertThat(outcome(sessions, "r", "save")).isInstanceOf(CallOutcome.Answered.class);
                beforeRequests.add(() -> http.stop(0));
                beforeRequests.add(() -> http = start(port)); // for the probe after the failure

                CallOutcome failed = outcome(sessions, "r", "save");

                assertThat(failed).isInstanceOf(CallOutcome.NoAnswer.class);
                assertThat(failed.text()).contains("NOT sent", "nothing was done", "the session stays open");
                assertThat(failed.mayHaveLeftState()).isFalse();
            });
        }
    }

    @Test
    void callWithoutAUsableAnswerMayHaveHappened() {
        try (Sessions sessions = sessions()) {
            AgentRun.run(() -> {
                CallOutcome failed = outcome(sessions, "r", "slow");

                assertThat(failed).isInstanceOf(CallOutcome.NoAnswer.class);
                assertThat(failed.text()).contains("HTTP 504", "may or may not have happened");
            });
        }
    }
}
