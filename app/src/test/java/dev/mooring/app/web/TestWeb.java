package dev.mooring.app.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** Settings of services on a free port of loopback, with a state folder of their own, and visitors of their pages. */
public final class TestWeb {
    private static final Path STATE = createState();

    private TestWeb() {}

    private static Path createState() {
        try {
            Path state = Files.createTempDirectory("mooring-state");
            state.toFile().deleteOnExit();
            state.resolve("sign-in").toFile().deleteOnExit();
            return state;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static WebSettings local() {
        return at(new WebAddress("127.0.0.1", 0, Optional.empty()));
    }

    public static WebSettings at(WebAddress address) {
        return WebSettings.local(address, STATE);
    }

    /** Returns settings that accept the access tokens of an authorization server elsewhere. */
    public static WebSettings withIssuer(String issuer) {
        return local().toBuilder().issuer(issuer).build();
    }

    /** Returns the settings with tokens. */
    public static WebSettings withTokens(WebSettings web, Tokens tokens) {
        return web.toBuilder().tokens(tokens).build();
    }

    /** Returns the settings with tokens in URLs. */
    public static WebSettings withTokensInUrls(WebSettings web) {
        return web.toBuilder().tokenInUrl(true).build();
    }

    /** Writes a token file that only the user can read. */
    public static Path tokenFile(Path folder, String... lines) throws IOException {
        Path file = folder.resolve("tokens");
        if (!Files.exists(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        return Files.writeString(file, String.join("\n", lines) + "\n");
    }

    /** Returns an HTTP client that has signed in with a link. */
    public static HttpClient signedIn(String link) throws IOException, InterruptedException {
        HttpClient client =
                HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
        URI uri = URI.create(link);
        HttpRequest login = HttpRequest.newBuilder(uri.resolve("/login"))
                .header("Origin", uri.getScheme() + "://" + uri.getAuthority())
                .POST(HttpRequest.BodyPublishers.ofString(uri.getFragment()))
                .build();
        HttpResponse<String> answer = client.send(login, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException("Cannot sign in: " + answer.statusCode() + " " + answer.body());
        }
        return client;
    }
}
