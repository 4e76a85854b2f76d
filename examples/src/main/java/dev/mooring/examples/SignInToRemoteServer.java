package dev.mooring.examples;

import dev.mooring.auth.client.OAuthCredentials;
import dev.mooring.auth.client.SignInPage;
import dev.mooring.auth.client.TokenStore;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import java.net.URI;
import java.nio.file.Path;

/** Signs a person in to a remote server and lists its tools. */
public final class SignInToRemoteServer {
    private SignInToRemoteServer() {}

    /** Argument: the address of the server. */
    public static void main(String[] arguments) throws Exception {
        URI address = URI.create(arguments[0]);
        try (McpClient client = open(address)) {
            System.out.println(client.listTools());
        }
    }

    static McpClient open(URI address) throws Exception {
        var credentials = OAuthCredentials.forServer(address).signInPage(SignInPage.inBrowser());
        var options = ClientOptions.builder().credentials(credentials.build()).build();
        return McpClient.open(ServerLocation.Remote.at(address), options);
    }

    static OAuthCredentials stored(URI address, Path folder) {
        return OAuthCredentials.forServer(address)
                .clientName("My program")
                .store(TokenStore.inFolder(folder))
                .signInHint("my-program --sign-in")
                .build();
    }
}
