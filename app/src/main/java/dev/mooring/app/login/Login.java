package dev.mooring.app.login;

import dev.mooring.auth.client.OAuthCredentials;
import dev.mooring.auth.client.OAuthCredentialsBuilder;
import dev.mooring.auth.client.SignIn;
import dev.mooring.auth.client.SignInPage;
import dev.mooring.auth.client.SignOut;
import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.client.credentials.CredentialsUnavailable;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Signs a person in to a server, and out again. */
public final class Login {
    private final ToolServer server;
    private final Supplier<@Nullable OAuthCredentialsBuilder> credentials;

    /** Creates the sign-in to a server for the user of this machine. */
    public Login(ToolServer server, Map<String, String> environment) {
        this(server, () -> SignIns.builder(server, environment));
    }

    /**
     * Creates the sign-in to a server.
     *
     * @param credentials returns a builder of the credentials; null if nobody signs in to the server
     */
    public Login(ToolServer server, Supplier<@Nullable OAuthCredentialsBuilder> credentials) {
        this.server = server;
        this.credentials = credentials;
    }

    /** Thrown if a sign-in fails. The message says why and what to do. */
    public static final class LoginFailed extends Exception {
        LoginFailed(String message) {
            super(message);
        }
    }

    /**
     * Signs in. Opens a session, so that the server challenges the client, and verifies that it accepts the tokens.
     *
     * @param page leads the person to the sign-in page
     * @param report receives messages for the person
     */
    public SignIn signIn(SignInPage page, Consumer<String> report, String version)
            throws LoginFailed, IOException, InterruptedException {
        OAuthCredentials credentials =
                builder().ignoreStoredSignIn().signInPage(page).build();
        ClientOptions options = ClientOptions.builder()
                .client(Implementation.of("mooring", version))
                .openTimeout(server.settings().openTimeout())
                .credentials(credentials)
                .redaction(server.secrets()::redact)
                .build();
        try (McpClient client = McpClient.open(server.location(), options)) {
            if (client.listTools() instanceof Reply.Failed(Failure failure)) {
                throw new LoginFailed(server.secrets().redact(failure.message()));
            }
            if (credentials.signIn().isEmpty()) {
                report.accept("The server asks for no sign-in so far. Looking for its authorization server.");
                credentials.signInNow();
            }
        } catch (OpenFailed e) {
            throw new LoginFailed("Cannot sign in to " + server.name() + ": "
                    + server.secrets().redact(String.valueOf(e.getMessage())));
        } catch (CredentialsUnavailable e) {
            throw new LoginFailed(server.secrets().redact(String.valueOf(e.getMessage())));
        }
        return credentials.signIn().orElseThrow();
    }

    /** Signs out: revokes and deletes the tokens. */
    public SignOut signOut() throws LoginFailed, IOException, InterruptedException {
        return builder().build().signOut();
    }

    private OAuthCredentialsBuilder builder() throws LoginFailed {
        OAuthCredentialsBuilder builder;
        try {
            builder = credentials.get();
        } catch (IllegalArgumentException e) {
            throw new LoginFailed("The \"auth\" of " + server.name() + " is not valid: " + e.getMessage());
        }
        if (builder == null) {
            throw new LoginFailed(
                    server.location() instanceof ServerLocation.Remote
                            ? server.name()
                                    + " has its credentials in the servers file (\"headers\"), or \"auth\": \"none\","
                                    + " so there is nothing to sign in to. Remove them to sign in with a browser."
                            : server.name() + " is a local program, to which nobody signs in. Its credentials belong in"
                                    + " \"env\" of the servers file.");
        }
        return builder;
    }
}
