package dev.mooring.auth.resource;

import dev.mooring.auth.discovery.Addresses;
import dev.mooring.auth.discovery.OAuthFailed;
import dev.mooring.auth.issuer.TokenIssuer;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.http.Authenticator;
import dev.mooring.mcp.server.http.WebHandler;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Protects MCP endpoints with the access tokens of an authorization server.
 *
 * <pre>{@code
 * ResourceServer auth = ResourceServer.forIssuer("https://id.example.com").at("https://notes.example.com").build();
 * HttpEndpoint mcp = HttpEndpoint.builder(server, "/mcp").authenticator(auth.protect("/mcp")).build();
 * HttpServer http = HttpServer.builder().endpoint(mcp).web(auth).start();
 * }</pre>
 *
 * <p>A token must be a JWT that the issuer has signed with an asymmetric algorithm. Its issuer must match, its audience must
 * be the URL of the endpoint, and it must be valid now. The server reads the metadata of the issuer on first use, by
 * RFC 8414 and then by OpenID Connect Discovery.
 *
 * <p>As a {@link WebHandler}, it serves the metadata of the endpoints (RFC 9728), and the endpoints of an authorization
 * server in the same process. It answers every other path below {@code /.well-known/} with status 404. Thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ResourceServer implements WebHandler {
    private static final String DISCOVERY = "/.well-known/";

    private final TokenIssuer issuer;
    private final Supplier<String> baseUrl;
    private final @Nullable String resourceName;
    private final TokenValidator validator;
    private final List<ProtectedEndpoint> endpoints = new CopyOnWriteArrayList<>();

    private ResourceServer(Builder builder) {
        issuer = builder.issuer;
        baseUrl = builder.baseUrl;
        resourceName = builder.resourceName;
        validator = new TokenValidator(issuer, builder.clock);
    }

    /**
     * Returns a builder for a resource server that accepts the tokens of an external authorization server.
     *
     * @param issuer the issuer identifier, exactly as in the issuer's metadata
     * @throws IllegalArgumentException if the issuer is not an https URL; http is allowed on loopback only
     */
    public static Builder forIssuer(String issuer) {
        return new Builder(issuer);
    }

    /**
     * Returns a builder for a resource server that accepts the tokens of an authorization server in this process. Both
     * have the same URL.
     *
     * @param issuer a {@code dev.mooring.auth.server.AuthorizationServer}
     */
    @SuppressWarnings("exports") // implemented in this module only
    public static Builder forIssuer(TokenIssuer issuer) {
        return new Builder(issuer).at(issuer::identifier);
    }

    /**
     * Adds an endpoint. The first one is the main endpoint, whose metadata is also at the root.
     *
     * @param path the path of the endpoint, such as {@code /mcp}
     * @param scopes the scopes that a client should ask for; a token needs at least one of them. Without any, every token
     *     for the endpoint is accepted
     * @return the authenticator of the endpoint. The principal of a caller is {@link AccessToken#principal}
     */
    public Authenticator protect(String path, String... scopes) {
        ProtectedEndpoint endpoint = new ProtectedEndpoint(this, path, List.of(scopes));
        endpoints.add(endpoint);
        issuer.onEndpointProtected(path, List.of(scopes));
        return endpoint;
    }

    /**
     * Reads the metadata of the issuer now, so that a wrong configuration is noticed at the start.
     *
     * @throws IOException if the issuer cannot be reached, or its metadata is not valid
     */
    public void connect() throws IOException {
        try {
            issuer.keys();
        } catch (OAuthFailed e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * Validates the token of a request to another path, such as {@code /metrics}. The token must be for an endpoint of this
     * server. The caller checks the scopes.
     *
     * @param authorization the value of the header {@code Authorization}; null if the request has no such header
     * @return empty if there is no valid token, or if the issuer cannot be reached
     */
    public Optional<AccessToken> validateHeader(@Nullable String authorization) {
        String token = ProtectedEndpoint.bearer(authorization);
        if (token == null) {
            return Optional.empty();
        }
        try {
            return validate(token).filter(valid -> endpoints.stream().anyMatch(endpoint -> endpoint.accepts(valid)));
        } catch (TokenValidator.IssuerUnreachable e) {
            return Optional.empty();
        }
    }

    Optional<AccessToken> validate(String token) throws TokenValidator.IssuerUnreachable {
        return validator.validate(token);
    }

    String issuer() {
        return issuer.identifier();
    }

    String baseUrl() {
        return baseUrl.get();
    }

    Optional<String> resourceName() {
        return Optional.ofNullable(resourceName);
    }

    @Override
    public @Nullable WebResponse handle(WebRequest request) throws IOException {
        WebResponse answer = issuer.handle(request);
        if (answer != null || !request.path().startsWith(DISCOVERY)) {
            return answer;
        }
        return switch (request.method()) {
            case "GET", "HEAD" -> metadata(request.path());
            case "OPTIONS" ->
                open(WebResponse.of(204))
                        .with("Access-Control-Allow-Methods", "GET, OPTIONS")
                        .with("Access-Control-Allow-Headers", "*");
            default -> open(error(405, "this HTTP method is not allowed here")).with("Allow", "GET, OPTIONS");
        };
    }

    private WebResponse metadata(String path) {
        for (ProtectedEndpoint endpoint : endpoints) {
            boolean isRoot = path.equals(ProtectedEndpoint.WELL_KNOWN);
            if (isRoot || path.equals(ProtectedEndpoint.WELL_KNOWN + endpoint.path())) {
                return open(WebResponse.json(200, endpoint.metadata())).with("Cache-Control", "max-age=300");
            }
        }
        return open(error(404, "nothing is published at this path"));
    }

    /** Allows every web page to read a response. The metadata is public. */
    private static WebResponse open(WebResponse response) {
        return response.with("Access-Control-Allow-Origin", "*");
    }

    private static WebResponse error(int status, String message) {
        return WebResponse.json(status, Json.object().put("error", message));
    }

    /** Builds a {@link ResourceServer}. Not thread-safe. */
    public static final class Builder {
        private static final Duration MIN_KEY_REFRESH = Duration.ofSeconds(30);

        private final TokenIssuer issuer;
        private Supplier<String> baseUrl;
        private @Nullable String resourceName;
        private InstantSource clock = InstantSource.system();

        private Builder(String issuer) {
            this(new ExternalIssuer(checked(issuer), MIN_KEY_REFRESH));
        }

        private Builder(TokenIssuer issuer) {
            this.issuer = issuer;
            baseUrl = () -> {
                throw new IllegalStateException("The URL of the resource server is missing. Set it with at().");
            };
        }

        private static String checked(String issuer) {
            try {
                Addresses.secure("issuer", issuer, URI.create(issuer));
                return issuer;
            } catch (OAuthFailed e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
        }

        /** Sets the URL under which clients reach the server: scheme, host and port, without a path. */
        public Builder at(String url) {
            return at(() -> url);
        }

        /** Sets a supplier of the URL under which clients reach the server. Called for each request that needs the URL. */
        public Builder at(Supplier<String> url) {
            baseUrl = url;
            return this;
        }

        /** Sets the name of the server in its metadata, for people. */
        public Builder resourceName(String name) {
            resourceName = name;
            return this;
        }

        Builder clock(InstantSource newClock) {
            clock = newClock;
            return this;
        }

        /** Returns the resource server. */
        public ResourceServer build() {
            return new ResourceServer(this);
        }
    }
}
