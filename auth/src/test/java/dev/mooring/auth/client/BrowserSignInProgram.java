package dev.mooring.auth.client;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.ServerLocation;
import java.net.URI;
import java.time.Duration;

/** A program whose person signs in with the system's browser. Prints the name that the server knows. */
final class BrowserSignInProgram {
    private BrowserSignInProgram() {}

    /** Arguments: the address of the server, and how many seconds the person has. */
    public static void main(String[] arguments) throws Exception {
        URI server = URI.create(arguments[0]);
        var credentials = OAuthCredentials.forServer(server)
                .signInPage(SignInPage.inBrowser())
                .signInTimeout(Duration.ofSeconds(Long.parseLong(arguments[1])));
        ClientOptions options =
                ClientOptions.builder().credentials(credentials.build()).build();
        try (McpClient client = McpClient.open(ServerLocation.Remote.at(server), options)) {
            Reply reply = client.callTool("whoami", Json.object());
            System.out.println(
                    reply instanceof Reply.Result(var result)
                            ? result.at("/content/0/text").asString("")
                            : reply);
        } catch (OpenFailed e) {
            System.out.println(e.getMessage());
        }
    }
}
