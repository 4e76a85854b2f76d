package dev.mooring.bench.hostile;

import dev.mooring.bench.measure.Samples;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/**
 * A client that reads and searches at a moderate pace: in turn in a session that it keeps, and on a new connection. It counts
 * every answer other than a result as an error.
 */
final class WellBehavedClient implements AutoCloseable {
    private static final long PAUSE_MILLIS = 10;
    private static final String PATH = "note-7.md";

    private final McpClient session;
    private final AttackedEndpoint target;

    private WellBehavedClient(McpClient session, AttackedEndpoint target) {
        this.session = session;
        this.target = target;
    }

    /** The latencies and errors of the client. */
    record Experience(Samples latencies, int errors, String lastError) {}

    static WellBehavedClient open(AttackedServer server) throws Exception {
        McpClient session = McpClient.open(
                new ServerLocation.Remote(server.address(), Map.of("Authorization", "Bearer " + server.goodToken())),
                ClientOptions.builder().era(EraChoice.LEGACY).build());
        return new WellBehavedClient(session, server.asWellBehavedClient());
    }

    Experience work(Duration time) throws InterruptedException {
        var latencies = new Samples();
        int errors = 0;
        String lastError = "";
        long end = System.nanoTime() + time.toNanos();
        for (int i = 0; System.nanoTime() < end; i++) {
            long started = System.nanoTime();
            String error = i % 2 == 0 ? callInSession(i) : callOnNewConnection();
            latencies.add(System.nanoTime() - started);
            if (!error.isEmpty()) {
                errors++;
                lastError = error;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return new Experience(latencies, errors, lastError);
    }

    private String callInSession(int number) throws InterruptedException {
        Reply reply = number % 4 == 0
                ? session.callTool("glob", Json.object().put("pattern", "note-1*.md"))
                : session.callTool("read", Json.object().put("file_path", PATH).put("limit", 20));
        return reply instanceof Reply.Result result
                        && !result.result().path("isError").asBoolean(false)
                ? ""
                : reply.toString();
    }

    private String callOnNewConnection() {
        try {
            String response = target.post(Attack.call("read", "{\"file_path\":\"" + PATH + "\",\"limit\":20}"));
            return AttackedEndpoint.status(response) == 200 && response.contains("ferry") ? "" : response;
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Override
    public void close() {
        session.close();
    }
}
