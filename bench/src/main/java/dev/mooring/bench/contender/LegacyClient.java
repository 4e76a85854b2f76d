package dev.mooring.bench.contender;

import dev.mooring.bench.fork.Contender;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.ServerLocation;
import java.net.URI;
import java.util.List;

/**
 * A legacy client that keeps its transport session with a gateway or relay. Its constructor makes the first call, which
 * opens the upstream session.
 */
public final class LegacyClient implements Contender {
    private final McpClient client;

    /** @param arguments the address of the gateway or relay */
    public LegacyClient(List<String> arguments) throws OpenFailed, InterruptedException {
        client = McpClient.open(
                ServerLocation.Remote.at(URI.create(arguments.getFirst())),
                ClientOptions.builder().era(EraChoice.LEGACY).build());
        call();
    }

    @Override
    public void call() throws InterruptedException {
        Reply reply = client.callTool(Echo.TOOL, Echo.arguments());
        if (!(reply instanceof Reply.Result(var result))
                || !result.path("content").path(0).path("text").stringValue("").startsWith(Echo.said(Echo.MESSAGE))) {
            throw new IllegalStateException("Unexpected reply: " + reply);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
