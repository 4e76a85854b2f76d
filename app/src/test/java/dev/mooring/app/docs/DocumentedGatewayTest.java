package dev.mooring.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

@Timeout(120)
class DocumentedGatewayTest {
    private static final String ADDRESS = "http://127.0.0.1:7332/notepad/mcp";

    @Test
    void gatewayExampleKeepsNotesBetweenCalls(@TempDir Path folder) throws Exception {
        try (var console = new Console(folder)) {
            console.run("./mooring gateway --servers examples/agents/.mcp.json", output -> output.contains(ADDRESS));

            try (McpClient client =
                    McpClient.open(ServerLocation.Remote.at(console.address(ADDRESS)), ClientOptions.defaults())) {
                ObjectNode added = result(client.callTool("add", Json.object().put("text", "The Ada is in.")));
                String session = added.at("/_meta/dev.mooring~1session_id").asString("");
                ObjectNode read = result(client.callTool("read", Json.object().put("session_id", session)));

                assertThat(added.at("/content/0/text").asString("")).startsWith("Added as note 1.");
                assertThat(read.at("/content/0/text").asString("")).isEqualTo("1. The Ada is in.");
            }
        }
    }

    private static ObjectNode result(Reply reply) {
        assertThat(reply).isInstanceOf(Reply.Result.class);
        return ((Reply.Result) reply).result();
    }
}
