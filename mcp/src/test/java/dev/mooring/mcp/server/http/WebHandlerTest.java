package dev.mooring.mcp.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WebHandlerTest {
    private static final Semaphore SECOND = new Semaphore(0);

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> loggedPaths = new CopyOnWriteArrayList<>();
    private HttpServer http;

    @BeforeEach
    void start() throws Exception {
        http = HttpServer.builder()
                .endpoint(
                        HttpEndpoint.builder(new SampleServer().server, "/mcp").build())
                .web(WebHandlerTest::serve)
                .web(request -> WebResponse.of(request.path().equals("/second") ? 204 : 404))
                .accessLog(entry -> loggedPaths.add(entry.path()))
                .start();
    }

    private static @Nullable WebResponse serve(WebRequest request) throws IOException {
        return switch (request.path()) {
            case "/echo" ->
                WebResponse.json(
                                201,
                                Json.object()
                                        .put("method", request.method())
                                        .put("query", request.query())
                                        .put("header", request.header("x-thing"))
                                        .put("cookie", request.cookie("b"))
                                        .put("missing", request.cookie("c"))
                                        .put("address", request.clientAddress())
                                        .put("body", new String(request.body(10), UTF_8)))
                        .with("Set-Cookie", "a=1")
                        .with("Set-Cookie", "b=2");
            case "/stream" ->
                WebResponse.streamed(200, "text/plain", body -> {
                    body.write("first\n".getBytes(UTF_8));
                    awaitSecond();
                    body.write("second\n".getBytes(UTF_8));
                });
            case "/parameters" ->
                WebResponse.json(
                        200,
                        Json.object()
                                .put("q", request.parameter("q"))
                                .put("r", request.parameter("r"))
                                .put("missing", request.parameter("missing"))
                                .put("target", request.pathAndQuery()));
            case "/headers" -> WebResponse.of(200, "text/plain", named("x-thing", request.headers()));
            case "/bytes" ->
                WebResponse.of(200, "application/octet-stream", new byte[] {0, -1})
                        .with("ETag", "own")
                        .withDefault("etag", "other")
                        .withDefault("X-More", "more");
            case "/refused" -> WebResponse.error(403, "Forbidden");
            case "/accepted/secret" -> {
                request.accept("ada");
                request.hidePath();
                yield WebResponse.error(403, "Forbidden");
            }
            case "/hidden/secret" -> {
                request.setAttribute("found", "nothing");
                request.hidePath();
                yield WebResponse.error(401, String.valueOf(request.attribute("found")));
            }
            default -> null;
        };
    }

    private static String named(String name, List<WebResponse.Header> headers) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(WebResponse.Header::value)
                .collect(Collectors.joining(","));
    }

    private static void awaitSecond() throws IOException {
        try {
            SECOND.acquire();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void streamedResponseArrivesWhileItIsWritten() throws Exception {
        HttpResponse<InputStream> response = client.send(to("/stream").build(), BodyHandlers.ofInputStream());

        try (var lines = new BufferedReader(new InputStreamReader(response.body(), UTF_8))) {
            assertThat(lines.readLine()).isEqualTo("first");
            SECOND.release();
            assertThat(lines.readLine()).isEqualTo("second");
            assertThat(lines.readLine()).isNull();
        }
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        http.close();
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create(http.uri(path).toString()));
    }

    @Test
    void handlerSeesTheRequestAndItsResponseArrives() throws Exception {
        HttpResponse<String> response = send(to("/echo?q=%20")
                .header("X-Thing", "t")
                .header("Cookie", "a=1; b=2")
                .POST(BodyPublishers.ofString("0123456789")));

        assertThat(response.statusCode()).isEqualTo(201);
        assertThat(response.headers().allValues("Set-Cookie")).containsExactly("a=1", "b=2");
        assertThat(response.body())
                .isEqualTo(
                        "{\"method\":\"POST\",\"query\":\"q=%20\",\"header\":\"t\",\"cookie\":\"2\",\"missing\":null,"
                                + "\"address\":\"127.0.0.1\",\"body\":\"0123456789\"}");
    }

    @Test
    void bodyBeyondTheLimitOfTheHandlerIsRefused() throws Exception {
        assertThat(send(to("/echo").POST(BodyPublishers.ofString("0123456789+")))
                        .statusCode())
                .isEqualTo(413);
    }

    @Test
    void secondHandlerServesRequestsThatTheFirstDoesNot() throws Exception {
        assertThat(send(to("/second")).statusCode()).isEqualTo(204);
    }

    @Test
    void parametersAreDecodedAndTheFirstOfANameCounts() throws Exception {
        assertThat(send(to("/parameters?q=1+%C3%A9&r&q=2")).body())
                .isEqualTo("{\"q\":\"1 \u00e9\",\"r\":\"\",\"missing\":null,"
                        + "\"target\":\"/parameters?q=1+%C3%A9&r&q=2\"}");
    }

    @Test
    void handlerSeesEveryHeader() throws Exception {
        assertThat(send(to("/headers").header("X-Thing", "a").header("X-Thing", "b"))
                        .body())
                .isEqualTo("a,b");
    }

    @Test
    void responseHasItsBytesAndNoDefaultForAHeaderThatItHas() throws Exception {
        HttpResponse<byte[]> response = client.send(to("/bytes").build(), BodyHandlers.ofByteArray());

        assertThat(response.body()).containsExactly(0, -1);
        assertThat(response.headers().allValues("ETag")).containsExactly("own");
        assertThat(response.headers().allValues("X-More")).containsExactly("more");
    }

    @Test
    void errorIsTheOneOfRequestsThatNoHandlerAnswers() throws Exception {
        assertThat(send(to("/refused")).body())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Forbidden\"}}");
    }

    @Test
    void hiddenPathIsLoggedOnlyIfTheRequestIsAccepted() throws Exception {
        assertThat(send(to("/hidden/secret")).body()).contains("nothing");
        send(to("/accepted/secret"));

        await().untilAsserted(() -> assertThat(loggedPaths).containsExactly("", "/accepted/secret"));
    }

    /** A client with a token in its URL asks for metadata at a path that contains the token. */
    @Test
    void pathOfAnAnswerWithStatus404IsNotLogged() throws Exception {
        send(to("/.well-known/oauth-protected-resource/mcp/secret"));
        send(to("/echo"));

        await().untilAsserted(() -> assertThat(loggedPaths).containsExactly("", "/echo"));
    }

    @Test
    void responseThatDoesNotWaitForTheBodyAnnouncesThatTheConnectionEnds() throws Exception {
        String body = "{}";
        String request = RawConnection.post("/refused", Map.of(), body);
        try (RawConnection connection = new RawConnection(http.port())) {
            connection.send(request.substring(0, request.length() - body.length()));
            assertThat(connection.receive().head())
                    .startsWith("HTTP/1.1 403")
                    .containsIgnoringCase("Connection: close");
            connection.awaitEnd();
        }
        try (RawConnection connection = new RawConnection(http.port())) {
            for (int i = 0; i < 2; i++) {
                connection.send(request);
                assertThat(connection.receive().head()).startsWith("HTTP/1.1 403");
            }
        }
    }
}
