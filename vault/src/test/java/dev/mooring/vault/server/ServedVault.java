package dev.mooring.vault.server;

import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.InMemoryHandleStore;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.http.Authentication;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.vault.Vault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.node.ObjectNode;

/** A vault in a folder, served over HTTP on loopback. The header {@code X-Principal} names the principal, if any. */
final class ServedVault implements AutoCloseable {
    final List<String> calls = new CopyOnWriteArrayList<>();

    private final Path root;
    private final Vault vault;
    private final HttpServer http;

    ServedVault(Path root, DocumentServer.Options options) throws IOException {
        this.root = root;
        vault = Vault.open(root, false);
        var server = DocumentServer.of(
                Implementation.of("documents", "1"),
                vault,
                new InMemoryHandleStore<>(HandleLimits.DEFAULT),
                options,
                (tool, took, failed) -> calls.add(tool + (failed ? " failed" : " worked")));
        http = HttpServer.start(HttpEndpoint.builder(server, "/mcp")
                .authenticator(request -> new Authentication.Accepted(request.header("X-Principal")))
                .build());
    }

    McpClient open(EraChoice era) throws Exception {
        return open(era, Map.of());
    }

    McpClient open(EraChoice era, Map<String, String> headers) throws Exception {
        return McpClient.open(
                new ServerLocation.Remote(http.uri("/mcp"), headers),
                ClientOptions.builder()
                        .client(Implementation.of("Claude", "1"))
                        .era(era)
                        .build());
    }

    Path write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    static ObjectNode call(McpClient client, String tool, Map<String, String> arguments) throws InterruptedException {
        ObjectNode json = Json.object();
        arguments.forEach(json::put);
        return result(client.callTool(tool, json));
    }

    static ObjectNode result(Reply reply) {
        if (reply instanceof Reply.Result(ObjectNode result)) {
            return result;
        }
        throw new AssertionError("not a result: " + reply);
    }

    static String text(ObjectNode result) {
        return result.at("/content/0/text").stringValue();
    }

    static boolean isError(ObjectNode result) {
        return result.path("isError").asBoolean(false);
    }

    /** Returns the session in the last line of a result. */
    static String session(ObjectNode result) {
        String text = text(result);
        return text.substring(text.lastIndexOf("\n[session: ") + "\n[session: ".length(), text.length() - 1);
    }

    @Override
    public void close() throws IOException {
        http.close();
        vault.close();
    }
}
