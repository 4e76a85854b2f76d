package dev.mooring.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.server.http.HttpServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

class ProtectedServerTest {
    @Test
    void threeLinesProtectAServer() throws Exception {
        try (HttpServer http = ProtectedServer.start(
                        ProtectedServer.greeter(), "https://id.example.com", "https://notes.example.com");
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> refused = client.send(
                    HttpRequest.newBuilder(http.uri("/mcp"))
                            .POST(HttpRequest.BodyPublishers.ofString("{}"))
                            .build(),
                    BodyHandlers.ofString());
            HttpResponse<String> metadata = client.send(
                    HttpRequest.newBuilder(http.uri("/.well-known/oauth-protected-resource/mcp"))
                            .build(),
                    BodyHandlers.ofString());

            assertThat(refused.statusCode()).isEqualTo(401);
            assertThat(refused.headers().firstValue("WWW-Authenticate"))
                    .contains("Bearer resource_metadata=\"https://notes.example.com"
                            + "/.well-known/oauth-protected-resource/mcp\", scope=\"notes:read\"");
            assertThat(metadata.body())
                    .contains(
                            "\"resource\":\"https://notes.example.com/mcp\"",
                            "\"authorization_servers\":[\"https://id.example.com\"]");
        }
    }
}
