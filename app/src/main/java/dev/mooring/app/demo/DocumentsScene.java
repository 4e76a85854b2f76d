package dev.mooring.app.demo;

import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.InMemoryHandleStore;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.Reply;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.vault.Vault;
import dev.mooring.vault.mcp.DocumentServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** A client that forgets its session after every call, as Claude.ai and ChatGPT do, reads and edits by a handle. */
final class DocumentsScene {
    private static final Pattern SESSION = Pattern.compile("\\[session: ([^]]+)]");

    private final Stage stage;
    private final Path folder;

    DocumentsScene(Stage stage, Path folder) {
        this.stage = stage;
        this.folder = folder;
    }

    void play() throws IOException, OpenFailed, InterruptedException {
        stage.scene("1. Documents, for clients that have no session");
        Path note = Files.writeString(folder.resolve("harbour.md"), "# Harbour\n\nThe ferry leaves at eight.\n");
        try (Vault vault = Vault.open(folder, false);
                HttpServer http = HttpServer.start(
                        HttpEndpoint.builder(documents(vault), "/mcp").build())) {
            URI address = http.uri("/mcp");
            stage.step("A folder with harbour.md is served at " + address + ".");
            stage.step("The client opens a fresh connection for every call, so nothing but the handle connects them.");

            ObjectNode edit = Json.object()
                    .put("file_path", "harbour.md")
                    .put("old_string", "eight")
                    .put("new_string", "nine")
                    .put("session_id", "made-up");
            stage.step("edit, without having read:");
            stage.quote(call(address, "edit", edit));

            String read = call(address, "read", Json.object().put("file_path", "harbour.md"));
            stage.step("read:");
            stage.quote(read);

            Matcher session = SESSION.matcher(read);
            if (!session.find()) {
                throw new IllegalStateException("read gave no session");
            }
            stage.step("edit, with the session that read gave out:");
            stage.quote(call(address, "edit", edit.put("session_id", session.group(1))));
            stage.step("harbour.md on disk is now a suggestion for a person to accept or reject:");
            stage.quote(Files.readString(note));
        }
    }

    private static McpServer documents(Vault vault) {
        return DocumentServer.of(
                Implementation.of("mooring", "demo"),
                vault,
                new InMemoryHandleStore<>(HandleLimits.DEFAULT),
                DocumentServer.Manner.DEFAULT,
                (tool, took, failed) -> {});
    }

    private static String call(URI address, String tool, ObjectNode arguments) throws OpenFailed, InterruptedException {
        ClientOptions fresh = ClientOptions.builder()
                .era(EraChoice.LEGACY)
                .client(Implementation.of("demo client", "1.0"))
                .build();
        try (McpClient client = McpClient.open(ServerLocation.Remote.at(address), fresh)) {
            return switch (client.callTool(tool, arguments)) {
                case Reply.Result(var result) -> result.at("/content/0/text").asString("");
                case Reply.Fault(var error) -> error.message();
                case Reply.Failed(var failure) -> failure.message();
            };
        }
    }
}
