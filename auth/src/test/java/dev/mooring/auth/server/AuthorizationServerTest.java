package dev.mooring.auth.server;

import static dev.mooring.auth.server.LoginServer.ADA;
import static dev.mooring.auth.server.LoginServer.BOB;
import static dev.mooring.auth.server.LoginServer.REDIRECT;
import static dev.mooring.auth.server.LoginServer.error;
import static dev.mooring.auth.server.LoginServer.response;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.mooring.auth.grant.AuthorizationStore;
import dev.mooring.auth.server.LoginServer.Tokens;
import dev.mooring.mcp.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class AuthorizationServerTest {
    private final AuthorizationStore store = AuthorizationStore.inMemory();
    private LoginServer server;

    @BeforeEach
    void start() throws IOException {
        server = new LoginServer(
                store,
                builder -> builder.client(new ConfiguredClient("desk", "Desk", List.of("http://127.0.0.1/cb"), null))
                        .client(new ConfiguredClient("vault", "Vault", List.of(REDIRECT), "s3cret")));
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private int call(Tokens tokens, String tool) throws Exception {
        return server.notes.call(tokens.access(), tool).statusCode();
    }

    @Nested
    class Metadata {
        @Test
        void metadataIsPublishedForOAuthAndOpenIdClients() throws Exception {
            ObjectNode metadata = document("/.well-known/oauth-authorization-server");

            assertThat(metadata).isEqualTo(document("/.well-known/openid-configuration"));
            assertThat(metadata.path("issuer").asString()).isEqualTo(server.issuer());
            assertThat(metadata.path("client_id_metadata_document_supported").asBoolean())
                    .isTrue();
            assertThat(metadata.path("authorization_response_iss_parameter_supported")
                            .asBoolean())
                    .isTrue();
            assertThat(metadata.path("token_endpoint_auth_methods_supported").toString())
                    .contains("\"none\"");
            assertThat(metadata.path("code_challenge_methods_supported").toString())
                    .isEqualTo("[\"S256\"]");
            assertThat(metadata.path("scopes_supported").toString()).isEqualTo("[\"notes:read\",\"notes:write\"]");
        }

        @Test
        void protectedResourceNamesThisServerAsItsIssuer() throws Exception {
            assertThat(document("/.well-known/oauth-protected-resource/mcp")
                            .path("authorization_servers")
                            .toString())
                    .isEqualTo("[\"" + server.issuer() + "\"]");
        }

        @Test
        void publishedKeysHaveNoPrivatePart() throws Exception {
            ObjectNode keys = document("/jwks");
            assertThat(keys.path("keys")).hasSize(1);
            assertThat(keys.path("keys").path(0).has("d")).isFalse();
        }

        private ObjectNode document(String path) throws Exception {
            HttpResponse<String> response = server.notes.get(path);
            assertThat(response.statusCode()).isEqualTo(200);
            return Json.objectOf(response.body());
        }
    }

    @Nested
    class SignIns {
        @Test
        void clientThatAPersonAllowsCallsTools() throws Exception {
            String client = server.register("Claude", REDIRECT);
            Tokens tokens = server.flow(client).signIn(ADA);

            assertThat(tokens.scope()).isEqualTo("notes:read");
            HttpResponse<String> response = server.notes.call(tokens.access(), "read");
            assertThat(Json.objectOf(response.body())
                            .at("/result/content/0/text")
                            .asString())
                    .isEqualTo(server.issuer() + " u1|DisplayName[person=Ada, client=Claude]");
            assertThat(call(tokens, "write")).isEqualTo(403);
        }

        @Test
        void accessTokenIsForTheResourceAndLivesOneHour() throws Exception {
            Tokens tokens = server.flow(server.register("Claude", REDIRECT)).signIn(ADA);
            JWTClaimsSet claims = SignedJWT.parse(tokens.access()).getJWTClaimsSet();

            assertThat(claims.getAudience()).containsExactly(server.notes.resource());
            assertThat(Duration.between(
                            claims.getIssueTime().toInstant(),
                            claims.getExpirationTime().toInstant()))
                    .isEqualTo(Duration.ofHours(1));
        }

        @Test
        void personWhoIsNotSignedInSeesTheSignInPageFirst() throws Exception {
            HttpResponse<String> page =
                    server.flow(server.register("Claude", REDIRECT)).open(null);
            assertThat(page.body()).startsWith("sign in, then /authorize?response_type=code&client_id=");
        }

        @Test
        void consentPageKnowsTheClientAndWhereTheBrowserGoes() throws Exception {
            HttpResponse<String> page = server.flow(server.register("  Claude\u202e\n", REDIRECT))
                    .with("scope", "notes:write notes:read unknown")
                    .open(ADA);

            Consent consent = Objects.requireNonNull(server.people.lastConsent);
            assertThat(consent.clientName()).isEqualTo("Claude");
            assertThat(consent.redirectHost()).isEqualTo("claude.ai");
            assertThat(consent.isLocal()).isFalse();
            assertThat(consent.formAction()).isEqualTo("https://claude.ai");
            assertThat(consent.scopes()).containsExactly("notes:read", "notes:write");
            assertThat(page.headers().allValues("Content-Security-Policy")).contains("frame-ancestors 'none'");
            assertThat(page.headers().firstValue("X-Frame-Options")).contains("DENY");
            assertThat(page.headers().firstValue("Cache-Control")).contains("no-store");
        }

        @Test
        void responseCarriesStateAndIssuerOnce() throws Exception {
            Map<String, String> response =
                    server.flow(server.register("Claude", REDIRECT)).allow(ADA);
            assertThat(response).containsOnlyKeys("code", "state", "iss");
            assertThat(response).containsEntry("state", "the state").containsEntry("iss", server.issuer());
        }

        @Test
        void decisionToDenyReachesTheClient() throws Exception {
            LoginServer.Flow flow = server.flow(server.register("Claude", REDIRECT));
            HttpResponse<String> redirect = server.decide(ADA, flow.open(ADA).body(), Consent.DENY);

            assertThat(redirect.statusCode()).isEqualTo(303);
            assertThat(response(redirect))
                    .containsEntry("error", "access_denied")
                    .containsEntry("state", "the state")
                    .containsEntry("iss", server.issuer())
                    .doesNotContainKey("code");
        }

        @Test
        void personCanGrantOnlyTheScopesOfTheirRole() throws Exception {
            String client = server.register("Claude", REDIRECT);
            Tokens tokens =
                    server.flow(client).with("scope", "notes:read notes:write").signIn(BOB);
            assertThat(tokens.scope()).isEqualTo("notes:read");
            assertThat(response(server.flow(client).with("scope", "notes:write").open(BOB)))
                    .containsEntry("error", "access_denied");
        }

        @Test
        void requestWithoutScopesMeansAllScopesOfTheResource() throws Exception {
            Tokens tokens = server.flow(server.register("Claude", REDIRECT))
                    .with("scope", null)
                    .signIn(ADA);
            assertThat(tokens.scope()).isEqualTo("notes:read notes:write");
        }

        @Test
        void configuredClientOnLoopbackMayUseEveryPort() throws Exception {
            Tokens tokens = server.flow("desk")
                    .with("redirect_uri", "http://127.0.0.1:51234/cb")
                    .signIn(ADA);
            assertThat(call(tokens, "read")).isEqualTo(200);
            assertThat(Objects.requireNonNull(server.people.lastConsent).isLocal())
                    .isTrue();
        }

        @Test
        void configuredClientWithASecretMustProveIt() throws Exception {
            LoginServer.Flow flow = server.flow("vault");
            String code = flow.allow(ADA).get("code");
            HttpResponse<String> refused = flow.redeem(code);
            assertThat(refused.statusCode()).isEqualTo(401);
            assertThat(error(refused)).isEqualTo("invalid_client");

            String basic = Base64.getEncoder().encodeToString("vault:s3cret".getBytes(UTF_8));
            HttpResponse<String> accepted = server.send(HttpRequest.newBuilder(URI.create(server.issuer() + "/token"))
                    .header("Authorization", "Basic " + basic)
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(HttpRequest.BodyPublishers.ofString(LoginServer.form(Map.of(
                            "grant_type",
                            "authorization_code",
                            "code",
                            String.valueOf(code),
                            "redirect_uri",
                            REDIRECT,
                            "code_verifier",
                            flow.verifier.getValue())))));
            assertThat(accepted.statusCode()).isEqualTo(200);
            assertThat(accepted.headers().firstValue("Cache-Control")).contains("no-store");
        }

        @Test
        void secondEndpointNeedsATokenOfItsOwn() throws Exception {
            Tokens tokens = server.flow(server.register("Claude", REDIRECT))
                    .with("resource", server.issuer() + "/other/mcp")
                    .redeemWithoutResource(ADA);
            assertThat(call(tokens, "read")).isEqualTo(401);
        }
    }

    @Nested
    class RequiredParameters {
        @Test
        void requestWithoutPkceOrWithAnotherMethodIsRefused() throws Exception {
            String client = server.register("Claude", REDIRECT);
            assertThat(response(server.flow(client).with("code_challenge", null).open(ADA)))
                    .containsEntry("error", "invalid_request")
                    .containsEntry("iss", server.issuer());
            assertThat(response(server.flow(client)
                            .with("code_challenge_method", "plain")
                            .open(ADA)))
                    .containsEntry("error", "invalid_request");
            assertThat(response(server.flow(client)
                            .with("code_challenge_method", null)
                            .open(ADA)))
                    .containsEntry("error", "invalid_request");
        }

        @Test
        void requestWithoutAResourceOrForAnotherOneIsRefused() throws Exception {
            String client = server.register("Claude", REDIRECT);
            assertThat(response(server.flow(client).with("resource", null).open(ADA)))
                    .containsEntry("error", "invalid_target");
            assertThat(response(server.flow(client)
                            .with("resource", "https://elsewhere.example.com/mcp")
                            .open(ADA)))
                    .containsEntry("error", "invalid_target");
        }

        @Test
        void otherResponseTypesAreRefused() throws Exception {
            String client = server.register("Claude", REDIRECT);
            assertThat(response(
                            server.flow(client).with("response_type", "token").open(ADA)))
                    .containsEntry("error", "unsupported_response_type");
        }

        @Test
        void otherGrantTypesAreRefused() throws Exception {
            assertThat(error(server.token(
                            Map.of("grant_type", "password", "username", "ada", "password", "x", "client_id", "desk"))))
                    .isEqualTo("unsupported_grant_type");
            assertThat(error(server.token(Map.of(
                            "grant_type", "client_credentials", "client_id", "vault", "client_secret", "s3cret"))))
                    .isEqualTo("unsupported_grant_type");
        }
    }

    @Nested
    class Renewals {
        @Test
        void refreshTokenRotates() throws Exception {
            String client = server.register("Claude", REDIRECT);
            Tokens first = server.flow(client).signIn(ADA);
            Tokens second = Tokens.of(server.refresh(client, first.refresh()));

            assertThat(second.refresh()).isNotEqualTo(first.refresh());
            assertThat(call(second, "read")).isEqualTo(200);
        }

        @Test
        void refreshTokenWorksAfterARestart() throws Exception {
            String client = server.register("Claude", REDIRECT);
            Tokens tokens = server.flow(client).signIn(ADA);
            server.close();
            server = new LoginServer(store, UnaryOperator.identity());

            assertThat(server.refresh(client, tokens.refresh()).statusCode()).isEqualTo(200);
        }

        @Test
        void refreshTokenOfAnotherClientIsRefused() throws Exception {
            Tokens tokens = server.flow(server.register("Claude", REDIRECT)).signIn(ADA);
            assertThat(error(server.refresh("desk", tokens.refresh()))).isEqualTo("invalid_grant");
        }

        @Test
        void grantThatNobodyUsesExpires() throws Exception {
            String client = server.register("Claude", REDIRECT);
            Tokens tokens = server.flow(client).signIn(ADA);
            server.clock.advance(Duration.ofDays(59));
            Tokens renewed = Tokens.of(server.refresh(client, tokens.refresh()));
            server.clock.advance(Duration.ofDays(61));
            assertThat(error(server.refresh(client, renewed.refresh()))).isEqualTo("invalid_grant");
        }

        @Test
        void keysThatAreReplacedVerifyUntilTheirTokensHaveExpired() throws Exception {
            Tokens before = server.flow(server.register("Claude", REDIRECT)).signIn(ADA);
            server.login.rotateKeys();
            Tokens after = server.flow(server.register("Claude", REDIRECT)).signIn(ADA);

            assertThat(SignedJWT.parse(after.access()).getHeader().getKeyID())
                    .isNotEqualTo(SignedJWT.parse(before.access()).getHeader().getKeyID());
            assertThat(call(before, "read")).isEqualTo(200);
            assertThat(call(after, "read")).isEqualTo(200);
            server.clock.advance(SigningKeys.RETENTION.plusMinutes(1));
            server.notes.get("/jwks");
            assertThat(store.keys()).hasSize(1);
        }

        @Test
        void keyIsReplacedAtTheEndOfItsRotationPeriod() throws Exception {
            server.notes.get("/jwks");
            String first = store.keys().getFirst().id();
            server.clock.advance(SigningKeys.ROTATION.plusDays(1));
            server.notes.get("/jwks");
            assertThat(store.keys()).hasSize(2);
            assertThat(store.keys().getFirst().id()).isNotEqualTo(first);
        }
    }

    @Nested
    class Revocations {
        @Test
        void clientRevokesWithItsRefreshToken() throws Exception {
            String client = server.register("Claude", REDIRECT);
            Tokens tokens = server.flow(client).signIn(ADA);
            assertThat(call(tokens, "read")).isEqualTo(200);

            assertThat(revoke(client, tokens.refresh())).isEqualTo(200);
            assertThat(call(tokens, "read")).isEqualTo(401);
            assertThat(error(server.refresh(client, tokens.refresh()))).isEqualTo("invalid_grant");
        }

        @Test
        void clientRevokesWithItsAccessToken() throws Exception {
            String client = server.register("Claude", REDIRECT);
            Tokens tokens = server.flow(client).signIn(ADA);
            assertThat(revoke(client, tokens.access())).isEqualTo(200);
            assertThat(call(tokens, "read")).isEqualTo(401);
        }

        @Test
        void clientCannotRevokeTheTokensOfAnotherClient() throws Exception {
            Tokens tokens = server.flow(server.register("Claude", REDIRECT)).signIn(ADA);
            assertThat(revoke("desk", tokens.refresh())).isEqualTo(200);
            assertThat(revoke("desk", "unknown")).isEqualTo(200);
            assertThat(call(tokens, "read")).isEqualTo(200);
        }

        private int revoke(String client, String token) throws Exception {
            return server.post("/revoke", Map.of("token", token, "client_id", client))
                    .statusCode();
        }

        @Test
        void personListsAndRevokesTheirGrants() throws Exception {
            Tokens tokens = server.flow(server.register("Claude", REDIRECT)).signIn(ADA);
            assertThat(store.grantsOf("u2")).isEmpty();
            assertThat(store.grantsOf("u1")).singleElement().satisfies(grant -> {
                assertThat(grant.clientName()).isEqualTo("Claude");
                assertThat(server.login.revoke(grant.id())).isTrue();
                assertThat(server.login.revoke(grant.id())).isFalse();
            });
            assertThat(call(tokens, "read")).isEqualTo(401);
        }

        @Test
        void personWhoIsRemovedLosesTheAccessOfAllClients() throws Exception {
            String client = server.register("Claude", REDIRECT);
            Tokens tokens = server.flow(client).signIn(ADA);
            assertThat(call(tokens, "read")).isEqualTo(200);
            server.people.people.remove("u1");

            await().untilAsserted(() -> assertThat(call(tokens, "read")).isEqualTo(401));
            assertThat(error(server.refresh(client, tokens.refresh()))).isEqualTo("invalid_grant");
        }

        @Test
        void personWhoLosesARoleTakesItFromAllClients() throws Exception {
            Tokens tokens = server.flow(server.register("Claude", REDIRECT))
                    .with("scope", "notes:read notes:write")
                    .signIn(ADA);
            assertThat(call(tokens, "write")).isEqualTo(200);
            server.people.people.put("u1", new Person("u1", "Ada", Set.of("notes:read")));

            await().untilAsserted(() -> assertThat(call(tokens, "write")).isEqualTo(403));
            assertThat(call(tokens, "read")).isEqualTo(200);
        }
    }

    @Nested
    class Origins {
        @Test
        void webPageOfAnotherSiteCannotRegister() throws Exception {
            HttpResponse<String> response =
                    server.send(HttpRequest.newBuilder(URI.create(server.issuer() + "/register"))
                            .header("Origin", "https://evil.example.com")
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString("{}")));
            assertThat(response.statusCode()).isEqualTo(403);
            assertThat(response.headers().firstValue("Access-Control-Allow-Origin"))
                    .isEmpty();
        }

        @Test
        void registrationNeedsJsonThatWebPagesCannotSendUnasked() throws Exception {
            HttpResponse<String> response =
                    server.send(HttpRequest.newBuilder(URI.create(server.issuer() + "/register"))
                            .header("Content-Type", "text/plain")
                            .POST(HttpRequest.BodyPublishers.ofString("{}")));
            assertThat(response.statusCode()).isEqualTo(415);
        }
    }
}
