package dev.mooring.auth.resource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.mooring.mcp.Json;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class ResourceServerTest {
    private TestIssuer issuer;
    private ResourceServer auth;
    private ProtectedNotes notes;

    @BeforeEach
    void start() throws IOException {
        issuer = new TestIssuer();
        AtomicReference<String> base = new AtomicReference<>("");
        auth = ResourceServer.forIssuer(issuer.address())
                .at(base::get)
                .resourceName("Notes")
                .build();
        notes = new ProtectedNotes(auth, base);
    }

    @AfterEach
    void stop() throws IOException {
        notes.close();
        issuer.close();
    }

    private JWTClaimsSet.Builder claims() {
        return issuer.claims(notes.resource());
    }

    private void assertRefused(String token) throws Exception {
        HttpResponse<String> response = notes.call(token, "read");
        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.headers().firstValue("WWW-Authenticate"))
                .contains("Bearer error=\"invalid_token\", resource_metadata=\"" + notes.base()
                        + "/.well-known/oauth-protected-resource/mcp\", scope=\"notes:read notes:write\"");
        assertThat(response.body()).doesNotContain("signature", "audience", "expired", "issuer", token);
    }

    @Nested
    class Callers {
        @Test
        void principalIsIssuerAndSubject() throws Exception {
            HttpResponse<String> response = notes.call(issuer.sign(claims().build()), "read");

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(text(response)).isEqualTo(issuer.address() + " 42|DisplayName[person=42, client=null]");
        }

        @Test
        void nameIsThatOfThePersonThenTheUserNameThenTheSubject() throws Exception {
            JWTClaimsSet.Builder claims = claims().claim("preferred_username", "ada");
            assertThat(text(notes.call(issuer.sign(claims.build()), "read"))).contains("person=ada,");
            claims.claim("name", "Ada Lovelace");
            assertThat(text(notes.call(issuer.sign(claims.build()), "read"))).contains("person=Ada Lovelace,");
        }

        @Test
        void clientWithAMetadataDocumentIsNamedAfterItsHost() throws Exception {
            String token = issuer.sign(
                    claims().claim("client_id", "https://claude.ai/client.json").build());
            assertThat(text(notes.call(token, "read"))).contains("client=claude.ai]");
        }

        @Test
        void scopesOfOktaAndEntraAreUnderstood() throws Exception {
            for (Object scopes : new Object[] {"notes:read x", List.of("notes:read", "x")}) {
                String token = issuer.sign(
                        claims().claim("scope", null).claim("scp", scopes).build());
                assertThat(notes.call(token, "read").statusCode()).isEqualTo(200);
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"JWT", "application/at+jwt"})
        void tokensOfOtherTypesThatIssuersUseAreAccepted(String type) throws Exception {
            String token = TestIssuer.sign(claims().build(), issuer.key, type);
            assertThat(notes.call(token, "read").statusCode()).isEqualTo(200);
        }

        private String text(HttpResponse<String> response) {
            return Json.objectOf(response.body()).at("/result/content/0/text").asString(response.body());
        }
    }

    @Nested
    class Attacks {
        @Test
        void tokenForAnotherAudienceIsRefused() throws Exception {
            assertRefused(issuer.sign(
                    issuer.claims("https://elsewhere.example.com/mcp").build()));
            assertRefused(issuer.sign(issuer.claims(notes.base() + "/other/mcp").build()));
            assertRefused(issuer.sign(claims().audience(List.of()).build()));
        }

        @Test
        void tokenFromAnotherIssuerIsRefused() throws Exception {
            try (TestIssuer other = new TestIssuer()) {
                other.key = TestIssuer.newKey();
                assertRefused(other.sign(other.claims(notes.resource()).build()));
                // Signed by our issuer's key, with another issuer's name; and the reverse.
                assertRefused(issuer.sign(other.claims(notes.resource()).build()));
                RSAKey stolenId = new RSAKey.Builder(other.key)
                        .keyID(issuer.key.getKeyID())
                        .build();
                assertRefused(TestIssuer.sign(claims().build(), stolenId, "at+jwt"));
            }
        }

        @Test
        void tokenWithAlgorithmNoneIsRefused() throws Exception {
            assertRefused(new PlainJWT(claims().build()).serialize());
        }

        @Test
        void tokenSignedWithThePublicKeyAsAnHmacSecretIsRefused() throws Exception {
            for (byte[] secret : List.of(
                    issuer.key.toRSAPublicKey().getEncoded(),
                    issuer.key.toPublicJWK().toJSONString().getBytes(UTF_8))) {
                SignedJWT jwt = new SignedJWT(
                        new JWSHeader.Builder(JWSAlgorithm.HS256)
                                .keyID(issuer.key.getKeyID())
                                .build(),
                        claims().build());
                jwt.sign(new MACSigner(secret));
                assertRefused(jwt.serialize());
            }
        }

        @Test
        void expiredTokenIsRefused() throws Exception {
            assertRefused(
                    issuer.sign(claims().expirationTime(Date.from(Instant.now().minusSeconds(120)))
                            .build()));
            assertRefused(issuer.sign(claims().expirationTime(null).build()));
        }

        @Test
        void tokenThatIsNotYetValidIsRefused() throws Exception {
            assertRefused(
                    issuer.sign(claims().notBeforeTime(Date.from(Instant.now().plusSeconds(120)))
                            .build()));
        }

        @Test
        void tokenOfAnotherTypeIsRefused() throws Exception {
            assertRefused(TestIssuer.sign(claims().build(), issuer.key, "dpop+jwt"));
        }

        @Test
        void tokenWithoutASubjectIsRefused() throws Exception {
            assertRefused(issuer.sign(claims().subject(null).build()));
        }

        @Test
        void garbageIsRefused() throws Exception {
            assertRefused("garbage");
            assertRefused("a.b.c");
        }

        @Test
        void tokenThatWasAcceptedIsRefusedAtAnotherEndpoint() throws Exception {
            String token = issuer.sign(claims().build());
            assertThat(notes.call(token, "read").statusCode()).isEqualTo(200);
            assertThat(auth.validateHeader("Bearer " + token)).isPresent();
            AtomicReference<String> elsewhere = new AtomicReference<>("https://elsewhere.example.com");
            ResourceServer other = ResourceServer.forIssuer(issuer.address())
                    .at(elsewhere::get)
                    .build();
            other.protect("/mcp");
            assertThat(other.validateHeader("Bearer " + token)).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(strings = {"http://id.example.com", "ftp://id.example.com", "id.example.com"})
        void issuerWithoutHttpsIsRefused(String address) {
            assertThatThrownBy(() -> ResourceServer.forIssuer(address)).hasMessageContaining("https");
        }
    }

    @Nested
    class Scopes {
        @Test
        void requestWithoutATokenGetsAChallengeWithoutAnErrorCode() throws Exception {
            HttpResponse<String> response = notes.call(null, "read");

            assertThat(response.statusCode()).isEqualTo(401);
            assertThat(response.headers().firstValue("WWW-Authenticate"))
                    .contains("Bearer resource_metadata=\"" + notes.base()
                            + "/.well-known/oauth-protected-resource/mcp\", scope=\"notes:read notes:write\"");
            assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        }

        @Test
        void tokenWithoutAnyScopeOfTheEndpointIsForbidden() throws Exception {
            HttpResponse<String> response =
                    notes.call(issuer.sign(claims().claim("scope", "other").build()), "read");

            assertThat(response.statusCode()).isEqualTo(403);
            assertThat(response.headers().firstValue("WWW-Authenticate").orElse(""))
                    .contains("error=\"insufficient_scope\"", "scope=\"notes:read notes:write\"");
        }

        @Test
        void callThatNeedsAnotherScopeIsForbiddenAndNamesAllScopesThatTheClientNeeds() throws Exception {
            HttpResponse<String> response = notes.call(issuer.sign(claims().build()), "write");

            assertThat(response.statusCode()).isEqualTo(403);
            assertThat(response.headers().firstValue("WWW-Authenticate"))
                    .contains("Bearer error=\"insufficient_scope\", resource_metadata=\"" + notes.base()
                            + "/.well-known/oauth-protected-resource/mcp\", scope=\"notes:read notes:write\"");
        }
    }

    @Nested
    class Discovery {
        @Test
        void metadataIsAtThePathOfEachEndpointAndForTheMainOneAtTheRoot() throws Exception {
            ObjectNode main = metadata("/.well-known/oauth-protected-resource/mcp");
            assertThat(main)
                    .isEqualTo(metadata("/.well-known/oauth-protected-resource"))
                    .isEqualTo(Json.objectOf("{\"resource\":\"" + notes.resource()
                            + "\",\"authorization_servers\":[\"" + issuer.address()
                            + "\"],\"scopes_supported\":[\"notes:read\",\"notes:write\"],"
                            + "\"bearer_methods_supported\":[\"header\"],\"resource_name\":\"Notes\"}"));
            assertThat(metadata("/.well-known/oauth-protected-resource/other/mcp")
                            .path("resource")
                            .asString())
                    .isEqualTo(notes.base() + "/other/mcp");
        }

        private ObjectNode metadata(String path) throws Exception {
            HttpResponse<String> response = notes.get(path);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Access-Control-Allow-Origin"))
                    .contains("*");
            return Json.objectOf(response.body());
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "/.well-known/oauth-protected-resource/nothing",
                    "/.well-known/oauth-authorization-server",
                    "/.well-known/oauth-authorization-server/mcp",
                    "/.well-known/openid-configuration",
                    "/.well-known/openid-configuration/mcp",
                    "/mcp/.well-known/openid-configuration",
                    "/mcp/.well-known/oauth-protected-resource",
                    "/.well-known/anything"
                })
        void unknownDiscoveryPathIsNotFound(String path) throws Exception {
            assertThat(notes.get(path).statusCode()).isEqualTo(404);
        }

        @Test
        void issuerThatPublishesOnlyOpenIdMetadataIsFound() throws Exception {
            issuer.metadataPath = "/.well-known/openid-configuration";
            assertThat(notes.call(issuer.sign(claims().build()), "read").statusCode())
                    .isEqualTo(200);
        }

        @Test
        void connectFailsIfTheIssuerPublishesNothing() {
            issuer.metadataPath = "/nowhere";
            assertThatThrownBy(auth::connect).hasMessageContaining("publishes no metadata");
        }
    }

    @Nested
    class Keys {
        @Test
        void keysAreReadOnceForManyTokens() throws Exception {
            for (int i = 0; i < 5; i++) {
                String token = issuer.sign(claims().jwtID("token " + i).build());
                assertThat(notes.call(token, "read").statusCode()).isEqualTo(200);
            }
            assertThat(issuer.keyRequests()).isEqualTo(1);
        }

        @Test
        void newKeyOfTheIssuerIsFound() throws Exception {
            assertThat(notes.call(issuer.sign(claims().build()), "read").statusCode())
                    .isEqualTo(200);
            issuer.key = TestIssuer.newKey();
            assertThat(notes.call(issuer.sign(claims().build()), "read").statusCode())
                    .isEqualTo(200);
            assertThat(issuer.keyRequests()).isEqualTo(2);
        }

        @Test
        void tokensWithUnknownKeysDoNotFloodTheIssuer() throws Exception {
            assertThat(notes.call(issuer.sign(claims().build()), "read").statusCode())
                    .isEqualTo(200);
            for (int i = 0; i < 20; i++) {
                assertRefused(TestIssuer.sign(claims().build(), unknownKey(i), "at+jwt"));
            }
            assertThat(issuer.keyRequests()).isLessThanOrEqualTo(3);
            assertThat(notes.call(issuer.sign(claims().jwtID("new").build()), "read")
                            .statusCode())
                    .isEqualTo(200);
        }

        private final RSAKey unknown = TestIssuer.newKey();

        private RSAKey unknownKey(int number) {
            return new RSAKey.Builder(unknown).keyID("unknown-" + number).build();
        }

        @Test
        void tokenOfAnUnreachableIssuerIsAnsweredWithStatus503() throws Exception {
            issuer.isDown = true;
            HttpResponse<String> response = notes.call(issuer.sign(claims().build()), "read");

            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.headers().firstValue("Retry-After")).isPresent();
        }

        @Test
        void knownTokenWorksWhileTheIssuerIsDown() throws Exception {
            String token = issuer.sign(claims().build());
            assertThat(notes.call(token, "read").statusCode()).isEqualTo(200);
            issuer.isDown = true;
            assertThat(notes.call(token, "read").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void tokenForAnEndpointIsValidForOtherPagesOfTheServer() throws Exception {
        String token = issuer.sign(claims().build());

        assertThat(auth.validateHeader("bearer " + token))
                .hasValueSatisfying(valid -> assertThat(valid.scopes()).isEqualTo(Set.of("notes:read", "other")));
        assertThat(auth.validateHeader(null)).isEmpty();
        assertThat(auth.validateHeader("Basic " + token)).isEmpty();
    }
}
