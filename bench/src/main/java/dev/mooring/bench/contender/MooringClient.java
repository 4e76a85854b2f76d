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

/** Mooring's client. */
public final class MooringClient implements Contender {
    private final McpClient client;

    /** @param arguments the era, and an address or a command */
    public MooringClient(List<String> arguments) throws OpenFailed, InterruptedException {
        client = open(EraChoice.valueOf(arguments.getFirst()), location(arguments.subList(1, arguments.size())));
    }

    private static ServerLocation location(List<String> words) {
        return words.getFirst().startsWith("http:")
                ? ServerLocation.Remote.at(URI.create(words.getFirst()))
                : ServerLocation.Local.of(words.toArray(String[]::new));
    }

    private static McpClient open(EraChoice era, ServerLocation location) throws OpenFailed, InterruptedException {
        return McpClient.open(location, ClientOptions.builder().era(era).build());
    }

    @Override
    public void call() throws InterruptedException {
        Reply reply = client.callTool(Echo.TOOL, Echo.arguments());
        if (!(reply instanceof Reply.Result(var result))
                || !result.path("content").path(0).path("text").stringValue("").equals(Echo.said(Echo.MESSAGE))) {
            throw new IllegalStateException("Unexpected reply: " + reply);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
