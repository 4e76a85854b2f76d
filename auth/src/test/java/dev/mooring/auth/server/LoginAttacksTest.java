package dev.mooring.auth.server;

import static dev.mooring.auth.server.LoginServer.ADA;
import static dev.mooring.auth.server.LoginServer.BOB;
import static dev.mooring.auth.server.LoginServer.REDIRECT;
import static dev.mooring.auth.server.LoginServer.error;
import static dev.mooring.auth.server.LoginServer.response;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import dev.mooring.auth.grant.AuthorizationStore;
import dev.mooring.auth.grant.StoredClient;
import dev.mooring.auth.server.LoginServer.Tokens;
import dev.mooring.mcp.Json;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks on the built-in authorization server. Those on tokens are in ResourceServerTest. */
class LoginAttacksTest {
    private final AuthorizationStore store = AuthorizationStore.inMemory();
    private LoginServer server;

    @BeforeEach
    void start() throws IOException {
        server = new LoginServer(store, UnaryOperator.identity());
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private int call(Tokens tokens) throws Exception {
        return server.notes.call(tokens.access(), "read").statusCode();
    }

    @Nested
    class StolenCodes {
        @Test
        void codeThatIsUsedTwiceRevokesTheTokensOfItsFirstUse() throws Exception {
            String client = server.register("Claude", REDIRECT);
            LoginServer.Flow flow = server.flow(client);
            String code = flow.allow(ADA).get("code");
            Tokens tokens = Tokens.of(flow.redeem(code));
            assertThat(call(tokens)).isEqualTo(200);

            assertThat(error(flow.redeem(code))).isEqualTo("invalid_grant");
            assertThat(call(tokens)).isEqualTo(401);
            assertThat(error(server.refresh(client, tokens.refresh()))).isEqualTo("invalid_grant");
        }

        @Test
        void codeWithAnotherVerifierIsRefusedAndSpent() throws Exception {
            LoginServer.Flow flow = server.flow(server.register("Claude", REDIRECT));
            String code = flow.allow(ADA).get("code");
            HttpResponse<String> stolen = server.token(Map.of(
                    "grant_type", "authorization_code",
                    "code", String.valueOf(code),
                    "client_id", String.valueOf(flow.parameters.get("client_id")),
                    "redirect_uri", REDIRECT,
                    "code_verifier", new CodeVerifier().getValue()));

            assertThat(error(stolen)).isEqualTo("invalid_grant");
            assertThat(error(flow.redeem(code))).isEqualTo("invalid_grant");
            assertThat(store.grantsOf("u1")).isEmpty();
        }

        @Test
        void codeWithoutAVerifierIsRefused() throws Exception {
            LoginServer.Flow flow = server.flow(server.register("Claude", REDIRECT));
            HttpResponse<String> stolen = server.token(Map.of(
                    "grant_type",
                    "authorization_code",
                    "code",
                    String.valueOf(flow.allow(ADA).get("code")),
                    "client_id",
                    String.valueOf(flow.parameters.get("client_id")),
                    "redirect_uri",
                    REDIRECT));
            assertThat(error(stolen)).isEqualTo("invalid_grant");
        }

        @Test
        void codeOfAnotherClientOrForAnotherRedirectUriOrResourceIsRefused() throws Exception {
            String client = server.register("Claude", REDIRECT);
            String other = server.register("Other", REDIRECT);
            for (Map.Entry<String, String> change : Map.of(
                            "client_id",
                            other,
                            "redirect_uri",
                            "https://claude.ai/other",
                            "resource",
                            server.issuer() + "/other/mcp")
                    .entrySet()) {
                LoginServer.Flow flow = server.flow(client);
                Map<String, String> request = new HashMap<>(Map.of(
                        "grant_type",
                        "authorization_code",
                        "code",
                        String.valueOf(flow.allow(ADA).get("code")),
                        "client_id",
                        client,
                        "redirect_uri",
                        REDIRECT,
                        "code_verifier",
                        flow.verifier.getValue()));
                request.put(change.getKey(), change.getValue());
                assertThat(error(server.token(request))).as(change.getKey()).isEqualTo("invalid_grant");
            }
        }

        @Test
        void codeExpiresAfterAMinute() throws Exception {
            LoginServer.Flow flow = server.flow(server.register("Claude", REDIRECT));
            String code = flow.allow(ADA).get("code");
            server.clock.advance(Duration.ofSeconds(60));
            assertThat(error(flow.redeem(code))).isEqualTo("invalid_grant");
        }

        @Test
        void ofManyConcurrentUsesOfACodeAtMostOneSucceeds() throws Exception {
            LoginServer.Flow flow = server.flow(server.register("Claude", REDIRECT));
            String code = flow.allow(ADA).get("code");
            assertThat(statuses(() -> flow.redeem(code)).stream().filter(status -> status == 200))
                    .hasSizeLessThanOrEqualTo(1);
            assertThat(store.grantsOf("u1")).isEmpty();
        }
    }

    private static List<Integer> statuses(Callable<HttpResponse<String>> request) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<HttpResponse<String>>> pending = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                pending.add(threads.submit(request));
            }
            List<Integer> statuses = new ArrayList<>();
            for (Future<HttpResponse<String>> each : pending) {
                statuses.add(each.get().statusCode());
            }
            return statuses;
        }
    }

    @Nested
    class StolenRefreshTokens {
        @Test
        void reuseOfASpentTokenRevokesTheWholeFamily() throws Exception {
            String client = server.register("Claude", REDIRECT);
            Tokens first = server.flow(client).signIn(ADA);
            Tokens second = Tokens.of(server.refresh(client, first.refresh()));
            assertThat(call(second)).isEqualTo(200);

            assertThat(error(server.refresh(client, first.refresh()))).isEqualTo("invalid_grant");
            assertThat(call(first)).isEqualTo(401);
            assertThat(call(second)).isEqualTo(401);
            assertThat(error(server.refresh(client, second.refresh()))).isEqualTo("invalid_grant");
            assertThat(store.grantsOf("u1")).isEmpty();
            Tokens untouched = server.flow(client).signIn(BOB);
            assertThat(call(untouched)).isEqualTo(200);
        }

        @Test
        void ofManyConcurrentUsesOfARefreshTokenAtMostOneSucceedsAndTheFamilyEnds() throws Exception {
            String client = server.register("Claude", REDIRECT);
            Tokens tokens = server.flow(client).signIn(ADA);
            assertThat(statuses(() -> server.refresh(client, tokens.refresh())).stream()
                            .filter(status -> status == 200))
                    .hasSizeLessThanOrEqualTo(1);
            assertThat(store.grantsOf("u1")).isEmpty();
        }
    }

    @Nested
    class Redirects {
        @ParameterizedTest
        @ValueSource(
                strings = {
                    REDIRECT + "/more",
                    REDIRECT + "2",
                    REDIRECT + "?next=https://evil.example.com",
                    REDIRECT + "#fragment",
                    "https://claude.ai.evil.example.com/api/mcp/auth_callback",
                    "https://claude.ai@evil.example.com/api/mcp/auth_callback",
                    "https://claude.ai:444/api/mcp/auth_callback",
                    "http://claude.ai/api/mcp/auth_callback",
                    "https://CLAUDE.ai/api/mcp/auth_callback",
                    "https://claude.ai/api/mcp/../mcp/auth_callback",
                    "https://evil.example.com",
                    "//evil.example.com",
                    "javascript:alert(1)",
                    "not a uri"
                })
        void uriThatDiffersFromTheRegisteredOneGetsNoRedirect(String uri) throws Exception {
            HttpResponse<String> page = server.flow(server.register("Claude", REDIRECT))
                    .with("redirect_uri", uri)
                    .open(ADA);
            assertThat(page.statusCode()).isEqualTo(400);
            assertThat(page.headers().firstValue("Location")).isEmpty();
            assertThat(page.body()).contains("not registered");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "http://127.0.0.1:1234/other",
                    "http://127.0.0.1:1234/callback/more",
                    "http://127.0.0.1:1234/callback?x=1",
                    "http://127.0.0.1.evil.example.com:1234/callback",
                    "http://127.0.0.1@evil.example.com/callback",
                    "http://evil@127.0.0.1:1234/callback",
                    "http://localhost:1234/callback",
                    "https://127.0.0.1:1234/callback"
                })
        void loopbackUriMayDifferInItsPortOnly(String uri) throws Exception {
            HttpResponse<String> page = server.flow(server.register("Desk", "http://127.0.0.1:9999/callback"))
                    .with("redirect_uri", uri)
                    .open(ADA);
            assertThat(page.statusCode()).isEqualTo(400);
            assertThat(page.headers().firstValue("Location")).isEmpty();
        }

        @Test
        void unknownClientGetsNoRedirect() throws Exception {
            HttpResponse<String> page = server.flow("unknown").open(ADA);
            assertThat(page.statusCode()).isEqualTo(400);
            assertThat(page.headers().firstValue("Location")).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "javascript:alert(1)",
                    "javascript://claude.ai/%0aalert(1)",
                    "data:text/html,x",
                    "http://claude.ai/callback",
                    "http://192.168.0.1/callback",
                    "https://claude.ai/callback#x",
                    "https://user@claude.ai/callback",
                    "https:///callback",
                    "file:///etc/passwd",
                    "/callback",
                    ""
                })
        void dangerousUriCannotBeRegistered(String uri) throws Exception {
            HttpResponse<String> response = server.tryRegister("Evil", REDIRECT, uri);
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(error(response)).isEqualTo("invalid_redirect_uri");
        }

        @Test
        void schemeOfAnAppCanBeRegistered() throws Exception {
            assertThat(server.tryRegister("Cursor", "cursor://anysphere.cursor-mcp/oauth/callback")
                            .statusCode())
                    .isEqualTo(201);
        }
    }

    @Nested
    class ForgedConsents {
        @Test
        void formTokenOfAnotherSessionIsRefused() throws Exception {
            String ofAttacker =
                    server.flow(server.register("Evil", REDIRECT)).open(BOB).body();

            HttpResponse<String> forged = server.decide(ADA, ofAttacker, Consent.ALLOW);
            assertThat(forged.statusCode()).isEqualTo(403);
            assertThat(forged.headers().firstValue("Location")).isEmpty();
        }

        @Test
        void decisionWithoutAFormTokenIsRefused() throws Exception {
            assertThat(server.decide(ADA, "", Consent.ALLOW).statusCode()).isEqualTo(403);
            assertThat(server.decide(ADA, "a.b.c", Consent.ALLOW).statusCode()).isEqualTo(403);
        }

        @Test
        void accessTokenIsRefusedAsFormToken() throws Exception {
            Tokens tokens = server.flow(server.register("Claude", REDIRECT)).signIn(ADA);
            assertThat(server.decide(ADA, tokens.access(), Consent.ALLOW).statusCode())
                    .isEqualTo(403);
        }

        @Test
        void formTokenIsRefusedAsAccessToken() throws Exception {
            String formToken =
                    server.flow(server.register("Claude", REDIRECT)).open(ADA).body();
            assertThat(server.notes.call(formToken, "read").statusCode()).isEqualTo(401);
        }

        @Test
        void decisionFromAnotherOriginIsRefused() throws Exception {
            String formToken =
                    server.flow(server.register("Claude", REDIRECT)).open(ADA).body();
            for (String origin : List.of("https://evil.example.com", "null")) {
                assertThat(server.decide(ADA, formToken, Consent.ALLOW, origin).statusCode())
                        .isEqualTo(403);
            }
            assertThat(server.decide(ADA, formToken, Consent.ALLOW).statusCode())
                    .isEqualTo(303);
        }

        @Test
        void consentPageThatIsOldIsRefused() throws Exception {
            String formToken =
                    server.flow(server.register("Claude", REDIRECT)).open(ADA).body();
            server.clock.advance(Duration.ofMinutes(11));
            assertThat(server.decide(ADA, formToken, Consent.ALLOW).statusCode())
                    .isEqualTo(403);
        }

        @Test
        void allowCannotBeSentByALink() throws Exception {
            LoginServer.Flow flow = server.flow(server.register("Claude", REDIRECT));
            String formToken = flow.open(ADA).body();
            HttpResponse<String> page = flow.with(Consent.FORM_TOKEN, formToken)
                    .with(Consent.DECISION, Consent.ALLOW)
                    .open(ADA);
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().firstValue("Location")).isEmpty();
        }
    }

    /** Each response names its issuer, so that a client that uses two servers notices a response of the wrong one. */
    @Test
    void mixUpIsVisibleBecauseEveryResponseNamesItsIssuer() throws Exception {
        String client = server.register("Claude", REDIRECT);
        assertThat(server.flow(client).allow(ADA)).containsEntry("iss", server.issuer());
        assertThat(response(server.flow(client).with("resource", null).open(ADA)))
                .containsEntry("iss", server.issuer());
        assertThat(response(server.decide(ADA, server.flow(client).open(ADA).body(), Consent.DENY)))
                .containsEntry("iss", server.issuer());
    }

    @Nested
    class Floods {
        @Test
        void addressThatRegistersTooOftenIsRefused() throws Exception {
            for (int i = 0; i < RegistrationEndpoint.MAX_PER_ADDRESS; i++) {
                assertThat(server.tryRegister("Client " + i, REDIRECT).statusCode())
                        .isEqualTo(201);
            }
            HttpResponse<String> refused = server.tryRegister("One more", REDIRECT);
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Retry-After")).contains("600");
        }

        /** From many addresses, which is how such a flood comes. */
        @Test
        void tenThousandRegistrationsKeepAtMostTheNewestUnusedClientsAndThoseInUse() throws Exception {
            String inUse = server.register("In use", REDIRECT);
            Tokens tokens = server.flow(inUse).signIn(ADA);
            String first = "";
            String last = "";
            for (int i = 0; i < 10_000; i++) {
                last = store.register(
                                new StoredClient(
                                        "flood-" + i,
                                        "digest-" + i,
                                        "Flood",
                                        List.of(REDIRECT),
                                        server.clock.instant().plusMillis(i)),
                                RegistrationEndpoint.MAX_UNUSED)
                        .id();
                first = first.isEmpty() ? last : first;
            }
            assertThat(store.client(first)).isEmpty();
            assertThat(store.client(last)).isPresent();
            assertThat(store.client("flood-" + (10_000 - RegistrationEndpoint.MAX_UNUSED)))
                    .isPresent();
            assertThat(store.client("flood-" + (10_000 - RegistrationEndpoint.MAX_UNUSED - 1)))
                    .isEmpty();
            assertThat(store.client(inUse)).isPresent();
            assertThat(call(tokens)).isEqualTo(200);
        }

        @Test
        void clientThatRegistersAgainGetsItsOldIdWhateverItsPort() throws Exception {
            String first = server.register("mcp-remote", "http://localhost:3334/oauth/callback");
            assertThat(server.register("mcp-remote", "http://localhost:51234/oauth/callback"))
                    .isEqualTo(first);
            assertThat(server.register("mcp-remote", "http://localhost:3334/other"))
                    .isNotEqualTo(first);
            assertThat(server.register("other", "http://localhost:3334/oauth/callback"))
                    .isNotEqualTo(first);
        }

        @Test
        void registrationEchoesTheUrisOfTheClient() throws Exception {
            server.register("mcp-remote", "http://localhost:3334/oauth/callback");
            HttpResponse<String> again = server.tryRegister("mcp-remote", "http://localhost:51234/oauth/callback");
            assertThat(Json.objectOf(again.body()).path("redirect_uris").toString())
                    .isEqualTo("[\"http://localhost:51234/oauth/callback\"]");
            assertThat(Json.objectOf(again.body())
                            .path("token_endpoint_auth_method")
                            .asString())
                    .isEqualTo("none");
        }

        @Test
        void largeRegistrationIsRefused() throws Exception {
            assertThat(server.tryRegister("x".repeat(40_000), REDIRECT).statusCode())
                    .isEqualTo(413);
        }
    }

    @Test
    void storeHoldsNoCodeAndNoToken() throws Exception {
        String client = server.register("Claude", REDIRECT);
        LoginServer.Flow flow = server.flow(client);
        String code = String.valueOf(flow.allow(ADA).get("code"));
        Tokens tokens = Tokens.of(flow.redeem(code));

        assertThat(store.grantOfRefreshToken(tokens.refresh())).isEmpty();
        assertThat(store.grantOfRefreshToken(RandomSecrets.hash(tokens.refresh())))
                .isPresent();
        assertThat(store.grantsOf("u1").toString()).doesNotContain(code, tokens.refresh(), tokens.access());
    }
}
