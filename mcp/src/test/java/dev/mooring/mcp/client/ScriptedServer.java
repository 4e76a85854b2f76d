package dev.mooring.mcp.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An HTTP server on loopback that runs the script of a test and records all requests. */
final class ScriptedServer implements AutoCloseable {
    private final HttpServer http;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private volatile Script script = Request::reply404;

    ScriptedServer() {
        try {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        http.setExecutor(threads);
        http.createContext("/", exchange -> {
            Request request = new Request(exchange);
            requests.add(request);
            try (exchange) {
                script.run(request);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        http.start();
    }

    interface Script {
        void run(Request request) throws IOException, InterruptedException;
    }

    void setScript(Script newScript) {
        script = newScript;
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + http.getAddress().getPort() + "/mcp");
    }

    ServerLocation.Remote location() {
        return ServerLocation.Remote.at(address());
    }

    List<Request> requests() {
        return requests;
    }

    List<Request> requests(String method) {
        return requests.stream()
                .filter(request -> request.rpcMethod().equals(method))
                .toList();
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }

    /** A received request, with methods to respond to it. */
    static final class Request {
        private final HttpExchange exchange;
        private final byte[] body;

        Request(HttpExchange exchange) throws IOException {
            this.exchange = exchange;
            this.body = exchange.getRequestBody().readAllBytes();
        }

        String verb() {
            return exchange.getRequestMethod();
        }

        String path() {
            return exchange.getRequestURI().getPath();
        }

        @Nullable
        String header(String name) {
            return exchange.getRequestHeaders().getFirst(name);
        }

        int clientPort() {
            return exchange.getRemoteAddress().getPort();
        }

        JsonNode json() {
            try {
                return body.length == 0 ? Json.object() : Json.parse(body);
            } catch (MalformedJson e) {
                throw new AssertionError(e);
            }
        }

        String rpcMethod() {
            return json().path("method").asString("");
        }

        JsonNode id() {
            return json().path("id");
        }

        void header(String name, String value) {
            exchange.getResponseHeaders().set(name, value);
        }

        void reply(int status, @Nullable String type, String text) throws IOException {
            byte[] bytes = text.getBytes(UTF_8);
            if (type != null) {
                header("Content-Type", type);
            }
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            if (bytes.length > 0) {
                exchange.getResponseBody().write(bytes);
            }
        }

        void reply404() throws IOException {
            reply(404, null, "");
        }

        void result(String result) throws IOException {
            reply(200, "application/json", "{\"jsonrpc\":\"2.0\",\"id\":" + id() + ",\"result\":" + result + "}");
        }

        void error(int status, int code, String message) throws IOException {
            reply(
                    status,
                    "application/json",
                    "{\"jsonrpc\":\"2.0\",\"id\":" + id() + ",\"error\":{\"code\":" + code + ",\"message\":\"" + message
                            + "\"}}");
        }

        /** Starts an event stream. Closing it ends the stream correctly. */
        OutputStream events() throws IOException {
            header("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            return exchange.getResponseBody();
        }

        void event(OutputStream out, String data) throws IOException {
            out.write(("data: " + data + "\n\n").getBytes(UTF_8));
            out.flush();
        }

        String resultMessage(String result) {
            return "{\"jsonrpc\":\"2.0\",\"id\":" + id() + ",\"result\":" + result + "}";
        }
    }

    /** Responds like a legacy server to handshake and DELETE. Returns false for other requests. */
    static boolean legacyOpening(Request request, @Nullable String session) throws IOException {
        if (request.verb().equals("DELETE")) {
            request.reply(200, null, "");
            return true;
        }
        switch (request.rpcMethod()) {
            case "server/discover" -> request.error(400, -32000, "no session");
            case "initialize" -> {
                if (session != null) {
                    request.header("Mcp-Session-Id", session);
                }
                request.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                        + "\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}");
            }
            case "notifications/initialized", "notifications/cancelled" -> request.reply(202, null, "");
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Responds like a modern server to the handshake. Returns false for other requests. */
    static boolean modernOpening(Request request) throws IOException {
        if (!request.rpcMethod().equals("server/discover")) {
            return false;
        }
        request.result("{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{},"
                + "\"ttlMs\":0,\"cacheScope\":\"public\"}");
        return true;
    }
}
