package dev.mooring.auth.resource;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import dev.mooring.mcp.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Date;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.node.ObjectNode;

/** An authorization server that publishes its metadata and keys, and signs whatever a test wants. */
final class TestIssuer implements AutoCloseable {
    /** Shared, because generating a key takes long. */
    private static final RSAKey FIRST = newKey();

    private final HttpServer http;
    private final AtomicInteger keyRequests = new AtomicInteger();
    volatile String metadataPath = "/.well-known/oauth-authorization-server";
    volatile boolean isDown;
    volatile RSAKey key = FIRST;

    TestIssuer() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", exchange -> {
            try (exchange) {
                String path = exchange.getRequestURI().getPath();
                String body = null;
                if (path.equals(metadataPath)) {
                    body = Json.text(metadata());
                } else if (path.equals("/keys")) {
                    keyRequests.incrementAndGet();
                    body = new JWKSet(key).toPublicJWKSet().toString();
                }
                if (body == null || isDown) {
                    exchange.sendResponseHeaders(isDown ? 503 : 404, -1);
                } else {
                    byte[] bytes = body.getBytes(UTF_8);
                    exchange.getResponseHeaders().set("Content-Type", "application/json");
                    exchange.sendResponseHeaders(200, bytes.length);
                    exchange.getResponseBody().write(bytes);
                }
            }
        });
        http.start();
    }

    private ObjectNode metadata() {
        ObjectNode json = Json.object().put("issuer", address()).put("jwks_uri", address() + "/keys");
        json.putArray("response_types_supported").add("code");
        return json;
    }

    static RSAKey newKey() {
        try {
            return new RSAKeyGenerator(2048).keyID(UUID.randomUUID().toString()).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    String address() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    int keyRequests() {
        return keyRequests.get();
    }

    /** Returns the claims of a valid token. */
    JWTClaimsSet.Builder claims(String audience) {
        return new JWTClaimsSet.Builder()
                .issuer(address())
                .subject("42")
                .audience(audience)
                .expirationTime(Date.from(Instant.now().plusSeconds(600)))
                .claim("scope", "notes:read other")
                .claim("client_id", "desk");
    }

    String sign(JWTClaimsSet claims) throws JOSEException {
        return sign(claims, key, "at+jwt");
    }

    static String sign(JWTClaimsSet claims, RSAKey with, String type) throws JOSEException {
        SignedJWT jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .keyID(with.getKeyID())
                        .type(new JOSEObjectType(type))
                        .build(),
                claims);
        jwt.sign(new RSASSASigner(with));
        return jwt.serialize();
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
