package dev.mooring.app.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.web.TestWeb;
import dev.mooring.mcp.Implementation;
import dev.mooring.vault.server.DocumentServer;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Third-party clients use the prompts. */
@Tag("counterpart")
@Timeout(120)
class ForeignPromptsTest {

    @TempDir
    Path folder;

    private DocumentService serve() throws IOException {
        Files.writeString(folder.resolve("note.md"), "The quick fox.\n");
        return DocumentService.start(
                folder, Implementation.of("mooring", "1"), DocumentServer.Options.DEFAULT, TestWeb.local());
    }

    @ParameterizedTest
    @ValueSource(strings = {"legacy", "modern"})
    void typeScriptClientsListCompleteAndGetPrompts(String era) throws Exception {
        ObjectNode results;
        try (DocumentService service = serve()) {
            results = ForeignClientsTest.run("prompts.mjs", service.address(), era);
        }
        assertThat(results.get("names"))
                .extracting(JsonNode::stringValue)
                .containsExactlyInAnyOrder("address_comments", "proofread", "summarise_review");
        assertThat(results.get("values")).extracting(JsonNode::stringValue).containsExactly("note.md");
        assertThat(results.get("role").stringValue()).isEqualTo("user");
        assertThat(results.get("text").stringValue()).startsWith("Proofread note.md.");
        assertThat(results.get("failure").stringValue()).contains("There is no document missing.md");
    }

    @Test
    void javaSdkListsCompletesAndGetsPrompts() throws Exception {
        try (DocumentService service = serve()) {
            var transport = HttpClientStreamableHttpTransport.builder(
                            service.address().replace("/mcp", ""))
                    .endpoint("/mcp")
                    .build();
            try (McpSyncClient client = McpClient.sync(transport)
                    .clientInfo(
                            McpSchema.Implementation.builder("java-sdk", "1").build())
                    .build()) {
                client.initialize();
                assertThat(client.listPrompts().prompts())
                        .extracting(McpSchema.Prompt::name)
                        .contains("proofread");
                McpSchema.CompleteResult completed = client.completeCompletion(McpSchema.CompleteRequest.builder(
                                new McpSchema.PromptReference("proofread"),
                                new McpSchema.CompleteRequest.CompleteArgument("file_path", "NO"))
                        .build());
                assertThat(completed.completion().values()).containsExactly("note.md");
                McpSchema.GetPromptResult prompt = client.getPrompt(McpSchema.GetPromptRequest.builder("proofread")
                        .arguments(Map.of("file_path", "note.md"))
                        .build());
                assertThat(((McpSchema.TextContent) prompt.messages().getFirst().content()).text())
                        .startsWith("Proofread note.md.");
            }
        }
    }
}
