package dev.mooring.app.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.app.login.Login;
import dev.mooring.app.login.SignIns;
import dev.mooring.auth.client.OAuthCredentials;
import dev.mooring.auth.client.OAuthCredentialsBuilder;
import dev.mooring.auth.client.SignIn;
import dev.mooring.auth.client.SignInPage;
import dev.mooring.auth.client.SignOut;
import dev.mooring.gateway.UpstreamCredentials;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.client.credentials.Challenge;
import dev.mooring.mcp.client.credentials.Credential;
import dev.mooring.mcp.client.credentials.CredentialSource;
import dev.mooring.mcp.client.credentials.CredentialsUnavailable;
import dev.mooring.session.ServerAuth;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The credentials of a gateway for its upstream servers. A server that asks a person to sign in is personal: each principal
 * signs in on the gateway's page, with a store of tokens of its own. Thread-safe.
 */
public final class PersonalSignIns implements UpstreamCredentials {
    /** The page with the sign-ins of a person. */
    static final String PATH = "/account/servers";

    /** The page to which authorization servers redirect the browser. */
    static final String CALLBACK = PATH + "/callback";

    private static final Logger LOG = LoggerFactory.getLogger(PersonalSignIns.class);

    private final SignIns ofGateway;
    private final PrincipalTokens tokens;
    private final String version;
    private final Map<Key, OAuthCredentials> credentials = new ConcurrentHashMap<>();

    /** Whether people can open the pages of this gateway, which then know the principal of each person. */
    private volatile boolean hasPages;

    /** The base URL of the gateway, known once it listens. */
    private volatile String base = "";

    private record Key(String server, String principal) {}

    /**
     * Creates the credentials of a gateway.
     *
     * @param version the version of the program, for the servers
     */
    public PersonalSignIns(Map<String, String> environment, PrincipalTokens tokens, String version) {
        this.version = version;
        this.ofGateway = SignIns.withoutPerson(environment);
        this.tokens = tokens;
    }

    /** Sets whether people can open the pages of the gateway. Must be called before the gateway starts. */
    void setHasPages(boolean value) {
        hasPages = value;
    }

    /** Sets the base URL of the gateway. */
    void setBase(String value) {
        base = value;
    }

    PrincipalTokens tokens() {
        return tokens;
    }

    @Override
    public CredentialSource ofGateway(ToolServer server) {
        return switch (server.settings().auth().subject()) {
            case NOBODY -> CredentialSource.NONE;
            case PROGRAM -> ofGateway.credentials(server);
            case PERSON -> new PersonRequired(this, server);
        };
    }

    /** No credentials. If the server requires a sign-in, the failure says how a person signs in. */
    private record PersonRequired(PersonalSignIns signIns, ToolServer server) implements CredentialSource {
        @Override
        public @Nullable Credential current() {
            return null;
        }

        @Override
        public boolean onChallenge(Challenge challenge) throws CredentialsUnavailable {
            if (challenge.status() != 401) {
                return false;
            }
            throw new CredentialsUnavailable("HTTP 401: " + server.name() + " requires a sign-in"
                    + (signIns.isPersonal(server)
                            ? ". Sign in: " + signIns.hint(server)
                            : ", and people cannot sign in to the pages of this gateway. Start it with --login, or give the"
                                    + " server a client of its own in \"auth\" (clientId and clientSecret), or a token in"
                                    + " \"headers\"."));
        }
    }

    @Override
    public boolean isPersonal(ToolServer server) {
        return hasPages
                && server.location() instanceof ServerLocation.Remote
                && server.settings().auth().subject() == ServerAuth.Subject.PERSON;
    }

    @Override
    public boolean hasSignIns(ToolServer server) {
        try {
            return server.location() instanceof ServerLocation.Remote remote && tokens.hasSignIns(remote.address());
        } catch (IOException e) {
            LOG.warn("Cannot read the stored sign-ins to {}: {}", server.name(), e.toString());
            return false;
        }
    }

    @Override
    public URI signInPage(ToolServer server) {
        return URI.create(base + PATH + "?server=" + URLEncoder.encode(server.name(), UTF_8));
    }

    private String hint(ToolServer server) {
        return "open " + signInPage(server) + " in a browser, then try again";
    }

    @Override
    public CredentialSource ofPrincipal(ToolServer server, @Nullable String principal) {
        try {
            return credentials(server, Objects.requireNonNullElse(principal, ""));
        } catch (IllegalArgumentException e) {
            String message = "Cannot sign in to " + server.name() + ": " + e.getMessage();
            return () -> {
                throw new CredentialsUnavailable(message);
            };
        }
    }

    private OAuthCredentials credentials(ToolServer server, String principal) {
        return credentials.computeIfAbsent(
                new Key(server.name(), principal),
                _ -> builder(server, principal).build());
    }

    private OAuthCredentialsBuilder builder(ToolServer server, String principal) {
        OAuthCredentialsBuilder builder = SignIns.builder(server, tokens.of(principal));
        if (builder == null) {
            throw new IllegalArgumentException(
                    "its entry has \"auth\": \"none\". Remove it, or put a token in \"headers\".");
        }
        return builder.registrations(tokens.registrations())
                .signInHint(hint(server))
                .redirectToPage(URI.create(base + CALLBACK));
    }

    /** Signs a principal in, on the page of an authorization server. Blocks until the person has signed in. */
    void signIn(ToolServer server, String principal, SignInPage page)
            throws Login.LoginFailed, IOException, InterruptedException {
        tokens.nameOwner(principal);
        new Login(server, () -> builder(server, principal)).signIn(page, _ -> {}, version);
        credentials(server, principal).reload();
    }

    /** Returns the sign-in of a principal. */
    Optional<SignIn> find(ToolServer server, String principal) throws IOException {
        return server.location() instanceof ServerLocation.Remote remote
                ? tokens.of(principal).find(remote.address())
                : Optional.empty();
    }

    /** Revokes and deletes the tokens of a principal. */
    SignOut signOut(ToolServer server, String principal) throws IOException, InterruptedException {
        return credentials(server, principal).signOut();
    }
}
