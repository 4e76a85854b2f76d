package dev.mooring.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import dev.mooring.mcp.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.node.StringNode;

/** A fake endpoint of a model provider that streams prepared turns. */
abstract class FakeProvider implements AutoCloseable {
    private final HttpServer server;
    private final Queue<List<String>> turns = new ConcurrentLinkedQueue<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();

    /** @param keyHeader the header with the API key */
    FakeProvider(String path, String keyHeader) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(path, exchange -> {
            requests.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            keys.add(String.valueOf(exchange.getRequestHeaders().getFirst(keyHeader)));
            List<String> turn = turns.poll();
            if (turn == null) {
                exchange.sendResponseHeaders(400, -1);
                exchange.close();
                return;
            }
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            for (String event : turn) {
                exchange.getResponseBody().write(event.getBytes(UTF_8));
                exchange.getResponseBody().flush();
            }
            exchange.close();
        });
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns the bodies of the requests. */
    List<String> requests() {
        return requests;
    }

    List<String> keys() {
        return keys;
    }

    /** Adds a turn that calls a tool, with its arguments in two pieces. */
    abstract FakeProvider calls(String tool, String arguments);

    /** Adds a turn with text, word by word. */
    abstract FakeProvider says(String... words);

    /** Adds a turn of raw events. */
    void add(List<String> events) {
        turns.add(List.copyOf(events));
    }

    static String quoted(String text) {
        return Json.text(StringNode.valueOf(text));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
