package dev.mooring.app.demo;

import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.ServerLocation;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** A client that opens a new connection for each call, as Claude.ai and ChatGPT do. */
final class StatelessClient {
    private static final Pattern SESSION = Pattern.compile("\\[session: ([^]]+)]");

    private StatelessClient() {}

    /** Calls a tool and returns the text that a model would see. */
    static String call(ServerLocation server, String tool, ObjectNode arguments)
            throws OpenFailed, InterruptedException {
        ClientOptions options = ClientOptions.builder()
                .era(EraChoice.LEGACY)
                .client(Implementation.of("demo client", "1.0"))
                .build();
        try (McpClient client = McpClient.open(server, options)) {
            return switch (client.callTool(tool, arguments)) {
                case Reply.Result(var result) -> result.at("/content/0/text").asString("");
                case Reply.Rejected(var error) -> error.message();
                case Reply.Failed(var failure) -> failure.message();
            };
        }
    }

    /** Returns the session_id in a result. */
    static String sessionId(String result) {
        Matcher session = SESSION.matcher(result);
        if (!session.find()) {
            throw new IllegalStateException("No session_id in: " + result);
        }
        return session.group(1);
    }
}
