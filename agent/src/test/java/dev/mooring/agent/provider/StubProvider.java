package dev.mooring.agent.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** A local HTTP server that stands in for a provider and sends predefined responses. */
public final class StubProvider implements AutoCloseable {
    private final HttpServer server;
    private final ConcurrentLinkedQueue<Reply> replies = new ConcurrentLinkedQueue<>();
    private final List<Received> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    /** A received request. */
    public record Received(String path, Map<String, List<String>> headers, JsonNode body) {
        public String header(String name) {
            return headers.entrySet().stream()
                    .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                    .map(entry -> entry.getValue().getFirst())
                    .findFirst()
                    .orElse("");
        }
    }

    /** A predefined response. */
    private interface Reply {
        void send(HttpExchange exchange) throws IOException, InterruptedException;
    }

    private StubProvider(HttpServer server) {
        this.server = server;
    }

    public static StubProvider start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        StubProvider endpoint = new StubProvider(server);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", endpoint::handle);
        server.start();
        return endpoint;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            requests.add(new Received(
                    exchange.getRequestURI().toString(), Map.copyOf(exchange.getRequestHeaders()), Json.parse(body)));
            Reply reply = replies.poll();
            if (reply == null) {
                exchange.sendResponseHeaders(418, -1);
            } else {
                reply.send(exchange);
            }
        } catch (MalformedJson | InterruptedException e) {
            throw new IOException(e);
        }
    }

    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public List<Received> requests() {
        return requests;
    }

    /** Adds a complete JSON response. */
    public StubProvider json(String body) {
        return status(200, body, Map.of());
    }

    /** Adds a complete response of any type. */
    public StubProvider reply(int status, String type, String body) {
        replies.add(exchange -> {
            begin(exchange, status, type);
            write(exchange.getResponseBody(), body);
        });
        return this;
    }

    /** Adds a request that gets no response until this server closes. */
    public StubProvider hangs() {
        replies.add(exchange -> closed.await());
        return this;
    }

    /** Adds a stream that repeats some lines until the client disconnects or this server closes. */
    public StubProvider repeats(String type, String lines, Duration interval) {
        replies.add(exchange -> {
            begin(exchange, 200, type);
            while (!closed.await(interval.toMillis(), TimeUnit.MILLISECONDS)) {
                write(exchange.getResponseBody(), lines);
            }
        });
        return this;
    }

    public StubProvider status(int status, String body, Map<String, String> headers) {
        replies.add(exchange -> {
            headers.forEach((name, value) -> exchange.getResponseHeaders().add(name, value));
            begin(exchange, status, "application/json");
            write(exchange.getResponseBody(), body);
        });
        return this;
    }

    /** Adds a stream of server-sent events with the given data. */
    public StubProvider events(String... events) {
        replies.add(exchange -> stream(exchange, events));
        return this;
    }

    /** Adds a stream whose events are named after the {@code type} in their data. */
    public StubProvider typedEvents(String... events) {
        replies.add(exchange -> {
            begin(exchange, 200, "text/event-stream");
            for (String event : events) {
                String type = Json.objectOf(event).path("type").asString("");
                write(exchange.getResponseBody(), "event: " + type + "\ndata: " + event.strip() + "\n\n");
            }
        });
        return this;
    }

    /** Adds a stream of JSON lines. */
    public StubProvider lines(String... lines) {
        replies.add(exchange -> {
            begin(exchange, 200, "application/x-ndjson");
            for (String line : lines) {
                write(exchange.getResponseBody(), line.strip() + "\n");
            }
        });
        return this;
    }

    /** Adds a stream that sends some events and then stalls until this server closes. */
    public StubProvider stalls(String... events) {
        replies.add(exchange -> {
            stream(exchange, events);
            closed.await();
        });
        return this;
    }

    /** Adds a response that stalls before the end of its body, until this server closes. */
    public StubProvider stalls(int status, String beginning) {
        replies.add(exchange -> {
            begin(exchange, status, "application/json");
            write(exchange.getResponseBody(), beginning);
            closed.await();
        });
        return this;
    }

    /** Adds a response whose body repeats a text until the client disconnects or this server closes. */
    public StubProvider floods(int status, String text) {
        replies.add(exchange -> {
            begin(exchange, status, "text/plain");
            while (closed.getCount() > 0) {
                write(exchange.getResponseBody(), text);
            }
        });
        return this;
    }

    private static void stream(HttpExchange exchange, String[] events) throws IOException {
        begin(exchange, 200, "text/event-stream");
        for (String event : events) {
            write(exchange.getResponseBody(), "data: " + event.strip() + "\n\n");
        }
    }

    private static void begin(HttpExchange exchange, int status, String type) throws IOException {
        exchange.getResponseHeaders().add("content-type", type);
        exchange.sendResponseHeaders(status, 0);
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(UTF_8));
        out.flush();
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }
}
