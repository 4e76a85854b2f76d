package dev.mooring.app;

import dev.mooring.app.state.StateFolder;
import dev.mooring.app.terminal.FailureText;
import dev.mooring.app.users.Users;
import dev.mooring.app.web.ClientSetup;
import dev.mooring.app.web.LoginSettings;
import dev.mooring.app.web.Tokens;
import dev.mooring.app.web.WebAddress;
import dev.mooring.app.web.WebSettings;
import dev.mooring.auth.grant.AuthorizationStore;
import dev.mooring.auth.resource.ResourceServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options for the address and access control of an HTTP service. Each command has its own {@code --port}. */
final class WebOptions {
    @Option(
            names = "--host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description =
                    "The address to listen on (default: ${DEFAULT-VALUE}). Addresses other than loopback need --login,"
                            + " --token-file or --issuer.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private String host;

    @Option(
            names = "--public-url",
            paramLabel = "URL",
            description =
                    "The URL that clients use, if a tunnel or a reverse proxy is in front. Its Host and Origin are allowed.")
    private @Nullable URI publicUrl;

    @Option(names = "--token-file", paramLabel = "FILE", description = "Allow only clients with a token of this file.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--login",
            paramLabel = "FILE",
            description =
                    "Let the people of this file sign in, in the browser and from clients such as Claude.ai and ChatGPT."
                            + " 'mooring user add' writes it.")
    private @Nullable Path login;

    @Option(
            names = "--rotate-keys",
            description =
                    "Replace the key that signs access tokens, once, when the service starts. Tokens that were signed"
                            + " before stay valid until they expire, at most an hour. Without this option the key is replaced every"
                            + " 90 days.")
    private boolean rotateKeys;

    @Option(
            names = "--issuer",
            paramLabel = "URL",
            description = "Accept the access tokens of this OAuth authorization server, such as Keycloak or Auth0.")
    private @Nullable String issuer;

    @Option(
            names = "--token-in-url",
            description = "Also accept a token as the last part of the address, for clients that cannot send headers.")
    private boolean tokenInUrl;

    @Option(
            names = "--allow-origin",
            paramLabel = "ORIGIN",
            description =
                    "Let web pages of this origin call the MCP endpoint, such as http://localhost:6274. Repeatable.")
    private List<String> origins = List.of();

    @Option(
            names = "--trusted-proxy",
            paramLabel = "ADDRESS",
            description =
                    "The IP address of a reverse proxy in front. Its X-Forwarded-For names the client. Repeatable.")
    private List<String> trustedProxies = List.of();

    @Option(
            names = "--access-log",
            paramLabel = "FILE",
            description = "Append a line of JSON to this file for each request. It contains no secrets.")
    private @Nullable Path accessLog;

    /** The names of all these options. */
    static final List<String> NAMES = List.of(
            "--host",
            "--public-url",
            "--token-file",
            "--login",
            "--rotate-keys",
            "--issuer",
            "--token-in-url",
            "--allow-origin",
            "--trusted-proxy",
            "--access-log");

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    /**
     * Returns the address and the access control of the service.
     *
     * @param risk what anyone on other machines could do without a token
     * @throws ParameterException if the address is invalid, or reachable from other machines without a token
     * @throws IOException if the token file is unreadable or malformed
     */
    WebSettings settings(int port, String risk) throws IOException {
        if (tokenInUrl && tokenFile == null) {
            throw new ParameterException(spec.commandLine(), "--token-in-url needs --token-file");
        }
        for (String origin : origins) {
            if (!origin.matches("https?://[^/?#@\\s]+")) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--allow-origin " + origin + " is not an origin. Write, for example, http://localhost:6274");
            }
        }
        if (rotateKeys && login == null) {
            throw new ParameterException(spec.commandLine(), "--rotate-keys needs --login");
        }
        if (issuer != null && login != null) {
            throw new ParameterException(
                    spec.commandLine(), "--login and --issuer exclude each other: clients get tokens from one of them");
        }
        if (issuer != null) {
            checkIssuer(issuer);
        }
        WebSettings.Builder settings = WebSettings.builder(address(port, risk), StateFolder.standard(System.getenv()))
                .tokenInUrl(tokenInUrl)
                .origins(origins)
                .trustedProxies(Set.copyOf(trustedProxies));
        if (tokenFile != null) {
            settings.tokens(Tokens.read(tokenFile));
        }
        if (issuer != null) {
            settings.issuer(issuer);
        }
        if (accessLog != null) {
            settings.accessLog(accessLog);
        }
        return settings.build();
    }

    /**
     * Returns the people who can sign in; empty without {@code --login}.
     *
     * @throws IOException if the users file is missing, unreadable or malformed
     */
    Optional<Users> users() throws IOException {
        return login == null ? Optional.empty() : Optional.of(Users.read(login));
    }

    /** Returns the sign-in of these people. */
    LoginSettings login(Users users, AuthorizationStore grants) {
        return new LoginSettings(users, grants, rotateKeys);
    }

    private void checkIssuer(String url) {
        try {
            ResourceServer.forIssuer(url);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--issuer " + url + " is not valid: " + FailureText.of(e)
                            + ". Write the issuer as in the metadata of the authorization server, with https.",
                    e);
        }
    }

    private WebAddress address(int port, String risk) {
        try {
            if (isOpen() && !WebAddress.isLoopback(host)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--host " + host + " is reachable from other machines, where anyone could " + risk
                                + ". Add --login, --token-file or --issuer, or listen on 127.0.0.1.");
            }
            return new WebAddress(host, port, Optional.ofNullable(publicUrl));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), FailureText.of(e), e);
        }
    }

    /** Returns whether everyone who reaches the service may use it. */
    private boolean isOpen() {
        return tokenFile == null && issuer == null && login == null;
    }

    /** Returns how clients send their token. */
    ClientSetup.TokenUse tokenUse() {
        return ClientSetup.TokenUse.of(issuer != null || login != null, tokenFile != null, tokenInUrl);
    }

    /** Returns whether clients on the internet, such as Claude.ai, can reach the service. */
    boolean isPublic() {
        return publicUrl != null && "https".equals(publicUrl.getScheme());
    }

    /** Warns if the service has a public address and everyone may use it. */
    void warnIfOpen(PrintWriter err, String risk) {
        if (publicUrl != null && isOpen()) {
            err.println("\nWarning: anyone who can reach " + publicUrl + " can " + risk
                    + ". Add --login, --token-file or --issuer to prevent that.");
        }
    }
}
