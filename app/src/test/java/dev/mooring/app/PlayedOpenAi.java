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
import tools.jackson.databind.node.ObjectNode;

/** An endpoint that speaks OpenAI's chat completions, streamed, and says what it was told to say. */
final class PlayedOpenAi implements AutoCloseable {
    private final HttpServer server;
    private final Queue<List<ObjectNode>> turns = new ConcurrentLinkedQueue<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();

    PlayedOpenAi() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/chat/completions", exchange -> {
            requests.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            List<ObjectNode> turn = turns.poll();
            if (turn == null) {
                exchange.sendResponseHeaders(400, -1);
                exchange.close();
                return;
            }
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            for (ObjectNode chunk : turn) {
                exchange.getResponseBody().write(("data: " + Json.text(chunk) + "\n\n").getBytes(UTF_8));
                exchange.getResponseBody().flush();
            }
            exchange.getResponseBody().write("data: [DONE]\n\n".getBytes(UTF_8));
            exchange.close();
        });
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    /** What was asked, as it came. */
    List<String> requests() {
        return requests;
    }

    List<String> keys() {
        return keys;
    }

    /** The next turn calls a tool, its arguments coming in two pieces. */
    PlayedOpenAi calls(String tool, String arguments) {
        int half = arguments.length() / 2;
        turns.add(List.of(
                delta(
                        "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"index\":0,\"id\":\"call_1\",\"type\":"
                                + "\"function\",\"function\":{\"name\":\"" + tool + "\",\"arguments\":"
                                + quoted(arguments.substring(0, half)) + "}}]}"),
                delta("{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":" + quoted(arguments.substring(half))
                        + "}}]}"),
                last("tool_calls")));
        return this;
    }

    /** The next turn says something, word by word. */
    PlayedOpenAi says(String... words) {
        List<ObjectNode> turn = new java.util.ArrayList<>();
        for (String word : words) {
            turn.add(delta("{\"content\":" + quoted(word) + "}"));
        }
        turn.add(last("stop"));
        turns.add(turn);
        return this;
    }

    private static String quoted(String text) {
        return Json.text(tools.jackson.databind.node.StringNode.valueOf(text));
    }

    private static ObjectNode delta(String delta) {
        return Json.objectOf("{\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"played\","
                + "\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":null}]}");
    }

    private static ObjectNode last(String reason) {
        return Json.objectOf("{\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"played\","
                + "\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"" + reason + "\"}],"
                + "\"usage\":{\"prompt_tokens\":120,\"completion_tokens\":30,\"total_tokens\":150}}");
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
