package dev.mooring.auth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.ServerLocation;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The client with Keycloak, in front of servers of this project. The realm knows two servers and one person. Access tokens
 * live for 5 seconds.
 */
@Tag("long")
@Tag("process")
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeycloakTest {
    @TempDir
    Path folder;

    private final ConsentingPerson person =
            new ConsentingPerson(Map.of("username", "ada", "password", "correct horse", "accept", "Yes"));
    private Keycloak keycloak;
    private OwnProtectedServer notes;
    private OwnProtectedServer reports;
    private OwnProtectedServer unknown;

    @BeforeAll
    @Timeout(300)
    void start() throws Exception {
        keycloak = new Keycloak("example");
        notes = server();
        reports = server();
        unknown = server();
        keycloak.add("users", """
                {"username": "ada", "enabled": true, "email": "ada@example.com", "emailVerified": true,
                 "firstName": "Ada", "lastName": "Example",
                 "credentials": [{"type": "password", "value": "correct horse"}]}""");
        keycloak.add("clients", """
                {"clientId": "desk", "publicClient": true, "redirectUris": ["http://127.0.0.1/callback"],
                 "attributes": {"pkce.code.challenge.method": "S256"}}""");
        // Keycloak fails on "resource" for a client without refresh tokens.
        keycloak.add("clients", """
                {"clientId": "robot", "secret": "robot-secret", "serviceAccountsEnabled": true,
                 "standardFlowEnabled": false, "attributes": {"client_credentials.use_refresh_token": "true"}}""");
        addResource("notes", notes);
        addResource("reports", reports);
        addScope();
        trustThisMachine();
    }

    private OwnProtectedServer server() throws Exception {
        return new OwnProtectedServer(keycloak.issuer());
    }

    /** Keycloak represents a resource by a client with the address of the resource. */
    private void addResource(String name, OwnProtectedServer server) throws Exception {
        keycloak.add("clients", """
                {"clientId": "%s", "standardFlowEnabled": false, "attributes": {"resource_url": "%s"}}""".formatted(name, server.address()));
    }

    /**
     * The scope allows tokens for both resources, and the parameter "resource" selects one of them. Keycloak 26.7 does not
     * select for renewed tokens, so the scope also adds the addresses.
     */
    private void addScope() throws Exception {
        String mappers = String.join(
                ", ",
                audience("included.client.audience", "notes"),
                audience("included.client.audience", "reports"),
                audience("included.custom.audience", notes.address().toString()),
                audience("included.custom.audience", reports.address().toString()));
        keycloak.add("client-scopes", """
                {"name": "notes:read", "protocol": "openid-connect", "attributes": {"include.in.token.scope": "true"},
                 "protocolMappers": [%s]}""".formatted(mappers));
        String scope = idOf("client-scopes", "name", "notes:read");
        keycloak.put("default-optional-client-scopes/" + scope, "");
        for (String client : new String[] {"desk", "robot"}) {
            keycloak.put("clients/" + idOf("clients", "clientId", client) + "/optional-client-scopes/" + scope, "");
        }
    }

    private static String audience(String kind, String value) {
        return """
                {"name": "%2$s", "protocol": "openid-connect", "protocolMapper": "oidc-audience-mapper",
                 "config": {"%1$s": "%2$s", "access.token.claim": "true"}}""".formatted(kind, value);
    }

    private String idOf(String kind, String field, String name) throws Exception {
        for (JsonNode each : keycloak.get(kind)) {
            if (each.path(field).stringValue().equals(name)) {
                return each.path("id").stringValue();
            }
        }
        throw new AssertionError("no " + name + " in " + kind);
    }

    /** By default, no host may register clients. */
    private void trustThisMachine() throws Exception {
        for (JsonNode each : keycloak.get(
                "components?type=org.keycloak.services.clientregistration.policy.ClientRegistrationPolicy")) {
            if (each.path("providerId").stringValue().equals("trusted-hosts")
                    && each.path("subType").stringValue().equals("anonymous")) {
                ObjectNode policy = (ObjectNode) each;
                ((ObjectNode) policy.path("config")).putArray("trusted-hosts").add("127.0.0.1");
                keycloak.put("components/" + each.path("id").stringValue(), policy.toString());
            }
        }
    }

    @AfterAll
    void stop() throws Exception {
        for (OwnProtectedServer server : new OwnProtectedServer[] {notes, reports, unknown}) {
            if (server != null) {
                server.close();
            }
        }
        if (keycloak != null) {
            keycloak.close();
        }
    }

    private OAuthCredentialsBuilder credentials(OwnProtectedServer server, TokenStore store) {
        return OAuthCredentials.forServer(server.address()).store(store);
    }

    private static Reply whoami(OwnProtectedServer server, OAuthCredentials credentials) throws Exception {
        ClientOptions options = ClientOptions.builder().credentials(credentials).build();
        try (McpClient client = McpClient.open(ServerLocation.Remote.at(server.address()), options)) {
            return client.callTool("whoami", Json.object());
        }
    }

    private void assertIsAda(Reply reply) throws Exception {
        String subject = idOf("users", "username", "ada");
        assertThat(reply)
                .isInstanceOfSatisfying(
                        Reply.Result.class,
                        result -> assertThat(
                                        result.result().at("/content/0/text").asString(""))
                                .isEqualTo(subject));
    }

    private static StoredSignIn stored(TokenStore store, OwnProtectedServer server) throws Exception {
        return Objects.requireNonNull(store.current(server.address().toString()));
    }

    private static TokenGrant grant(StoredSignIn stored) {
        return Objects.requireNonNull(stored.grant());
    }

    private static JWTClaimsSet accessToken(TokenStore store, OwnProtectedServer server) throws Exception {
        return SignedJWT.parse(grant(stored(store, server)).accessToken()).getJWTClaimsSet();
    }

    @Test
    void aPersonSignsInWithADynamicallyRegisteredClient() throws Exception {
        TokenStore store = TokenStore.inFolder(folder.resolve("dynamic"));
        OAuthCredentials credentials =
                credentials(notes, store).signInPage(person).build();

        assertIsAda(whoami(notes, credentials));

        SignIn signIn = credentials.signIn().orElseThrow();
        assertThat(signIn.account()).isEqualTo("ada@example.com");
        assertThat(signIn.issuer()).isEqualTo(keycloak.issuer());
        assertThat(signIn.isRenewable()).isTrue();
    }

    /** Keycloak refuses this client without PKCE. */
    @Test
    void aPersonSignsInWithAConfiguredClientAndATokenForEachServer() throws Exception {
        TokenStore store = TokenStore.inFolder(folder.resolve("configured"));
        for (OwnProtectedServer server : new OwnProtectedServer[] {notes, reports}) {
            OAuthCredentials credentials = credentials(server, store)
                    .client(RegisteredClient.withoutSecret("desk").at(keycloak.issuer()))
                    .signInPage(person)
                    .build();
            assertIsAda(whoami(server, credentials));
            JWTClaimsSet token = accessToken(store, server);
            assertThat(token.getAudience()).containsExactly(server.address().toString());
            assertThat(token.getClaim("azp")).isEqualTo("desk");
        }
    }

    @Test
    void aStoredRefreshTokenWorksAfterARestart() throws Exception {
        TokenStore store = TokenStore.inFolder(folder.resolve("renewed"));
        assertIsAda(whoami(notes, credentials(notes, store).signInPage(person).build()));
        JWTClaimsSet first = accessToken(store, notes);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> Instant.now().isAfter(first.getExpirationTime().toInstant()));

        assertIsAda(whoami(notes, credentials(notes, store).build()));

        JWTClaimsSet second = accessToken(store, notes);
        assertThat(second.getJWTID()).isNotEqualTo(first.getJWTID());
        assertThat(second.getAudience()).contains(notes.address().toString());
    }

    @Test
    void aProgramSignsInWithItsOwnClient() throws Exception {
        TokenStore store = TokenStore.inMemory();
        OAuthCredentials credentials = credentials(notes, store)
                .clientCredentials(RegisteredClient.withSecret("robot", "robot-secret"))
                .build();

        assertThat(whoami(notes, credentials)).isInstanceOf(Reply.Result.class);
        assertThat(accessToken(store, notes).getAudience())
                .containsExactly(notes.address().toString());
    }

    @Test
    void aSignInToAServerThatKeycloakDoesNotKnowIsRefused() {
        OAuthCredentials credentials =
                credentials(unknown, TokenStore.inMemory()).signInPage(person).build();

        assertThatThrownBy(() -> whoami(unknown, credentials))
                .isInstanceOf(OpenFailed.class)
                .hasMessageContaining("invalid_target");
    }

    @Test
    void signingOutRevokesTheRefreshToken() throws Exception {
        TokenStore store = TokenStore.inFolder(folder.resolve("signed-out"));
        OAuthCredentials credentials =
                credentials(notes, store).signInPage(person).build();
        assertIsAda(whoami(notes, credentials));
        StoredSignIn before = stored(store, notes);
        Instant expires = Objects.requireNonNull(grant(before).expiresAt());

        assertThat(credentials.signOut()).isEqualTo(new SignOut(true, null));

        store.put(before);
        await().atMost(Duration.ofSeconds(30)).until(() -> Instant.now().isAfter(expires));
        assertThatThrownBy(() -> whoami(
                        notes,
                        credentials(notes, store)
                                .signInHint("mooring login notes")
                                .build()))
                .isInstanceOf(OpenFailed.class)
                .hasMessageContaining("Sign in again: mooring login notes");
    }
}
