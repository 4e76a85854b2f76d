package dev.mooring.auth.client;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.http.Authentication;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.mcp.server.http.IncomingRequest;
import java.io.IOException;
import java.net.URI;
import java.text.ParseException;
import java.util.Set;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A server of this project that accepts JWTs of one issuer for its own address. */
final class OwnProtectedServer implements AutoCloseable {
    private final String issuer;
    private final HttpServer http;
    private final DefaultJWTProcessor<SecurityContext> tokens = new DefaultJWTProcessor<>();

    OwnProtectedServer(String issuer) throws IOException {
        this(issuer, URI.create(issuer + "/jwks"), "at+jwt");
    }

    /** Starts a server that accepts tokens of one type. */
    OwnProtectedServer(String issuer, URI keys, String type) throws IOException {
        this.issuer = issuer;
        McpServer server = McpServer.builder("protected", "1")
                .tool(Tool.named("whoami")
                        .handledBy((arguments, exchange) ->
                                ToolResult.text(String.valueOf(exchange.caller().principal()))))
                .build();
        HttpEndpoint endpoint = HttpEndpoint.builder(server, "/mcp")
                .authenticator(this::authenticate)
                .build();
        http = HttpServer.builder()
                .endpoint(endpoint)
                .handler(new ResourceMetadataHandler())
                .start();
        tokens.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(new JOSEObjectType(type)));
        tokens.setJWSKeySelector(new JWSVerificationKeySelector<>(
                JWSAlgorithm.RS256, JWKSourceBuilder.create(keys.toURL()).build()));
        tokens.setJWTClaimsSetVerifier(new DefaultJWTClaimsVerifier<>(
                address().toString(), new JWTClaimsSet.Builder().issuer(issuer).build(), Set.of("sub", "exp")));
    }

    URI address() {
        return http.uri("/mcp");
    }

    private Authentication authenticate(IncomingRequest request) {
        String header = request.header("Authorization");
        String principal = header == null ? null : principal(header.replaceFirst("(?i)^Bearer ", ""));
        return principal == null
                ? new Authentication.Rejected(
                        401,
                        "Bearer resource_metadata=\"" + http.uri("/metadata") + "\", scope=\"openid email notes:read\"",
                        "no valid token")
                : new Authentication.Accepted(principal);
    }

    private @Nullable String principal(String token) {
        try {
            return tokens.process(token, null).getSubject();
        } catch (ParseException | BadJOSEException | JOSEException e) {
            return null;
        }
    }

    private final class ResourceMetadataHandler extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            if (!Request.getPathInContext(request).equals("/metadata")) {
                return false;
            }
            ObjectNode json = Json.object().put("resource", address().toString());
            json.putArray("authorization_servers").add(issuer);
            response.getHeaders().put("Content-Type", "application/json");
            Content.Sink.write(response, true, json.toString(), callback);
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        http.close();
    }
}
