package dev.mooring.mcp.client;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A program that listens to a server and makes calls on virtual threads at the same time. */
final class CallsWhileListening {
    static final String DONE = "all answered\n";

    private CallsWhileListening() {}

    public static void main(String[] arguments) throws Exception {
        try (McpClient client = McpClient.open(
                        ServerLocation.Remote.at(URI.create(arguments[0])),
                        ClientOptions.builder().era(EraChoice.LEGACY).build());
                Subscription _ = client.listen(Json.object(), _ -> {});
                var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 10; round++) {
                List<Future<Reply>> replies = new ArrayList<>();
                for (int i = 0; i < 10; i++) {
                    replies.add(callers.submit(() -> client.callTool("hello", Json.object())));
                }
                for (Future<Reply> reply : replies) {
                    Misbehaving.text(reply.get());
                }
            }
        }
        System.out.print(DONE);
    }
}
