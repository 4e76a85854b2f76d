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
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;

/** A provider's endpoint on this machine, whose answers are laid down. */
public final class StubProvider implements AutoCloseable {
    private final HttpServer server;
    private final ConcurrentLinkedQueue<Reply> replies = new ConcurrentLinkedQueue<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    /** What was asked. */
    public record Asked(String path, Map<String, List<String>> headers, JsonNode body) {
        public String header(String name) {
            return headers.entrySet().stream()
                    .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                    .map(entry -> entry.getValue().getFirst())
                    .findFirst()
                    .orElse("");
        }
    }

    /** What is answered. */
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
            asked.add(new Asked(
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

    public List<Asked> asked() {
        return asked;
    }

    /** An answer as a whole. */
    public StubProvider json(String body) {
        return status(200, body, Map.of());
    }

    public StubProvider status(int status, String body, Map<String, String> headers) {
        replies.add(exchange -> {
            headers.forEach((name, value) -> exchange.getResponseHeaders().add(name, value));
            begin(exchange, status, "application/json");
            write(exchange.getResponseBody(), body);
        });
        return this;
    }

    /** An answer in server-sent events, each given by its data. */
    public StubProvider events(String... events) {
        replies.add(exchange -> stream(exchange, events));
        return this;
    }

    /** As {@link #events}, with a name for each event, which is its type. */
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

    /** An answer in lines. */
    public StubProvider lines(String... lines) {
        replies.add(exchange -> {
            begin(exchange, 200, "application/x-ndjson");
            for (String line : lines) {
                write(exchange.getResponseBody(), line.strip() + "\n");
            }
        });
        return this;
    }

    /** A stream that begins with some events and then has nothing to say, until this is closed. */
    public StubProvider stalls(String... events) {
        replies.add(exchange -> {
            stream(exchange, events);
            closed.await();
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
