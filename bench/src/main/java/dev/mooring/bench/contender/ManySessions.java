package dev.mooring.bench.contender;

import dev.mooring.bench.fork.Contender;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.ServerLocation;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Legacy clients of several principals, which keep their transport sessions and call in turns. */
public final class ManySessions implements Contender {
    /** The header that names the principal. */
    static final String PRINCIPAL = "Who";

    private final List<McpClient> clients = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();

    /** @param arguments the address of the gateway or proxy, the number of sessions, and the number of principals */
    public ManySessions(List<String> arguments) throws OpenFailed, InterruptedException {
        int sessions = Integer.parseInt(arguments.get(1));
        int principals = Integer.parseInt(arguments.get(2));
        for (int i = 0; i < sessions; i++) {
            clients.add(McpClient.open(
                    new ServerLocation.Remote(
                            URI.create(arguments.getFirst()), Map.of(PRINCIPAL, "p" + i % principals)),
                    ClientOptions.builder().era(EraChoice.LEGACY).build()));
            call();
        }
    }

    @Override
    public void call() throws InterruptedException {
        McpClient client = clients.get(Math.floorMod(next.getAndIncrement(), clients.size()));
        Reply reply = client.callTool("count", Json.object());
        if (!(reply instanceof Reply.Result(var result))
                || !result.path("content").path(0).path("text").stringValue("").matches("(?s)\\d+.*")) {
            throw new IllegalStateException("Unexpected reply: " + reply);
        }
    }

    @Override
    public void close() {
        clients.forEach(McpClient::close);
    }
}
