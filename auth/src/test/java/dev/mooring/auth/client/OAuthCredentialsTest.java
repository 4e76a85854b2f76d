package dev.mooring.auth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.oauth2.sdk.util.MultivaluedMapUtils;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.client.credentials.CredentialsUnavailable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class OAuthCredentialsTest {
    private final HostileServers servers = start();
    private final ConsentingPerson person = new ConsentingPerson();
    private final TokenStore store = TokenStore.inMemory();

    private static HostileServers start() {
        try {
            return new HostileServers();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void stop() {
        servers.close();
    }

    private OAuthCredentialsBuilder credentials() {
        return OAuthCredentials.forServer(servers.server()).store(store).signInHint("mooring login notes");
    }

    private OAuthCredentials withPerson() {
        return credentials().signInPage(person).build();
    }

    private McpClient open(OAuthCredentials credentials) throws Exception {
        return McpClient.open(
                ServerLocation.Remote.at(servers.server()),
                ClientOptions.builder()
                        .era(EraChoice.LEGACY)
                        .credentials(credentials)
                        .build());
    }

    private static Reply call(McpClient client) throws InterruptedException {
        return client.callTool("x", Json.object());
    }

    private static Failure failure(Reply reply) {
        return ((Reply.Failed) reply).failure();
    }

    private static boolean isHello(Reply reply) {
        return reply instanceof Reply.Result;
    }

    @Test
    void parallelRequestsShareOneSignIn() throws Exception {
        OAuthCredentials credentials = withPerson();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> opened = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                opened.add(threads.submit(() -> {
                    try (McpClient client = open(credentials)) {
                        return isHello(call(client));
                    }
                }));
            }
            for (Future<Boolean> each : opened) {
                assertThat(each.get()).isTrue();
            }
        }
        assertThat(person.pages()).hasSize(1);
        assertThat(servers.tokenRequests()).hasSize(1);
    }

    @Nested
    class ExpiringTokens {
        @Test
        void aTokenThatIsRejectedBeforeItsTimeIsRenewedAndNoCallIsLost() throws Exception {
            try (McpClient client = open(withPerson())) {
                // Another process renews, so that the server no longer accepts the token of this one.
                OAuthCredentials other = OAuthCredentials.forServer(servers.server())
                        .signInPage(person)
                        .build();
                open(other).close();

                assertThat(isHello(call(client))).isTrue();
            }
            assertThat(servers.tokenRequests().getLast()).containsEntry("grant_type", List.of("refresh_token"));
            assertThat(person.pages()).hasSize(2);
        }

        @Test
        void aTokenIsRenewedBeforeItExpires() throws Exception {
            servers.token = json -> json.put("expires_in", 1);
            try (McpClient client = open(withPerson())) {
                await().until(() -> {
                    assertThat(isHello(call(client))).isTrue();
                    return servers.tokenRequests().size() >= 3;
                });
            }
            assertThat(person.pages()).hasSize(1);
            assertThat(servers.tokenRequests())
                    .allSatisfy(request -> assertThat(request)
                            .containsEntry("resource", List.of(servers.server().toString())));
        }

        @Test
        void callsFailWithTheSignInCommandAfterARefusedRenewal() throws Exception {
            servers.token = json -> json.put("expires_in", 1);
            open(withPerson()).close();
            servers.script(
                    "/token",
                    exchange -> HostileServers.json(exchange, 400, Json.object().put("error", "invalid_grant")));

            OAuthCredentials alone = credentials().build();
            try (McpClient client = open(alone)) {
                await().until(() -> call(client) instanceof Reply.Failed);
                assertThat(failure(call(client)).message()).endsWith("Sign in again: mooring login notes");
            } catch (OpenFailed e) {
                assertThat(e).hasMessageEndingWith("Sign in again: mooring login notes");
            }
            assertThat(store.list()).isEmpty();
        }

        @Test
        void aTokenIsUsedToItsEndIfTheAuthorizationServerFails() throws Exception {
            open(withPerson()).close();
            store.put(expiringIn(10));
            servers.script("/token", exchange -> exchange.sendResponseHeaders(503, -1));

            try (McpClient client = open(credentials().build())) {
                assertThat(isHello(call(client))).isTrue();
            }
            assertThat(servers.requests().stream().filter("/token"::equals)).hasSizeGreaterThan(1);
            assertThat(store.list()).hasSize(1);
        }

        @ParameterizedTest
        @ValueSource(ints = {50, -1})
        void aFailedRenewalIsRetriedOnlyAfterABackoff(int secondsLeft) throws Exception {
            open(withPerson()).close();
            store.put(expiringIn(secondsLeft));
            var attempts = new AtomicInteger();
            servers.script("/token", exchange -> {
                attempts.incrementAndGet();
                exchange.sendResponseHeaders(503, -1);
            });
            var nanos = new AtomicLong();
            OAuthCredentials alone = credentials().nanoTime(nanos::get).build();

            for (int i = 0; i < 3; i++) {
                useOrFail(alone, secondsLeft > 0);
            }
            assertThat(attempts).hasValue(1);
            nanos.addAndGet(Duration.ofSeconds(6).toNanos());
            useOrFail(alone, secondsLeft > 0);

            assertThat(attempts).hasValue(2);
        }

        private static void useOrFail(OAuthCredentials credentials, boolean isValid) throws Exception {
            if (isValid) {
                assertThat(credentials.current()).isNotNull();
            } else {
                assertThatThrownBy(credentials::current).isInstanceOf(CredentialsUnavailable.class);
            }
        }

        @ParameterizedTest
        @CsvSource({
            "429, application/json, {\"error\":\"too_many_requests\"}",
            "403, text/html,        <html>Blocked by the proxy</html>",
            "200, text/html,        <html>Maintenance</html>"
        })
        void aRenewalWithoutADefiniteRefusalKeepsTheSignIn(int status, String type, String body) throws Exception {
            open(withPerson()).close();
            store.put(expiringIn(-1));
            servers.script("/token", exchange -> HostileServers.respond(exchange, status, type, body));

            assertThat(catchThrowable(() -> open(credentials().build())))
                    .isInstanceOf(OpenFailed.class)
                    .hasMessageContaining("Cannot renew the sign-in")
                    .hasMessageEndingWith("If this continues, sign in again: mooring login notes");
            servers.unscript("/token");

            try (McpClient client = open(credentials().build())) {
                assertThat(isHello(call(client))).isTrue();
            }
            assertThat(person.pages()).hasSize(1);
        }

        /** Returns the stored sign-in with an access token that was issued an hour ago and expires soon. */
        private StoredSignIn expiringIn(int seconds) throws IOException {
            StoredSignIn stored =
                    Objects.requireNonNull(store.current(servers.server().toString()));
            TokenGrant grant = Objects.requireNonNull(stored.grant());
            return stored.with(new TokenGrant(
                    grant.clientId(),
                    grant.method(),
                    grant.tokenEndpoint(),
                    grant.revocationEndpoint(),
                    grant.resource(),
                    grant.requested(),
                    grant.granted(),
                    grant.accessToken(),
                    grant.refreshToken(),
                    Instant.now().minusSeconds(3600),
                    Instant.now().plusSeconds(seconds),
                    grant.identity(),
                    grant.account()));
        }
    }

    @Nested
    class WithoutAPerson {
        @Test
        void theErrorNamesTheSignInCommand() {
            assertThat(catchThrowable(() -> open(credentials().build())))
                    .isInstanceOf(OpenFailed.class)
                    .hasMessage("HTTP 401: Not signed in to " + servers.server() + ". Sign in: mooring login notes");
        }

        @Test
        void aSignInOfAnotherProcessIsUsedWithoutARestart() throws Exception {
            OAuthCredentials alone = credentials().build();
            assertThat(catchThrowable(() -> open(alone))).isInstanceOf(OpenFailed.class);

            open(withPerson()).close();

            try (McpClient client = open(alone)) {
                assertThat(isHello(call(client))).isTrue();
            }
        }

        @Test
        void moreAccessIsRequestedAtTheNextSignIn() throws Exception {
            servers.challenge = "Bearer scope=\"read\"";
            open(withPerson()).close();
            OAuthCredentials alone = credentials().build();
            try (McpClient client = open(alone)) {
                servers.script("/mcp", exchange -> {
                    exchange.getResponseHeaders()
                            .set("WWW-Authenticate", "Bearer error=\"insufficient_scope\", scope=\"write\"");
                    exchange.sendResponseHeaders(403, -1);
                });
                assertThat(failure(call(client)).message())
                        .contains("needs more access (write). Sign in again to grant it: mooring login notes");
            }
            servers.script("/mcp", exchange -> {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer scope=\"read\"");
                exchange.sendResponseHeaders(401, -1);
            });
            OAuthCredentials again =
                    credentials().signInPage(person).ignoreStoredSignIn().build();
            again.signInNow();

            assertThat(Scopes.of(MultivaluedMapUtils.getFirstValue(
                            URLUtils.parseParameters(person.pages().getLast().getRawQuery()), "scope")))
                    .isEqualTo(Set.of("read", "write"));
        }

        @Test
        void aPersonWhoDeclinesEndsTheRequest() {
            OAuthCredentials declined = credentials()
                    .signInPage((page, pasted) -> {
                        throw new CredentialsUnavailable("the person declined");
                    })
                    .build();

            assertThat(catchThrowable(() -> open(declined)))
                    .isInstanceOf(OpenFailed.class)
                    .hasMessage("the person declined");
        }
    }

    @Nested
    class Identities {
        /** The account is unknown, so another sign-in might be another person's. */
        @Test
        void aSessionEndsIfAnotherSignInReplacesItsOwn() throws Exception {
            open(withPerson()).close();
            OAuthCredentials alone = credentials().build();
            try (McpClient client = open(alone)) {
                open(credentials().signInPage(person).ignoreStoredSignIn().build())
                        .close();

                assertThat(failure(call(client))).isInstanceOf(Failure.SessionForgotten.class);
            }
        }

        @Test
        void aSessionContinuesAfterAnotherSignInOfTheSameAccount() throws Exception {
            servers.token = json -> json.put(
                    "id_token",
                    new PlainJWT(new JWTClaimsSet.Builder()
                                    .issuer(servers.origin())
                                    .subject("ada")
                                    .audience("registered")
                                    .build())
                            .serialize());
            open(withPerson()).close();
            OAuthCredentials alone = credentials().build();
            try (McpClient client = open(alone)) {
                open(credentials().signInPage(person).ignoreStoredSignIn().build())
                        .close();

                assertThat(isHello(call(client))).isTrue();
            }
        }
    }
}
