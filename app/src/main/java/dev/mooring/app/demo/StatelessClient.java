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

/** Opens a fresh connection for every call, as Claude.ai and ChatGPT do. */
final class StatelessClient {
    private static final Pattern SESSION = Pattern.compile("\\[session: ([^]]+)]");

    private StatelessClient() {}

    /** What a model would see of the answer. */
    static String call(ServerLocation server, String tool, ObjectNode arguments)
            throws OpenFailed, InterruptedException {
        ClientOptions fresh = ClientOptions.builder()
                .era(EraChoice.LEGACY)
                .client(Implementation.of("demo client", "1.0"))
                .build();
        try (McpClient client = McpClient.open(server, fresh)) {
            return switch (client.callTool(tool, arguments)) {
                case Reply.Result(var result) -> result.at("/content/0/text").asString("");
                case Reply.Fault(var error) -> error.message();
                case Reply.Failed(var failure) -> failure.message();
            };
        }
    }

    /** The session that an answer hands out. */
    static String session(String answer) {
        Matcher session = SESSION.matcher(answer);
        if (!session.find()) {
            throw new IllegalStateException("no session in: " + answer);
        }
        return session.group(1);
    }
}
