package dev.mooring.auth.server;

import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import dev.mooring.auth.grant.AuthorizationStore;
import dev.mooring.auth.grant.AuthorizationStoreUnavailable;
import dev.mooring.auth.issuer.TokenIssuer;
import dev.mooring.auth.resource.ResourceServer;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.http.AccessRules;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An OAuth 2.1 authorization server for the MCP endpoints of the same program.
 *
 * <pre>{@code
 * AuthorizationServer login = AuthorizationServer.builder(people).at("https://notes.example.com").build();
 * ResourceServer auth = ResourceServer.forIssuer(login).build();
 * HttpEndpoint mcp = HttpEndpoint.builder(server, "/mcp").authenticator(auth.protect("/mcp", "notes:read")).build();
 * HttpServer http = HttpServer.builder().endpoint(mcp).web(auth).start();
 * }</pre>
 *
 * <p>It supports the authorization code flow with PKCE (S256) and refresh tokens. A client identifies itself with a client
 * ID metadata document, registers itself, or is configured. Each token is for one resource. Codes are valid for 60 seconds, access
 * tokens one hour; refresh tokens rotate, and the reuse of a spent one revokes all tokens of the grant. Only hashes of
 * codes and refresh tokens are stored.
 *
 * <p>The {@link ResourceServer} that protects the endpoints passes requests on to this server, and tells it which endpoints
 * and scopes exist. Thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@SuppressWarnings("exports") // the interface and the keys, which only this module uses
public final class AuthorizationServer implements TokenIssuer {
    static final String AUTHORIZE = "/authorize";
    static final String TOKEN = "/token";
    static final String REGISTER = "/register";
    static final String REVOKE = "/revoke";
    static final String KEYS = "/jwks";

    private static final Logger LOG = LoggerFactory.getLogger(AuthorizationServer.class);
    private static final String OAUTH_METADATA = "/.well-known/oauth-authorization-server";
    private static final String OPENID_METADATA = "/.well-known/openid-configuration";

    private final ServerContext context;
    private final People people;
    private final AccessRules access;
    private final AuthorizeEndpoint authorizeEndpoint;
    private final TokenEndpoint tokenEndpoint;
    private final RegistrationEndpoint registrationEndpoint;
    private final RevocationEndpoint revocationEndpoint;

    private final CurrentAccess currentAccess;

    private AuthorizationServer(Builder builder) {
        people = builder.people;
        access = builder.access;
        Supplier<String> baseUrl = builder.baseUrl;
        context = new ServerContext(
                baseUrl,
                builder.store,
                new Clients(builder.clients, builder.documents, builder.store),
                new SigningKeys(builder.store, builder.clock),
                new ProtectedResources(baseUrl),
                builder.clock);
        authorizeEndpoint = new AuthorizeEndpoint(context, people);
        currentAccess = new CurrentAccess(builder.store, people);
        tokenEndpoint = new TokenEndpoint(context, people, currentAccess::invalidate);
        registrationEndpoint = new RegistrationEndpoint(context);
        revocationEndpoint = new RevocationEndpoint(context, this::revoke);
    }

    /** Returns a builder for an authorization server. */
    public static Builder builder(People people) {
        return new Builder(people);
    }

    @Override
    public String identifier() {
        return context.issuer();
    }

    @Override
    public JWKSource<SecurityContext> keys() {
        return context.keys();
    }

    @Override
    public void onEndpointProtected(String path, List<String> scopes) {
        context.resources().add(path, scopes);
    }

    /** Replaces the key that signs tokens. Tokens that were signed with the old key stay valid until they expire. */
    public void rotateKeys() {
        context.keys().rotate();
    }

    /**
     * Ends a grant and all its tokens: immediately in this process, and within seconds in others that use the same store.
     * Returns false if there is no such grant.
     */
    public boolean revoke(String grantId) {
        boolean existed = context.store().revoke(grantId);
        currentAccess.invalidate(grantId);
        return existed;
    }

    @Override
    public Optional<Set<String>> currentScopes(@Nullable String grant, Set<String> scopes) {
        return grant == null
                ? Optional.empty()
                : currentAccess.scopes(grant).map(allowed -> {
                    if (allowed.containsAll(scopes)) {
                        return scopes;
                    }
                    Set<String> left = new HashSet<>(scopes);
                    left.retainAll(allowed);
                    return left;
                });
    }

    @Override
    public @Nullable WebResponse handle(WebRequest request) throws IOException {
        try {
            return switch (request.path()) {
                case OAUTH_METADATA, OPENID_METADATA -> publish(request, this::metadata);
                case KEYS -> publish(request, () -> context.keys().publicKeys().toString());
                case AUTHORIZE -> authorize(request);
                case TOKEN -> answer(request, tokenEndpoint::handle);
                case REGISTER -> answer(request, registrationEndpoint::handle);
                case REVOKE -> answer(request, revocationEndpoint::handle);
                default -> null;
            };
        } catch (AuthorizationStoreUnavailable e) {
            LOG.warn("Cannot answer {}: {}", request.path(), e.getMessage());
            return WebResponse.json(503, Json.object().put("error", "temporarily_unavailable"))
                    .with("Retry-After", "5");
        }
    }

    private String metadata() {
        return ServerMetadata.json(context.issuer(), context.resources().allScopes());
    }

    /** Answers with a public document, which every web page may read. */
    private static WebResponse publish(WebRequest request, Supplier<String> document) {
        WebResponse response = switch (request.method()) {
            case "GET", "HEAD" ->
                WebResponse.of(200, "application/json", document.get()).with("Cache-Control", "max-age=300");
            case "OPTIONS" ->
                WebResponse.of(204)
                        .with("Access-Control-Allow-Methods", "GET, OPTIONS")
                        .with("Access-Control-Allow-Headers", "*");
            default -> WebResponse.of(405).with("Allow", "GET, OPTIONS");
        };
        return response.with("Access-Control-Allow-Origin", "*");
    }

    private WebResponse authorize(WebRequest request) throws IOException {
        return access.allowsHost(request.header("Host"))
                ? authorizeEndpoint.handle(request)
                : people.problemPage(request, 403, "Open this page at the address of the server.");
    }

    @FunctionalInterface
    private interface Endpoint {
        WebResponse handle(WebRequest request) throws IOException;
    }

    /** Answers a program, or a web page of an allowed origin. */
    private WebResponse answer(WebRequest request, Endpoint endpoint) throws IOException {
        String origin = request.header("Origin");
        String host = request.header("Host");
        if (!access.allowsHost(host) || !access.allowsOrigin(origin, host)) {
            return WebResponse.json(403, Json.object().put("error", "this Host or Origin is not allowed"));
        }
        WebResponse response = switch (request.method()) {
            case "POST" -> endpoint.handle(request);
            case "OPTIONS" ->
                WebResponse.of(204)
                        .with("Access-Control-Allow-Methods", "POST, OPTIONS")
                        .with("Access-Control-Allow-Headers", "*, Authorization, Content-Type");
            default -> WebResponse.of(405).with("Allow", "POST, OPTIONS");
        };
        return origin == null
                ? response
                : response.with("Access-Control-Allow-Origin", origin).with("Vary", "Origin");
    }

    /** Builds an {@link AuthorizationServer}. Not thread-safe. */
    public static final class Builder {
        private final People people;
        private final List<ConfiguredClient> clients = new ArrayList<>();
        private Supplier<String> baseUrl = () -> {
            throw new IllegalStateException("The URL of the authorization server is missing. Set it with at().");
        };
        private AuthorizationStore store = AuthorizationStore.inMemory();
        private AccessRules access = AccessRules.loopbackOnly();
        private ClientDocuments documents = ClientDocuments.ofInternet();
        private InstantSource clock = InstantSource.system();

        private Builder(People people) {
            this.people = people;
        }

        /** Sets the URL of this server, which is the issuer: scheme, host and port, without a path or a trailing slash. */
        public Builder at(String url) {
            return at(() -> url);
        }

        /** Sets a supplier of the URL of this server. Called for each request that needs the URL. */
        public Builder at(Supplier<String> url) {
            baseUrl = url;
            return this;
        }

        /** Sets where clients, grants and keys are stored; in this process by default. */
        public Builder store(AuthorizationStore newStore) {
            store = newStore;
            return this;
        }

        /** Sets the hosts and origins from which requests are accepted; loopback only by default. */
        public Builder access(AccessRules rules) {
            access = rules;
            return this;
        }

        /** Adds a client that cannot register itself. */
        public Builder client(ConfiguredClient client) {
            clients.add(client);
            return this;
        }

        /** Sets how client ID metadata documents are fetched; from the internet by default. */
        Builder clientDocuments(ClientDocuments source) {
            documents = source;
            return this;
        }

        Builder clock(InstantSource newClock) {
            clock = newClock;
            return this;
        }

        /** Returns the authorization server. */
        public AuthorizationServer build() {
            return new AuthorizationServer(this);
        }
    }
}
