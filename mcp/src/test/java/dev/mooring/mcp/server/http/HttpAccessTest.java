package dev.mooring.mcp.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class HttpAccessTest {
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

    private final SampleServer sample = new SampleServer();
    private HttpServer http;
    private HttpTestClient client;

    @BeforeEach
    void start() throws Exception {
        http = HttpServer.builder()
                .maxHeaderBytes(4096)
                .endpoint(HttpEndpoint.builder(sample.server, "/mcp")
                        .access(AccessRules.allowing(List.of("Example.com"), List.of("https://app.example.com")))
                        .limits(HttpLimits.builder()
                                .maxBodyBytes(1000)
                                .maxSessions(10)
                                .sessionIdleTimeout(Duration.ofMinutes(1))
                                .maxStreams(10)
                                .keepAliveInterval(Duration.ofSeconds(15))
                                .build())
                        .authenticator(HttpAccessTest::authenticate)
                        .build())
                .start();
        client = new HttpTestClient(http.uri("/mcp"));
    }

    private static Authentication authenticate(IncomingRequest request) {
        if (request.subPath().equals("/exhausted")) {
            throw new OutOfMemoryError("simulated");
        }
        if ("Bearer good".equals(request.header("authorization"))
                || request.subPath().equals("/good")) {
            return new Authentication.Accepted("ann");
        }
        return request.header("Authorization") == null && request.subPath().isEmpty()
                ? Authentication.ANONYMOUS
                : new Authentication.Rejected(401, "Bearer realm=\"test\"", "unknown token");
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        http.close();
    }

    private RawConnection.Response raw(String request) throws IOException {
        try (RawConnection connection = new RawConnection(http.port())) {
            connection.send(request);
            return connection.receive();
        }
    }

    /** Otherwise the client would send its next request on a connection that the server closes. */
    @Test
    void refusalThatDoesNotWaitForTheBodyAnnouncesThatTheConnectionEnds() throws Exception {
        String request = RawConnection.post("/mcp", Map.of("Authorization", "Bearer bad"), PING);
        String head = request.substring(0, request.length() - PING.length());
        assertThat(raw(head).head()).startsWith("HTTP/1.1 401").containsIgnoringCase("Connection: close");
        assertThat(raw(request).head()).startsWith("HTTP/1.1 401").doesNotContainIgnoringCase("Connection: close");
    }

    private RawConnection.Response ping(Map<String, String> headers) throws IOException {
        return raw(RawConnection.post("/mcp", headers, PING));
    }

    @Test
    void errorOfTheJvmIsAnsweredWithoutItsDetails() throws Exception {
        RawConnection.Response response = raw(RawConnection.post("/mcp/exhausted", Map.of(), PING));

        assertThat(response.status()).isEqualTo(500);
        assertThat(response.body()).contains("the server failed").doesNotContain("simulated", "exhausted");
    }

    @Nested
    class Hosts {
        @Test
        void loopbackAndConfiguredHostsAreAllowed() throws Exception {
            for (String host : List.of("localhost", "127.0.0.1:80", "[::1]:8080", "LOCALHOST:1", "example.com")) {
                assertThat(ping(Map.of("Host", host)).status())
                        .describedAs(host)
                        .isEqualTo(200);
            }
        }

        @Test
        void otherHostsAreForbidden() throws Exception {
            for (String host :
                    List.of("evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "127.0.0.2")) {
                assertThat(ping(Map.of("Host", host)).status())
                        .describedAs(host)
                        .isEqualTo(403);
            }
        }
    }

    @Nested
    class Origins {
        @Test
        void ownAndConfiguredOriginsAreAllowed() throws Exception {
            for (String origin : List.of("http://127.0.0.1", "https://app.example.com")) {
                RawConnection.Response response = ping(Map.of("Origin", origin));

                assertThat(response.status()).describedAs(origin).isEqualTo(200);
                assertThat(response.head())
                        .contains("Access-Control-Allow-Origin: " + origin)
                        .contains("Mcp-Session-Id");
            }
        }

        @Test
        void otherOriginsAreForbidden() throws Exception {
            for (String origin : List.of(
                    "http://evil.example",
                    "http://localhost:5173",
                    "http://127.0.0.1:5173",
                    "https://127.0.0.1",
                    "null",
                    "https://app.example.com.evil.example",
                    "http://app.example.com",
                    "http://localhost.evil.example",
                    "ftp://localhost",
                    "http://localhost:80x",
                    "file://")) {
                assertThat(ping(Map.of("Origin", origin)).status())
                        .describedAs(origin)
                        .isEqualTo(403);
            }
        }

        @Test
        void duplicateOriginIsForbidden() throws Exception {
            assertThat(ping(Map.of("Origin", "http://localhost\r\nOrigin: http://localhost"))
                            .status())
                    .isEqualTo(403);
        }

        @Test
        void preflightOfAnAllowedOriginIsAnswered() throws Exception {
            RawConnection.Response response = raw("""
                    OPTIONS /mcp HTTP/1.1
                    Host: localhost
                    Origin: https://app.example.com
                    Access-Control-Request-Method: POST

                    """);

            assertThat(response.status()).isEqualTo(204);
            assertThat(response.head())
                    .contains("Access-Control-Allow-Methods: POST")
                    .contains("Access-Control-Allow-Headers: *, Authorization");
        }
    }

    @Nested
    class Callers {
        @Test
        void toolSeesThePrincipal() throws Exception {
            client.headers.put("Authorization", "Bearer good");

            assertThat(client.modern("tools/call", HttpTestClient.call("who"))
                            .json()
                            .toString())
                    .contains("ann null");
        }

        @Test
        void authenticatorCanUseThePath() throws Exception {
            try (HttpTestClient secret = new HttpTestClient(http.uri("/mcp/good"))) {
                assertThat(secret.modern("tools/call", HttpTestClient.call("who"))
                                .json()
                                .toString())
                        .contains("ann null");
            }
        }

        @Test
        void rejectedCallerGetsTheChallenge() throws Exception {
            client.headers.put("Authorization", "Bearer bad");

            HttpTestClient.Reply reply = client.modern("tools/list", null);

            assertThat(reply.status()).isEqualTo(401);
            assertThat(reply.header("WWW-Authenticate")).isEqualTo("Bearer realm=\"test\"");
        }

        @Test
        void otherPathsAreNotFound() throws Exception {
            for (String path : List.of("/", "/mcpx", "/other", "/mcp/../x")) {
                assertThat(raw(RawConnection.post(path, Map.of(), PING)).status())
                        .describedAs(path)
                        .isEqualTo(404);
            }
        }
    }

    @Nested
    class Limits {
        @Test
        void bodyLimitIsEnforcedWithAndWithoutContentLength() throws Exception {
            String tooLong = "\"" + "x".repeat(2000) + "\"";

            assertThat(raw(RawConnection.post("/mcp", Map.of(), tooLong)).status())
                    .isEqualTo(413);
            assertThat(raw("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                    + "Transfer-Encoding: chunked\r\n\r\n7d2\r\n" + tooLong + "\r\n0\r\n\r\n")
                            .status())
                    .isEqualTo(413);
        }

        @Test
        void headerLimitIsEnforced() throws Exception {
            assertThat(ping(Map.of("X-Long", "x".repeat(5000))).status()).isEqualTo(431);
        }

        @Test
        void nestingLimitIsEnforced() throws Exception {
            RawConnection.Response response = raw(RawConnection.post("/mcp", Map.of(), "[".repeat(300)));

            assertThat(response.status()).isEqualTo(400);
            assertThat(response.body()).contains("-32700");
        }
    }

    @Nested
    class Bodies {
        @Test
        void bodyThatIsNotAMessageIsABadRequest() throws Exception {
            for (String body : List.of(
                    "",
                    "{",
                    "nonsense",
                    "[]",
                    "[" + PING + "]",
                    "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}",
                    PING + "x")) {
                RawConnection.Response response = raw(RawConnection.post("/mcp", Map.of(), body));

                assertThat(response.status()).describedAs(body).isEqualTo(400);
                assertThat(Json.objectOf(response.body()).at("/error/code").intValue())
                        .isIn(McpError.PARSE_ERROR, McpError.INVALID_REQUEST);
            }
        }

        @Test
        void bodyThatIsNotUtf8IsABadRequest() throws Exception {
            byte[] body = PING.replace("ping", "p\u0001ng").getBytes(UTF_8);
            body[body.length - 5] = (byte) 0xC3;

            assertThat(client.post(body, Map.of()).status()).isEqualTo(400);
        }

        @Test
        void otherMediaTypesAreRefused() throws Exception {
            assertThat(ping(Map.of("Content-Type", "text/plain")).status()).isEqualTo(415);
            assertThat(ping(Map.of("Content-Type", "application/json;charset=utf-8"))
                            .status())
                    .isEqualTo(200);
            assertThat(ping(Map.of("Accept", "text/html")).status()).isEqualTo(406);
            assertThat(ping(Map.of("Accept", "*/*")).status()).isEqualTo(200);
        }
    }

    @Nested
    class Errors {
        @Test
        void errorResponseContainsNoInternalDetails() throws Exception {
            List<String> requests = List.of(
                    "GARBAGE\r\n\r\n",
                    "GET / HTTP/1.1\r\n\r\n",
                    "POST /mcp HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                    "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
                    "POST /%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    "TRACE /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n");
            for (String request : requests) {
                RawConnection.Response response = raw(request);

                assertThat(response.status()).describedAs(request).isBetween(400, 499);
                assertThat(response.head() + response.body())
                        .doesNotContainIgnoringCase("jetty")
                        .doesNotContain("Exception")
                        .doesNotContain("<html");
            }
        }
    }
}
