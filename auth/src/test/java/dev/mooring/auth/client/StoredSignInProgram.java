package dev.mooring.auth.client;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import java.net.URI;
import java.nio.file.Path;

/** A program that uses a stored sign-in and prints the name that the server knows. */
final class StoredSignInProgram {
    private StoredSignInProgram() {}

    /** Arguments: the address of the server, and the folder with the tokens. */
    public static void main(String[] arguments) throws Exception {
        URI server = URI.create(arguments[0]);
        var credentials = OAuthCredentials.forServer(server)
                .store(TokenStore.inFolder(Path.of(arguments[1])))
                .build();
        ClientOptions options = ClientOptions.builder().credentials(credentials).build();
        try (McpClient client = McpClient.open(ServerLocation.Remote.at(server), options)) {
            Reply reply = client.callTool("whoami", Json.object());
            System.out.println(
                    reply instanceof Reply.Result(var result)
                            ? result.at("/content/0/text").asString("")
                            : reply);
        }
    }
}
