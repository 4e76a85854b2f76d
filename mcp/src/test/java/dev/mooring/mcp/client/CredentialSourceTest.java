package dev.mooring.mcp.client;

import static dev.mooring.mcp.client.Misbehaving.failure;
import static dev.mooring.mcp.client.Misbehaving.message;
import static dev.mooring.mcp.client.Misbehaving.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.credentials.Challenge;
import dev.mooring.mcp.client.credentials.Credential;
import dev.mooring.mcp.client.credentials.CredentialSource;
import dev.mooring.mcp.client.credentials.CredentialsUnavailable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CredentialSourceTest {
    private static final String TEXT = "{\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}";

    private final ScriptedServer server = new ScriptedServer();
    private final Tokens tokens = new Tokens();

    /** The header that the server accepts. */
    private volatile String accepted = "Bearer one";

    @AfterEach
    void stop() {
        server.close();
    }

    /** A source whose token a test replaces, and which reacts to challenges as the test says. */
    private static final class Tokens implements CredentialSource {
        volatile @Nullable Credential credential = new Credential("Bearer one", "ada");
        volatile Reaction reaction = challenge -> false;
        volatile @Nullable String unavailable;
        final List<Challenge> challenges = new CopyOnWriteArrayList<>();

        interface Reaction {
            boolean to(Challenge challenge) throws CredentialsUnavailable;
        }

        @Override
        public @Nullable Credential current() throws CredentialsUnavailable {
            String reason = unavailable;
            if (reason != null) {
                throw new CredentialsUnavailable(reason);
            }
            return credential;
        }

        @Override
        public boolean onChallenge(Challenge challenge) throws CredentialsUnavailable {
            challenges.add(challenge);
            return reaction.to(challenge);
        }
    }

    private McpClient open(EraChoice era) throws Exception {
        server.setScript(this::answer);
        return McpClient.open(
                server.location(),
                ClientOptions.builder().era(era).credentials(tokens).build());
    }

    private void answer(ScriptedServer.Request request) throws IOException {
        if (!accepted.equals(request.header("Authorization"))) {
            request.header(
                    "WWW-Authenticate",
                    "Bearer realm=\"a, b\", scope=\"read write\", Error=invalid_token, Basic realm=x");
            request.reply(401, null, "");
        } else if (request.verb().equals("GET")) {
            request.events().close();
        } else if (!ScriptedServer.legacyOpening(request, "session-1")) {
            request.result(TEXT);
        }
    }

    private static Reply call(McpClient client) throws InterruptedException {
        return client.callTool("echo", message("hello"));
    }

    @Test
    void everyRequestCarriesTheCurrentCredential() throws Exception {
        try (McpClient client = open(EraChoice.LEGACY)) {
            client.listen(Json.object(), notification -> {}).close();
            accepted = "Bearer two";
            tokens.credential = new Credential("Bearer two", "ada");
            assertThat(text(call(client))).isEqualTo("hello");
        }

        assertThat(server.requests())
                .isNotEmpty()
                .allSatisfy(
                        request -> assertThat(request.header("Authorization")).startsWith("Bearer "));
        assertThat(Objects.requireNonNull(server.requests().getLast()).verb()).isEqualTo("DELETE");
        assertThat(server.requests().getLast().header("Authorization")).isEqualTo("Bearer two");
    }

    @Test
    void aCallThatWaitsForItsCredentialIsNotSentAfterTheClose() throws Exception {
        CountDownLatch isWaiting = new CountDownLatch(1);
        CountDownLatch isClosed = new CountDownLatch(1);
        Thread caller = Thread.currentThread();
        AtomicBoolean isOpen = new AtomicBoolean();
        CredentialSource signIn = () -> {
            if (isOpen.get() && Thread.currentThread().equals(caller)) {
                isWaiting.countDown();
                isClosed.await();
            }
            return new Credential("Bearer one", "ada");
        };
        server.setScript(this::answer);
        McpClient client = McpClient.open(
                server.location(),
                ClientOptions.builder()
                        .era(EraChoice.LEGACY)
                        .credentials(signIn)
                        .build());
        isOpen.set(true);
        Thread.ofVirtual().start(() -> {
            try {
                isWaiting.await();
                client.close();
                isClosed.countDown();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });

        assertThat(failure(call(client))).isEqualTo(new Failure.ConnectionLost("the connection was closed", false));
        assertThat(server.requests("tools/call")).isEmpty();
    }

    @Test
    void theCredentialOverridesAConfiguredHeader() throws Exception {
        server.setScript(this::answer);
        var location = new ServerLocation.Remote(server.address(), Map.of("authorization", "Bearer old"));
        ClientOptions options = ClientOptions.builder()
                .era(EraChoice.LEGACY)
                .credentials(tokens)
                .build();

        try (McpClient client = McpClient.open(location, options)) {
            assertThat(text(call(client))).isEqualTo("hello");
        }
    }

    @Nested
    class Challenges {
        @Test
        void theSourceSeesTheParsedChallengeAndTheRequestIsRepeated() throws Exception {
            try (McpClient client = open(EraChoice.LEGACY)) {
                accepted = "Bearer two";
                tokens.reaction = challenge -> {
                    tokens.credential = new Credential("Bearer two", "ada");
                    return true;
                };

                assertThat(text(call(client))).isEqualTo("hello");
            }

            Challenge challenge = tokens.challenges.getFirst();
            assertThat(tokens.challenges).hasSize(1);
            assertThat(challenge.status()).isEqualTo(401);
            assertThat(challenge.attempt()).isZero();
            assertThat(challenge.inBackground()).isFalse();
            assertThat(Objects.requireNonNull(challenge.rejected()).authorization())
                    .isEqualTo("Bearer one");
            assertThat(challenge.scheme("bearer").orElseThrow().parameters())
                    .isEqualTo(Map.of("realm", "a, b", "scope", "read write", "error", "invalid_token"));
            assertThat(challenge.scheme("Basic")).isPresent();
        }

        @Test
        void aRequestIsRepeatedThreeTimesAtMost() throws Exception {
            try (McpClient client = open(EraChoice.LEGACY)) {
                accepted = "another";
                tokens.reaction = challenge -> true;

                assertThat(failure(call(client))).isInstanceOf(Failure.Refused.class);
                assertThat(server.requests("tools/call")).hasSize(4);
                assertThat(tokens.challenges).extracting(Challenge::attempt).containsExactly(0, 1, 2);
            }
        }

        @Test
        void theFailureHasTheMessageOfTheSource() throws Exception {
            try (McpClient client = open(EraChoice.LEGACY)) {
                accepted = "another";
                tokens.reaction = challenge -> {
                    throw new CredentialsUnavailable("sign in again");
                };

                assertThat(failure(call(client))).isEqualTo(new Failure.Refused(401, "sign in again"));
            }
        }

        @Test
        void aNotificationIsRepeatedAsWell() throws Exception {
            try (McpClient client = open(EraChoice.LEGACY)) {
                accepted = "Bearer two";
                tokens.reaction = challenge -> {
                    tokens.credential = new Credential("Bearer two", "ada");
                    return true;
                };

                assertThat(client.notify("notifications/cancelled", Json.object()))
                        .isTrue();
                assertThat(tokens.challenges)
                        .extracting(Challenge::inBackground)
                        .containsExactly(true);
            }
        }

        @Test
        void theListeningStreamIsOpenedAgainWithTheNewCredential() throws Exception {
            try (McpClient client = open(EraChoice.LEGACY)) {
                accepted = "Bearer two";
                tokens.reaction = challenge -> {
                    tokens.credential = new Credential("Bearer two", "ada");
                    return true;
                };

                client.listen(Json.object(), notification -> {});
                await().until(() -> server.requests().stream()
                        .anyMatch(request ->
                                request.verb().equals("GET") && "Bearer two".equals(request.header("Authorization"))));
            }
        }

        @Test
        void theOpeningWaitsForASourceThatTakesLongerThanItsTimeout() throws Exception {
            accepted = "Bearer two";
            server.setScript(CredentialSourceTest.this::answer);
            tokens.reaction = challenge -> {
                // The timeout of the opening passes while a person signs in.
                long start = System.nanoTime();
                await().pollDelay(Duration.ofMillis(600)).until(() -> System.nanoTime() - start > 600_000_000L);
                tokens.credential = new Credential("Bearer two", "ada");
                return true;
            };
            ClientOptions options = ClientOptions.builder()
                    .openTimeout(Duration.ofMillis(500))
                    .credentials(tokens)
                    .build();

            try (McpClient client = McpClient.open(server.location(), options)) {
                assertThat(text(call(client))).isEqualTo("hello");
            }
        }
    }

    @Nested
    class WithoutCredentials {
        @Test
        void nothingIsSentIfTheSourceFails() throws Exception {
            try (McpClient client = open(EraChoice.LEGACY)) {
                tokens.unavailable = "sign in again";

                assertThat(failure(call(client))).isEqualTo(new Failure.Refused(401, "sign in again"));
                assertThat(server.requests("tools/call")).isEmpty();
            }
        }

        @Test
        void theOpeningFailsWithTheMessageOfTheSource() {
            tokens.unavailable = "sign in first";

            assertThatThrownBy(() -> open(EraChoice.DETECT))
                    .isInstanceOf(OpenFailed.class)
                    .hasMessage("sign in first");
        }
    }

    @Nested
    class Identities {
        @Test
        void aSessionIsNotUsedWithTheCredentialOfAnotherIdentity() throws Exception {
            try (McpClient client = open(EraChoice.LEGACY)) {
                tokens.credential = new Credential("Bearer one", "bob");

                assertThat(failure(call(client))).isInstanceOf(Failure.SessionForgotten.class);
            }
            assertThat(server.requests("tools/call")).isEmpty();
            assertThat(server.requests()).noneMatch(request -> request.verb().equals("DELETE"));
        }

        @Test
        void aSessionWithoutIdentityMayGetOne() throws Exception {
            tokens.credential = null;
            server.setScript(request -> {
                if (!ScriptedServer.legacyOpening(request, "session-1")) {
                    answer(request);
                }
            });
            ClientOptions options = ClientOptions.builder()
                    .era(EraChoice.LEGACY)
                    .credentials(tokens)
                    .build();
            try (McpClient client = McpClient.open(server.location(), options)) {
                tokens.credential = new Credential("Bearer one", "ada");

                assertThat(text(call(client))).isEqualTo("hello");
            }
        }

        @Test
        void theTextOfACredentialContainsNoSecret() {
            assertThat(new Credential("Bearer one", "ada")).hasToString("Credential[ada]");
        }
    }
}
