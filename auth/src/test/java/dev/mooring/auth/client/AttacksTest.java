package dev.mooring.auth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.oauth2.sdk.util.MultivaluedMapUtils;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import dev.mooring.auth.discovery.Addresses;
import dev.mooring.auth.discovery.OAuthFailed;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.ServerLocation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks that the client must refuse. */
@Timeout(60)
class AttacksTest {
    private final HostileServers servers = start();
    private final ConsentingPerson person = new ConsentingPerson();

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
        return OAuthCredentials.forServer(servers.server()).signInPage(person);
    }

    private McpClient open(OAuthCredentialsBuilder credentials) throws Exception {
        return McpClient.open(
                ServerLocation.Remote.at(servers.server()),
                ClientOptions.builder()
                        .era(EraChoice.LEGACY)
                        .credentials(credentials.build())
                        .build());
    }

    private String failure() {
        return failure(credentials());
    }

    private String failure(OAuthCredentialsBuilder credentials) {
        List<String> message = new ArrayList<>();
        assertThatThrownBy(() -> open(credentials))
                .isInstanceOf(OpenFailed.class)
                .satisfies(e -> message.add(String.valueOf(e.getMessage())));
        return message.getFirst();
    }

    @Test
    void clientSignsInIfNoServerAttacks() throws Exception {
        try (McpClient client = open(credentials())) {
            assertThat(client.callTool("x", Json.object()).toString()).contains("hello");
        }
        assertThat(servers.tokenRequests().getFirst())
                .containsEntry("resource", List.of(servers.server().toString()))
                .containsKey("code_verifier");
    }

    @Nested
    class Responses {
        @Test
        void theResponseOfAnotherAuthorizationServerIsRefused() {
            servers.responseParameters = "code=stolen&iss=https%3A%2F%2Fevil.example.com";

            assertThat(failure()).contains("comes from another authorization server than " + servers.origin());
            assertThat(servers.tokenRequests()).isEmpty();
        }

        @Test
        void aResponseWithoutThePromisedIssuerIsRefused() {
            servers.metadata = json -> json.put("authorization_response_iss_parameter_supported", true);

            assertThat(failure()).contains("does not name its authorization server");
            assertThat(servers.tokenRequests()).isEmpty();
        }

        @Test
        void anErrorOfAnotherAuthorizationServerIsNotShown() {
            servers.responseParameters =
                    "error=access_denied&error_description=call+0800&iss=https%3A%2F%2Fevil.example.com";

            assertThat(failure()).doesNotContain("call 0800", "access_denied");
        }

        @Test
        void anErrorIsShownWithoutControlCharacters() {
            servers.responseParameters = "error=access_denied&error_description=no%1B%5B31m%0Away";

            assertThat(failure()).contains("refused the sign-in: access_denied (no [31m way)");
        }

        @Test
        void aResponseWithAnotherStateIsDiscardedAndTheRealOneIsAccepted() throws Exception {
            List<Integer> statuses = new ArrayList<>();
            SignInPage attacked = (page, pasted) -> {
                String redirect =
                        MultivaluedMapUtils.getFirstValue(URLUtils.parseParameters(page.getRawQuery()), "redirect_uri");
                statuses.add(status(redirect + "?code=injected&state=guessed"));
                statuses.add(status(redirect + "?code=injected"));
                assertThat(pasted.test("code=injected&state=guessed")).isFalse();
                person.show(page, pasted);
            };

            open(OAuthCredentials.forServer(servers.server()).signInPage(attacked))
                    .close();

            assertThat(statuses).containsExactly(400, 400);
            assertThat(servers.tokenRequests())
                    .singleElement()
                    .satisfies(request -> assertThat(request).containsEntry("code", List.of("the-code")));
        }

        private static int status(String address) throws InterruptedException {
            try (HttpClient http = HttpClient.newHttpClient()) {
                return http.send(
                                HttpRequest.newBuilder(URI.create(address)).build(),
                                HttpResponse.BodyHandlers.discarding())
                        .statusCode();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        @Test
        void aSignInWithoutAResponseFailsAtItsTimeout() {
            assertThat(failure(OAuthCredentials.forServer(servers.server())
                            .signInTimeout(Duration.ofMillis(100))
                            .signInPage((page, pasted) -> {})))
                    .contains("Nobody signed in within");
        }
    }

    @Nested
    class Metadata {
        @Test
        void metadataOfAnotherIssuerIsRefused() {
            servers.metadata = json -> json.put("issuer", "https://honest.example.com");

            assertThat(failure()).contains("names another issuer (https://honest.example.com)");
            assertThat(person.pages()).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(strings = {"[]", "[\"plain\"]", "null"})
        void aServerWithoutPkceIsRefused(String methods) {
            servers.metadata = json -> {
                try {
                    json.set("code_challenge_methods_supported", Json.parse(methods));
                } catch (MalformedJson e) {
                    throw new IllegalStateException(e);
                }
                if (methods.equals("null")) {
                    json.remove("code_challenge_methods_supported");
                }
                return json;
            };

            assertThat(failure()).contains("does not advertise PKCE with S256");
            assertThat(person.pages()).isEmpty();
            assertThat(servers.requests()).doesNotContain("/register", "/authorize");
        }

        @Test
        void resourceMetadataOfAnotherOriginIsNotRead() throws Exception {
            try (HostileServers other = new HostileServers()) {
                servers.challenge =
                        "Bearer resource_metadata=\"" + other.origin() + "/.well-known/oauth-protected-resource/mcp\"";

                assertThat(failure()).contains("names resource metadata of another origin");
                assertThat(other.requests()).isEmpty();
            }
        }

        @Test
        void metadataThatRedirectsToAnotherOriginIsNotRead() throws Exception {
            try (HostileServers other = new HostileServers()) {
                servers.script("/.well-known/oauth-authorization-server", exchange -> {
                    exchange.getResponseHeaders()
                            .set("Location", other.origin() + "/.well-known/oauth-authorization-server");
                    exchange.sendResponseHeaders(302, -1);
                });

                assertThat(failure()).contains("redirects to another origin");
                assertThat(other.requests()).isEmpty();
            }
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"https://evil.example.com/mcp", "ORIGIN/mcp-other", "ORIGIN/mcp/below", "not an address", ""
                })
        void resourceMetadataForAnotherResourceIsRefused(String resource) {
            servers.resource = json -> json.put("resource", resource.replace("ORIGIN", servers.origin()));

            assertThat(failure()).contains("is for another resource");
            assertThat(person.pages()).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"authorization_endpoint", "token_endpoint", "registration_endpoint", "revocation_endpoint"})
        void endpointsWithoutTlsOnOtherMachinesAreRefused(String endpoint) {
            servers.metadata = json -> json.put(endpoint, "http://example.com/endpoint");

            assertThat(failure()).contains("it must use https");
            assertThat(person.pages()).isEmpty();
        }

        @ParameterizedTest
        @CsvSource({
            "http://127.0.0.1:1/a, https://mcp.example.com/mcp",
            "http://localhost/a,   https://mcp.example.com/mcp",
            "http://10.0.0.1/a,    http://127.0.0.1/mcp",
            "file:///etc/passwd,   http://127.0.0.1/mcp",
            "javascript:alert(1),  http://127.0.0.1/mcp"
        })
        void aServerElsewhereCannotNameAddressesOfThisMachine(String address, URI server) {
            assertThatThrownBy(() -> Addresses.secure("authorization server", address, server))
                    .isInstanceOf(OAuthFailed.class)
                    .hasMessageContaining("is refused");
        }

        @ParameterizedTest
        @CsvSource({
            "http://id.example.com/a,    it must use https",
            "https:///a,                 it has no host",
            "https://id.example.com/a#b, it must not have a fragment"
        })
        void theErrorNamesTheFaultOfARefusedAddress(String address, String fault) {
            assertThatThrownBy(() -> Addresses.secure("issuer", address, servers.server()))
                    .isInstanceOf(OAuthFailed.class)
                    .hasMessage("The issuer " + address + " is refused: " + fault);
        }

        @Test
        void aFailingServerDoesNotCauseAFallback() {
            servers.script(
                    "/.well-known/oauth-protected-resource/mcp", exchange -> exchange.sendResponseHeaders(503, -1));

            assertThat(failure()).contains("HTTP 503. Try again later.");
            assertThat(servers.requests()).doesNotContain("/.well-known/oauth-authorization-server");
        }
    }

    @Nested
    class Tokens {
        @Test
        void anErrorOfTheTokenEndpointIsShownWithoutItsDescription() {
            servers.script(
                    "/token",
                    exchange -> HostileServers.json(
                            exchange,
                            400,
                            Json.object().put("error", "invalid_grant").put("error_description", "bad code the-code")));

            assertThat(failure()).contains("invalid_grant").doesNotContain("the-code");
        }

        @Test
        void aTokenOfAnotherTypeIsRefused() {
            servers.token = json -> json.put("token_type", "DPoP");

            assertThat(failure()).contains("unsupported type DPoP");
        }

        @Test
        void anIdTokenOfAnotherIssuerIsRefused() {
            servers.token = json -> json.put(
                    "id_token",
                    new PlainJWT(new JWTClaimsSet.Builder()
                                    .issuer("https://evil.example.com")
                                    .subject("admin")
                                    .audience("registered")
                                    .build())
                            .serialize());

            assertThat(failure()).contains("id token of another issuer");
        }
    }

    @Nested
    class Redirects {
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "http://example.com:80/callback",
                    "https://127.0.0.1:1/callback",
                    "http://127.0.0.1.example.com:1/callback",
                    "http://0.0.0.0:1/callback",
                    "http://127.0.0.1:1/callback?x=y"
                })
        void aRedirectToAnotherMachineIsRefused(URI redirect) {
            assertThatThrownBy(() -> credentials().redirect(redirect))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("on this machine");
        }

        @Test
        void theErrorNamesTheReasonIfThePortCannotBeUsed() throws Exception {
            try (var taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
                URI redirect = URI.create("http://127.0.0.1:" + taken.getLocalPort() + "/callback");

                assertThat(failure(credentials().redirect(redirect)))
                        .contains("Cannot listen on 127.0.0.1:" + taken.getLocalPort(), "Address already in use");
            }
        }

        @Test
        void theBrowserIsRedirectedToALoopbackAddress() throws Exception {
            open(credentials()).close();

            assertThat(person.pages().getFirst().getQuery()).contains("redirect_uri=http://127.0.0.1:");
        }
    }

    @Test
    void noSecretAppearsInTheTextOfObjects() {
        TokenGrant grant = new TokenGrant(
                "client",
                "none",
                URI.create("https://a/t"),
                null,
                "r",
                Set.of(),
                Set.of(),
                "secret-access",
                "secret-refresh",
                Instant.now(),
                null,
                "me",
                null);
        ClientRegistration registration =
                new ClientRegistration("client", "secret-client", "none", "http://127.0.0.1:1/", null);
        StoredSignIn stored = StoredSignIn.empty("s", "i").with(registration).with(grant);

        assertThat(List.of(
                        grant.toString(),
                        registration.toString(),
                        stored.toString(),
                        registration.identity().toString(),
                        RegisteredClient.withSecret("client", "secret-client").toString(),
                        new AuthorizationResponse(Map.of("code", List.of("secret-code"))).toString()))
                .allSatisfy(text -> assertThat(text).doesNotContain("secret"));
    }
}
