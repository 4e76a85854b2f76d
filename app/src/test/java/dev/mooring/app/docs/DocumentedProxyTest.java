package dev.mooring.app.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mooring.app.account.TestLogin;
import dev.mooring.app.documents.DocumentService;
import dev.mooring.app.users.Role;
import dev.mooring.app.web.TestWeb;
import dev.mooring.app.web.WebAddress;
import dev.mooring.app.web.WebSettings;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.vault.server.DocumentServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.CookieManager;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Starts Caddy with the configuration of the documentation, with a certificate of its own, in front of a service. */
@Tag("process")
@Timeout(120)
class DocumentedProxyTest {
    private static final String SITE = "notes.example.com";

    @TempDir
    Path folder;

    @TempDir
    Path elsewhere;

    private String origin;
    private DocumentService service;
    private Process caddy;
    private HttpClient http;

    @BeforeEach
    void start() throws Exception {
        assumeTrue(isInstalled(), "caddy is not installed. ./check installs it on Debian: apt install caddy");
        int inside = freePort();
        int outside = freePort();
        origin = "https://localhost:" + outside;
        Path users = TestLogin.add(elsewhere, "ada", Role.WRITE, Role.REVIEW);
        WebSettings local = TestWeb.at(new WebAddress("127.0.0.1", inside, Optional.of(URI.create(origin))))
                .with(TestLogin.of(users));
        service = DocumentService.start(
                folder,
                Implementation.of("mooring", "1"),
                DocumentServer.Options.DEFAULT,
                local.toBuilder().trustedProxies(Set.of("127.0.0.1")).build());
        String documented =
                String.join("\n", Pages.blocks("caddyfile").getFirst().lines());
        assertThat(documented).contains(SITE + " {", "127.0.0.1:7331");
        String config = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"
                + documented
                        .replace(SITE + " {", origin + " {\n\ttls internal")
                        .replace("127.0.0.1:7331", "127.0.0.1:" + inside);
        Path file = Files.writeString(elsewhere.resolve("Caddyfile"), config);
        ProcessBuilder builder = new ProcessBuilder(
                        "caddy", "run", "--config", file.toString(), "--adapter", "caddyfile")
                .redirectErrorStream(true)
                .redirectOutput(elsewhere.resolve("caddy.log").toFile());
        builder.environment().put("XDG_DATA_HOME", elsewhere.resolve("data").toString());
        builder.environment().put("XDG_CONFIG_HOME", elsewhere.resolve("config").toString());
        builder.environment().put("HOME", elsewhere.toString());
        caddy = builder.start();
        Path root = elsewhere.resolve("data/caddy/pki/authorities/local/root.crt");
        await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(root) && Files.size(root) > 0);
        http = HttpClient.newBuilder()
                .sslContext(trusting(root))
                .cookieHandler(new CookieManager())
                .build();
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(get("/health").statusCode()).isEqualTo(200));
    }

    @AfterEach
    void stop() throws Exception {
        if (caddy != null) {
            caddy.destroy();
            caddy.waitFor();
        }
        if (http != null) {
            http.shutdownNow();
        }
        if (service != null) {
            service.close();
        }
    }

    private static boolean isInstalled() {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "caddy")));
    }

    private static int freePort() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private static SSLContext trusting(Path certificate) throws Exception {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(certificate)) {
            trusted.setCertificateEntry(
                    "caddy", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private HttpResponse<String> get(String path) throws Exception {
        return http.send(HttpRequest.newBuilder(URI.create(origin + path)).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> signIn(String password, String claimedAddress) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(origin + "/login"))
                        .header("Origin", origin)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .header("X-Forwarded-For", claimedAddress)
                        .POST(BodyPublishers.ofString("name=ada&password=" + URLEncoder.encode(password, UTF_8)))
                        .build(),
                BodyHandlers.ofString());
    }

    @Test
    void clientsFindOutBehindTheProxyWhereToSignIn() throws Exception {
        assertThat(get("/mcp").headers().firstValue("WWW-Authenticate").orElse(""))
                .contains("resource_metadata=\"" + origin + "/.well-known/oauth-protected-resource/mcp\"");
        var resource =
                Json.objectOf(get("/.well-known/oauth-protected-resource/mcp").body());
        assertThat(resource.path("resource").stringValue()).isEqualTo(origin + "/mcp");
        assertThat(resource.at("/authorization_servers/0").stringValue()).isEqualTo(origin);
        var issuer =
                Json.objectOf(get("/.well-known/oauth-authorization-server").body());
        assertThat(issuer.path("token_endpoint").stringValue()).startsWith(origin + "/");
        assertThat(issuer.path("client_id_metadata_document_supported").booleanValue())
                .isTrue();
    }

    @Test
    void personSignsInBehindTheProxyAndStreamsAreNotBuffered() throws Exception {
        HttpResponse<String> signedIn = signIn(TestLogin.PASSWORD, "192.0.2.1");
        assertThat(signedIn.statusCode()).as(signedIn.body()).isEqualTo(303);
        assertThat(signedIn.headers().firstValue("Set-Cookie").orElse("")).contains("Secure", "HttpOnly");
        assertThat(get("/").body()).contains("<title>");

        HttpResponse<InputStream> stream = http.send(
                HttpRequest.newBuilder(URI.create(origin + "/review/changes")).build(), BodyHandlers.ofInputStream());
        try (var reader = new BufferedReader(new InputStreamReader(stream.body(), UTF_8))) {
            assertThat(reader.readLine()).isNotNull();
        }
    }

    @Test
    void personCannotEscapeTheLimitWithAForgedAddress() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(signIn("wrong password", "192.0.2." + i).statusCode()).isEqualTo(401);
        }
        assertThat(signIn(TestLogin.PASSWORD, "192.0.2.99").statusCode()).isEqualTo(429);
    }
}
