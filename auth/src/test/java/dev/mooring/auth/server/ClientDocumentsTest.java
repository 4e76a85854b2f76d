package dev.mooring.auth.server;

import static dev.mooring.auth.server.LoginServer.ADA;
import static dev.mooring.auth.server.LoginServer.REDIRECT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.auth.grant.AuthorizationStore;
import dev.mooring.mcp.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class ClientDocumentsTest {
    private static final String CLIENT = "https://client.example.com/client.json";

    static Stream<String> addressesThatAreNotOnTheInternet() {
        return Stream.of(
                "127.0.0.1",
                "127.8.8.8",
                "0.0.0.0",
                "10.0.0.1",
                "100.64.0.1",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.8",
                "192.168.1.1",
                "198.18.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::ffff:127.0.0.1",
                "::ffff:10.0.0.1",
                "64:ff9b::7f00:1",
                "2001::1",
                "2001:db8::1",
                "2002:7f00:1::",
                "fc00::1",
                "fd12:3456::1",
                "fe80::1",
                "ff02::1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "172.15.0.1",
                "172.32.0.1",
                "100.63.0.1",
                "100.128.0.1",
                "2606:4700::1",
                "2a00:1450::1"
            })
    void addressOfTheInternetIsPublic(String address) throws Exception {
        assertThat(PublicAddresses.contains(InetAddress.getByName(address))).isTrue();
    }

    private static ClientDocuments resolvingWith(ClientDocuments.Resolver resolver) {
        return new ClientDocuments(resolver, PublicAddresses::contains, null, Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @MethodSource("addressesThatAreNotOnTheInternet")
    void documentOnALoopbackOrPrivateAddressIsNotFetched(String address) {
        ClientDocuments documents = resolvingWith(host -> new InetAddress[] {InetAddress.getByName(address)});
        assertThatThrownBy(() -> documents.fetch(CLIENT)).hasMessageContaining("not on the internet");
    }

    @Test
    void documentIsNotFetchedIfOneOfSeveralAddressesIsPrivate() {
        ClientDocuments documents = resolvingWith(
                host -> new InetAddress[] {InetAddress.getByName("1.1.1.1"), InetAddress.getByName("10.0.0.1")});
        assertThatThrownBy(() -> documents.fetch(CLIENT)).hasMessageContaining("not on the internet");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://127.0.0.1/client.json",
                "https://127.1/client.json",
                "https://2130706433/client.json",
                "https://[::1]/client.json",
                "https://[::ffff:7f00:1]/client.json",
                "https://localhost/client.json",
                "https://localhost:8443/client.json"
            })
    void clientIdThatNamesThisMachineIsRefused(String clientId) {
        assertThatThrownBy(() -> ClientDocuments.ofInternet().fetch(clientId))
                .isInstanceOf(ClientDocuments.UnusableDocument.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://client.example.com/client.json",
                "https://client.example.com",
                "https://client.example.com/",
                "https://user@client.example.com/client.json",
                "https://client.example.com/client.json#x",
                "https://client.example.com/a/../client.json",
                "https:client.example.com/client.json",
                "https:///client.json",
                "file:///etc/passwd"
            })
    void clientIdThatIsNoHttpsAddressOfADocumentIsRefused(String clientId) {
        ClientDocuments documents = resolvingWith(host -> {
            throw new AssertionError("resolved " + host);
        });
        assertThatThrownBy(() -> documents.fetch(clientId)).hasMessageContaining("not the https address");
    }

    @Nested
    @Tag("process") // keytool makes the certificate
    class Fetched {
        @TempDir
        private static Path folder;

        private final AtomicInteger resolutions = new AtomicInteger();
        private DocumentHost host;
        private ClientDocuments documents;
        private String clientId;

        @BeforeEach
        void start() throws Exception {
            host = new DocumentHost(folder);
            documents = documents(host.trust(), Duration.ofSeconds(5));
            clientId = host.address("/client.json");
            host.script = exchange -> DocumentHost.respond(exchange, 200, Json.text(document()));
        }

        @AfterEach
        void stop() {
            host.close();
        }

        /** The second resolution names another address, as in DNS rebinding. */
        private ClientDocuments documents(@Nullable SSLContext trust, Duration timeout) {
            return new ClientDocuments(
                    name -> new InetAddress[] {
                        InetAddress.getByName(
                                name.equals(DocumentHost.NAME) && resolutions.incrementAndGet() == 1
                                        ? "127.0.0.1"
                                        : "192.0.2.1")
                    },
                    InetAddress::isLoopbackAddress,
                    trust,
                    timeout);
        }

        private ObjectNode document() {
            ObjectNode json = Json.object().put("client_id", clientId).put("client_name", "Claude");
            json.putArray("redirect_uris").add(REDIRECT).add("javascript:alert(1)");
            return json.put("token_endpoint_auth_method", "none");
        }

        @Test
        void personSignsInAClientWithADocument() throws Exception {
            try (LoginServer server =
                    new LoginServer(AuthorizationStore.inMemory(), login -> login.clientDocuments(documents))) {
                LoginServer.Tokens tokens = server.flow(clientId).signIn(ADA);

                HttpResponse<String> answer = server.notes.call(tokens.access(), "read");
                assertThat(answer.body()).contains("DisplayName[person=Ada, client=Claude]");
                assertThat(Objects.requireNonNull(server.people.lastConsent).clientHost())
                        .isEqualTo(DocumentHost.NAME);
                assertThat(server.refresh(clientId, tokens.refresh()).statusCode())
                        .isEqualTo(200);
                assertThat(host.requests()).containsExactly("/client.json");
            }
        }

        @Test
        void documentIsNotFetchedForSomebodyWhoIsNotSignedIn() throws Exception {
            try (LoginServer server =
                    new LoginServer(AuthorizationStore.inMemory(), login -> login.clientDocuments(documents))) {
                assertThat(server.flow(clientId).open(null).body()).startsWith("sign in");
                assertThat(host.requests()).isEmpty();
            }
        }

        @Test
        void problemWithTheDocumentIsShownToThePersonAndNotSentToTheClient() throws Exception {
            host.script = exchange -> DocumentHost.respond(exchange, 500, "secret of an internal server");
            try (LoginServer server =
                    new LoginServer(AuthorizationStore.inMemory(), login -> login.clientDocuments(documents))) {
                HttpResponse<String> page = server.flow(clientId).open(ADA);
                assertThat(page.statusCode()).isEqualTo(400);
                assertThat(page.headers().firstValue("Location")).isEmpty();
                assertThat(page.body()).contains("HTTP 500").doesNotContain("secret of an internal server");
            }
        }

        @Test
        void connectionGoesToTheAddressThatWasCheckedAndTheDocumentIsCached() throws Exception {
            assertThat(documents.fetch(clientId).redirectUris()).containsExactly(REDIRECT);
            assertThat(documents.fetch(clientId).host()).isEqualTo(DocumentHost.NAME);
            assertThat(resolutions).hasValue(1);
            assertThat(host.requests()).hasSize(1);
        }

        @Test
        void hostWithoutATrustedCertificateIsRefused() {
            assertThatThrownBy(() -> documents(null, Duration.ofSeconds(5)).fetch(clientId))
                    .isInstanceOf(ClientDocuments.UnusableDocument.class);
            assertThat(host.requests()).isEmpty();
        }

        @Test
        void redirectIsNotFollowed() {
            host.script = exchange -> {
                exchange.getResponseHeaders().set("Location", host.address("/other.json"));
                DocumentHost.respond(exchange, 302, "");
            };
            assertThatThrownBy(() -> documents.fetch(clientId)).hasMessageContaining("HTTP 302");
            assertThat(host.requests()).containsExactly("/client.json");
        }

        @Test
        void largeDocumentIsRefused() {
            host.script = exchange ->
                    DocumentHost.respond(exchange, 200, Json.text(document().put("x", "x".repeat(70_000))));
            assertThatThrownBy(() -> documents.fetch(clientId)).hasMessageContaining("too large");
        }

        @Test
        void documentThatArrivesByteByByteTimesOut() {
            documents = documents(host.trust(), Duration.ofMillis(700));
            CountDownLatch ended = new CountDownLatch(1);
            host.script = exchange -> {
                exchange.sendResponseHeaders(200, 0);
                try {
                    while (!ended.await(50, TimeUnit.MILLISECONDS)) {
                        exchange.getResponseBody().write(" ".getBytes(UTF_8));
                        exchange.getResponseBody().flush();
                    }
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            };
            assertThatThrownBy(() -> documents.fetch(clientId)).hasMessageContaining("timeout");
            ended.countDown();
        }

        @Test
        void documentOfAnotherClientIsRefused() {
            host.script = exchange -> DocumentHost.respond(
                    exchange, 200, Json.text(document().put("client_id", host.address("/other.json"))));
            assertThatThrownBy(() -> documents.fetch(clientId)).hasMessageContaining("another client id");
        }

        @Test
        void documentWithoutJsonOrWithASecretOrWithoutARedirectUriIsRefused() {
            for (String body : new String[] {
                "<html>",
                "[]",
                Json.text(document().put("token_endpoint_auth_method", "client_secret_post")),
                Json.text(document().put("redirect_uris", "x"))
            }) {
                resolutions.set(0);
                host.script = exchange -> DocumentHost.respond(exchange, 200, body);
                assertThatThrownBy(() -> documents.fetch(clientId))
                        .isInstanceOf(ClientDocuments.UnusableDocument.class);
            }
            assertThat(host.requests()).hasSize(4);
        }
    }
}
