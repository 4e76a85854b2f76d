package dev.mooring.auth.client;

import dev.mooring.auth.discovery.Addresses;
import dev.mooring.auth.discovery.OAuthHttp;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** Builds {@link OAuthCredentials}. {@link OAuthCredentials#forServer} creates it. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class OAuthCredentialsBuilder {
    private static final Duration SIGN_IN_TIMEOUT = Duration.ofMinutes(5);
    private static final URI ANY_PORT = URI.create("http://127.0.0.1:0/callback");

    private final URI server;
    private String clientName = "Mooring";
    private TokenStore store = TokenStore.inMemory();
    private @Nullable TokenStore registrations;
    private @Nullable SignInPage page;
    private @Nullable RegisteredClient client;
    private boolean isMachine;
    private @Nullable URI clientMetadata;
    private @Nullable Set<String> scopes;
    private URI redirect = ANY_PORT;
    private boolean redirectsToPage;
    private Duration signInTimeout = SIGN_IN_TIMEOUT;
    private String signInHint = "use the program that stores its tokens in the same place";
    private boolean ignoresStored;
    private Consumer<String> tokenListener = token -> {};
    private LongSupplier nanoTime = System::nanoTime;

    OAuthCredentialsBuilder(URI server) {
        this.server = server;
    }

    /** Sets the name of the program that people see when they sign in. The default is "Mooring". */
    public OAuthCredentialsBuilder clientName(String value) {
        clientName = value;
        return this;
    }

    /** Sets where the tokens are stored. The default is in memory. */
    public OAuthCredentialsBuilder store(TokenStore value) {
        store = value;
        return this;
    }

    /**
     * Sets where the registrations of the program are kept if several people sign in with it, each with a store of their
     * own. They share one registration per authorization server.
     */
    public OAuthCredentialsBuilder registrations(TokenStore value) {
        registrations = value;
        return this;
    }

    /** Sets how a person gets to the sign-in page. Without it, requests that need a sign-in fail. */
    public OAuthCredentialsBuilder signInPage(SignInPage value) {
        page = value;
        return this;
    }

    /** Sets the client with which a person signs in. Without it, the program registers itself. */
    public OAuthCredentialsBuilder client(RegisteredClient value) {
        client = value;
        isMachine = false;
        return this;
    }

    /** Uses the credentials of a client on its own behalf, so that no person signs in. */
    public OAuthCredentialsBuilder clientCredentials(RegisteredClient value) {
        client = value;
        isMachine = true;
        return this;
    }

    /**
     * Sets the https address of a client metadata document, which identifies the program to authorization servers
     * that support such documents. The document must list the redirect address.
     */
    public OAuthCredentialsBuilder clientMetadata(URI value) {
        if (!"https".equals(value.getScheme())
                || value.getRawPath() == null
                || value.getRawPath().length() < 2) {
            throw new IllegalArgumentException(
                    "The address of a client metadata document must use https and have a path");
        }
        clientMetadata = value;
        return this;
    }

    /** Sets the scopes to request. The default is the scopes that the server names. */
    public OAuthCredentialsBuilder scopes(Collection<String> value) {
        scopes = new LinkedHashSet<>(value);
        return this;
    }

    /**
     * Sets the address that the browser is redirected to after the sign-in. The default is
     * {@code http://127.0.0.1/callback} on any free port.
     *
     * @param value an http address on this machine; port 0 for any free port
     */
    public OAuthCredentialsBuilder redirect(URI value) {
        if (!"http".equals(value.getScheme())
                || !Addresses.isLoopback(value)
                || value.getPort() < 0
                || value.getRawPath() == null
                || value.getRawPath().isEmpty()
                || value.getRawQuery() != null) {
            throw new IllegalArgumentException(
                    "The redirect address must be an http address on this machine, such as http://127.0.0.1:0/callback: "
                            + value);
        }
        redirect = value;
        redirectsToPage = false;
        return this;
    }

    /**
     * Sets the address of a page of this program that the browser is redirected to after the sign-in. The page passes the
     * response to the {@link SignInPage}, after it has verified that the person who sends it has started the sign-in.
     *
     * @param value an https address, or an http address on this machine
     */
    public OAuthCredentialsBuilder redirectToPage(URI value) {
        if (!"https".equals(value.getScheme()) && !Addresses.isLoopback(value)) {
            throw new IllegalArgumentException("The redirect address must use https: " + value);
        }
        redirect = value;
        redirectsToPage = true;
        return this;
    }

    /** Sets how long a person may take to sign in. The default is 5 minutes. */
    public OAuthCredentialsBuilder signInTimeout(Duration value) {
        signInTimeout = value;
        return this;
    }

    /** Sets what a person does to sign in, such as the name of a command. Messages end with this text. */
    public OAuthCredentialsBuilder signInHint(String value) {
        signInHint = value;
        return this;
    }

    /** Ignores the stored sign-in to the server, so that a new sign-in is needed. */
    public OAuthCredentialsBuilder ignoreStoredSignIn() {
        ignoresStored = true;
        return this;
    }

    /**
     * Sets a listener for all access and refresh tokens. It receives a token before its first use, so that the
     * program can redact the token in its output.
     */
    public OAuthCredentialsBuilder tokenListener(Consumer<String> value) {
        tokenListener = value;
        return this;
    }

    /** Sets the clock for backoff, in nanoseconds. */
    OAuthCredentialsBuilder nanoTime(LongSupplier value) {
        nanoTime = value;
        return this;
    }

    private Settings settings() {
        return new Settings(
                server,
                clientName,
                client,
                isMachine,
                clientMetadata,
                scopes,
                redirect,
                redirectsToPage,
                signInTimeout,
                signInHint,
                ignoresStored);
    }

    /** Returns the credentials. */
    public OAuthCredentials build() {
        Settings settings = settings();
        var http = new OAuthHttp();
        var signIns = new ServerSignIns(settings, store, registrations, http, tokenListener);
        return new OAuthCredentials(
                settings, signIns, new GrantRequest(settings, signIns, http, page), page != null, nanoTime);
    }
}
