package dev.mooring.app.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.web.TestWeb;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.vault.server.DocumentServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** A legacy client that gets an {@code Mcp-Session-Id} and never sends it back. */
@Timeout(60)
class StatelessClientTest {
    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private int requests;

    private HttpResponse<String> post(String address, String method, ObjectNode params)
            throws IOException, InterruptedException {
        ObjectNode message =
                Json.object().put("jsonrpc", "2.0").put("id", ++requests).put("method", method);
        message.set("params", params);
        return http.send(
                HttpRequest.newBuilder(URI.create(address))
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .POST(HttpRequest.BodyPublishers.ofString(message.toString()))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private ObjectNode call(String address, String tool, ObjectNode arguments) throws Exception {
        ObjectNode params = Json.object().put("name", tool);
        params.set("arguments", arguments);
        HttpResponse<String> response = post(address, "tools/call", params);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        String body = response.body();
        return (ObjectNode) Json.objectOf(body.substring(body.indexOf('{'))).get("result");
    }

    private ObjectNode edit(String session) {
        return Json.object()
                .put("file_path", "note.md")
                .put("old_string", "quick")
                .put("new_string", "slow")
                .put("session_id", session);
    }

    @Test
    void clientEditsOnlyDocumentsThatItHasRead() throws Exception {
        Path note = Files.writeString(folder.resolve("note.md"), "The quick fox.\n");
        Files.writeString(folder.resolve("other.md"), "Also quick.\n");
        try (DocumentService service = DocumentService.start(
                folder, Implementation.of("mooring", "1"), DocumentServer.Options.DEFAULT, TestWeb.local())) {
            String address = service.address();
            ObjectNode hello = Json.object().put("protocolVersion", "2025-06-18");
            hello.putObject("capabilities");
            hello.putObject("clientInfo").put("name", "stateless").put("version", "1");
            assertThat(post(address, "initialize", hello).headers().firstValue("Mcp-Session-Id"))
                    .isPresent();

            ObjectNode other = call(address, "read", Json.object().put("file_path", "other.md"));
            ObjectNode unread = call(address, "edit", edit(sessionOf(other)));
            ObjectNode never = call(address, "edit", edit("never-minted"));
            assertThat(note).hasContent("The quick fox.\n");
            ObjectNode read = call(address, "read", Json.object().put("file_path", "note.md"));
            ObjectNode edited = call(address, "edit", edit(sessionOf(read)));

            assertThat(unread.at("/content/0/text").stringValue()).contains("You must read note.md");
            assertThat(never.at("/content/0/text").stringValue()).contains("unknown or has expired");
            assertThat(edited.has("isError")).as(edited.toString()).isFalse();
        }
        assertThat(note).content().contains("@@slow++}");
    }

    private static String sessionOf(ObjectNode result) {
        return result.at("/_meta/dev.mooring~1session_id").stringValue("");
    }
}
