package dev.mooring.auth.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.auth.NodeProcess;
import dev.mooring.mcp.Era;
import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.ServerLocation;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The client with a real authorization server and a server of the TypeScript SDK, which all tests share. */
@Tag("counterpart")
@Timeout(90)
class OidcProviderTest {
    @TempDir
    Path folder;

    private static NodeProcess provider;
    private static NodeProcess serverProcess;
    private static String issuer;
    private static URI server;

    private final ConsentingPerson person = new ConsentingPerson();

    @BeforeAll
    static void start() throws IOException {
        provider = NodeProcess.oidcProvider();
        issuer = provider.address("").toString();
        serverProcess = NodeProcess.protectedServer(issuer);
        server = serverProcess.address("/mcp");
    }

    @AfterAll
    static void stop() {
        serverProcess.close();
        provider.close();
    }

    @BeforeEach
    void reset() throws Exception {
        newTokensLive(Duration.ofHours(1));
    }

    /** Changes the lifetime of new access tokens, and clears the provider's log. */
    private static void newTokensLive(Duration lifetime) throws Exception {
        provider.post("/test/reset?lifetime=" + lifetime.toSeconds());
    }

    private OAuthCredentialsBuilder credentials(URI server) {
        return OAuthCredentials.forServer(server).store(TokenStore.inFolder(folder));
    }

    private static McpClient open(URI server, OAuthCredentials credentials) throws Exception {
        return McpClient.open(
                ServerLocation.Remote.at(server),
                ClientOptions.builder().credentials(credentials).build());
    }

    private static String call(McpClient client, String tool) throws InterruptedException {
        Reply reply = client.callTool(tool, Json.object());
        return reply instanceof Reply.Result(var result)
                ? result.at("/content/0/text").asString("")
                : reply.toString();
    }

    @Nested
    class SignIns {
        @Test
        void aPersonSignsInWithADynamicallyRegisteredClient() throws Exception {
            OAuthCredentials credentials =
                    credentials(server).signInPage(person).build();

            try (McpClient client = open(server, credentials)) {
                assertThat(call(client, "whoami")).isEqualTo("ada@example.com");
            }

            SignIn signIn = credentials.signIn().orElseThrow();
            assertThat(signIn.account()).isEqualTo("ada@example.com");
            assertThat(signIn.issuer()).isEqualTo(issuer);
            assertThat(signIn.isRenewable()).isTrue();
            assertThat(signIn.expiresAt()).isAfter(Instant.now().plus(Duration.ofMinutes(30)));
            assertThat(person.pages()).hasSize(1);
            assertThat(person.pages().getFirst().getQuery())
                    .contains("resource=" + server, "code_challenge_method=S256", "state=");
        }

        @Test
        void aPersonSignsInWithAClientMetadataDocument() throws Exception {
            OAuthCredentials credentials = credentials(server)
                    .clientMetadata(URI.create("https://client.example.com/mooring.json"))
                    .signInPage(person)
                    .build();

            try (McpClient client = open(server, credentials)) {
                assertThat(call(client, "whoami")).isEqualTo("ada@example.com");
            }
            assertThat(provider.log()).containsExactly("authorization_code https://client.example.com/mooring.json");
        }

        @Test
        void aPersonSignsInWithAConfiguredClient() throws Exception {
            OAuthCredentials credentials = credentials(server)
                    .client(RegisteredClient.withoutSecret("desk").at(issuer))
                    .signInPage(person)
                    .build();

            try (McpClient client = open(server, credentials)) {
                assertThat(call(client, "whoami")).isEqualTo("ada@example.com");
            }
            assertThat(provider.log()).containsExactly("authorization_code desk");
        }

        @Test
        void aProgramSignsInWithItsOwnClient() throws Exception {
            OAuthCredentials credentials = credentials(server)
                    .clientCredentials(RegisteredClient.withSecret("robot", "robot-secret-robot-secret-robot-secret"))
                    .scopes(Set.of("notes:read"))
                    .build();

            try (McpClient client = open(server, credentials)) {
                assertThat(call(client, "whoami")).isEqualTo("robot");
            }
        }

        @Test
        void aPersonSignsInToAServerOfThisProject() throws Exception {
            try (OwnProtectedServer server = new OwnProtectedServer(issuer)) {
                OAuthCredentials credentials =
                        credentials(server.address()).signInPage(person).build();

                try (McpClient client = open(server.address(), credentials)) {
                    assertThat(client.era()).isEqualTo(Era.MODERN);
                    assertThat(call(client, "whoami")).isEqualTo("ada@example.com");
                }
            }
        }

        @Test
        void aServerOfThisProjectRefusesATokenForAnotherServer() throws Exception {
            try (OwnProtectedServer one = new OwnProtectedServer(issuer);
                    OwnProtectedServer other = new OwnProtectedServer(issuer)) {
                open(
                                one.address(),
                                credentials(one.address()).signInPage(person).build())
                        .close();
                String token = Objects.requireNonNull(Objects.requireNonNull(TokenStore.inFolder(folder)
                                        .current(one.address().toString()))
                                .grant())
                        .accessToken();

                assertThat(status(one.address(), token)).isNotEqualTo(401);
                assertThat(status(other.address(), token)).isEqualTo(401);
                assertThat(status(one.address(), token + "x")).isEqualTo(401);
            }
        }

        private static int status(URI server, String token) throws Exception {
            try (HttpClient http = HttpClient.newHttpClient()) {
                return http.send(
                                HttpRequest.newBuilder(server)
                                        .header("Authorization", "Bearer " + token)
                                        .build(),
                                HttpResponse.BodyHandlers.discarding())
                        .statusCode();
            }
        }

        /** The audience of a token is one server, so a token for another one is useless. */
        @Test
        void eachServerGetsATokenOfItsOwn() throws Exception {
            try (NodeProcess otherProcess = NodeProcess.protectedServer(issuer)) {
                URI other = otherProcess.address("/mcp");
                open(server, credentials(server).signInPage(person).build()).close();
                open(other, credentials(other).signInPage(person).build()).close();

                assertThat(TokenStore.inFolder(folder).list())
                        .extracting(SignIn::server)
                        .containsExactlyInAnyOrder(server.toString(), other.toString());
            }
        }

        @Test
        void theRegistrationIsReusedForTheNextSignIn() throws Exception {
            for (int i = 0; i < 2; i++) {
                open(
                                server,
                                credentials(server)
                                        .signInPage(person)
                                        .ignoreStoredSignIn()
                                        .build())
                        .close();
            }

            assertThat(person.pages()).hasSize(2);
            assertThat(provider.log().stream().distinct()).hasSize(1);
        }

        @Test
        void signingOutRevokesAndDeletesTheTokens() throws Exception {
            OAuthCredentials credentials =
                    credentials(server).signInPage(person).build();
            open(server, credentials).close();

            assertThat(credentials.signOut()).isEqualTo(new SignOut(true, null));
            assertThat(TokenStore.inFolder(folder).list()).isEmpty();
            assertThat(files()).allMatch(file -> file.toString().endsWith(".lock"));
            assertThat(credentials.signOut().wasSignedIn()).isFalse();
        }
    }

    @Nested
    class Renewals {
        @Test
        void aStoredRefreshTokenWorksAfterARestart() throws Exception {
            newTokensLive(Duration.ofSeconds(2));
            open(server, credentials(server).signInPage(person).build()).close();
            newTokensLive(Duration.ofHours(1));
            awaitExpiry();

            try (McpClient client = open(server, credentials(server).build())) {
                assertThat(call(client, "whoami")).isEqualTo("ada@example.com");
            }
            assertThat(provider.log()).anyMatch(line -> line.startsWith("refresh_token "));
            assertThat(person.pages()).hasSize(1);
        }

        @Test
        void parallelCallsShareOneRenewalAndKeepTheSession() throws Exception {
            newTokensLive(Duration.ofSeconds(2));
            OAuthCredentials credentials =
                    credentials(server).signInPage(person).build();
            try (McpClient client = open(server, credentials)) {
                newTokensLive(Duration.ofHours(1));
                awaitExpiry();
                List<String> counts = inParallel(16, () -> call(client, "count"));

                assertThat(counts).doesNotHaveDuplicates().allMatch(count -> count.matches("\\d+"));
                assertThat(provider.log().stream().filter(line -> line.startsWith("refresh_token")))
                        .hasSize(1);
            }
        }

        /** Refresh tokens rotate, and the server ends the grant if one is used twice. */
        @Test
        void processesThatRenewAtTheSameTimeAllStaySignedIn() throws Exception {
            newTokensLive(Duration.ofSeconds(2));
            open(server, credentials(server).signInPage(person).build()).close();
            newTokensLive(Duration.ofHours(1));
            awaitExpiry();

            String[] command = {
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                StoredSignInProgram.class.getName(),
                server.toString(),
                folder.toString()
            };
            List<Process> programs = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                programs.add(new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start());
            }
            for (Process program : programs) {
                String output = new String(program.getInputStream().readAllBytes(), UTF_8).strip();
                assertThat(program.waitFor()).isZero();
                assertThat(output).isEqualTo("ada@example.com");
            }
            assertThat(provider.log()).noneMatch(line -> line.contains("refused"));
        }

        @Test
        void aRefusedRenewalAsksForANewSignIn() throws Exception {
            newTokensLive(Duration.ofSeconds(2));
            OAuthCredentials signedIn = credentials(server).signInPage(person).build();
            open(server, signedIn).close();
            provider.post("/test/revoke-all");
            awaitExpiry();

            OAuthCredentials credentials =
                    credentials(server).signInHint("mooring login notes").build();
            assertThat(openFailure(server, credentials).message()).contains("Sign in again: mooring login notes");
            assertThat(TokenStore.inFolder(folder).list()).isEmpty();
        }

        private static Failure openFailure(URI server, OAuthCredentials credentials) throws Exception {
            try (McpClient _ = open(server, credentials)) {
                throw new AssertionError("the server opened");
            } catch (OpenFailed e) {
                return e.failure();
            }
        }

        private void awaitExpiry() throws IOException {
            Instant expires =
                    TokenStore.inFolder(folder).find(server).orElseThrow().expiresAt();
            await().until(() -> Instant.now().isAfter(expires));
        }
    }

    @Nested
    class Secrets {
        @Test
        void theListenerReceivesAllTokens() throws Exception {
            List<String> first = new CopyOnWriteArrayList<>();
            open(
                            server,
                            credentials(server)
                                    .signInPage(person)
                                    .tokenListener(first::add)
                                    .build())
                    .close();
            List<String> afterRestart = new CopyOnWriteArrayList<>();
            open(server, credentials(server).tokenListener(afterRestart::add).build())
                    .close();

            TokenGrant grant = Objects.requireNonNull(
                    Objects.requireNonNull(TokenStore.inFolder(folder).current(server.toString()))
                            .grant());
            assertThat(first).containsExactly(grant.accessToken(), grant.refreshToken());
            assertThat(afterRestart).isEqualTo(first);
        }

        @Test
        void onlyTheOwnerCanReadTheTokens() throws Exception {
            open(server, credentials(server).signInPage(person).build()).close();

            assertThat(files())
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private static <T> List<T> inParallel(int count, Callable<T> task) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> pending = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                pending.add(threads.submit(task));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> each : pending) {
                results.add(each.get());
            }
            return results;
        }
    }
}
