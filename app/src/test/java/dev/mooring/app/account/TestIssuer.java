package dev.mooring.app.account;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;

/** An authorization server that publishes metadata and keys, and signs any token. */
public final class TestIssuer implements AutoCloseable {
    private final HttpServer http;
    private final ECKey key;

    private TestIssuer(HttpServer http, ECKey key) {
        this.http = http;
        this.key = key;
    }

    public static TestIssuer start() throws IOException, JOSEException {
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var issuer =
                new TestIssuer(http, new ECKeyGenerator(Curve.P_256).keyID("k").generate());
        String url = issuer.url();
        issuer.publish("/.well-known/oauth-authorization-server", """
            {"issuer": "%s", "jwks_uri": "%s/jwks", "authorization_endpoint": "%s/authorize", "token_endpoint": "%s/token",
             "response_types_supported": ["code"], "code_challenge_methods_supported": ["S256"]}
            """.formatted(url, url, url, url));
        issuer.publish("/jwks", new JWKSet(issuer.key).toPublicJWKSet().toString());
        http.start();
        return issuer;
    }

    private void publish(String path, String json) {
        http.createContext(path, exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            byte[] body = json.getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    public String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    /** Returns an access token of Ada's for an endpoint. */
    public String token(String audience, String scope) throws JOSEException {
        var jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("k").build(),
                new JWTClaimsSet.Builder()
                        .issuer(url())
                        .subject("42")
                        .claim("name", "Ada")
                        .audience(audience)
                        .claim("client_id", "https://claude.example.com/client.json")
                        .claim("client_name", "Claude")
                        .claim("scope", scope)
                        .expirationTime(Date.from(Instant.now().plus(Duration.ofMinutes(5))))
                        .build());
        jwt.sign(new ECDSASigner(key));
        return jwt.serialize();
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
