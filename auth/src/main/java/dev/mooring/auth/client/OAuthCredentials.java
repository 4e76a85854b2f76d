package dev.mooring.auth.client;

import dev.mooring.auth.discovery.Addresses;
import dev.mooring.auth.discovery.OAuthFailed;
import dev.mooring.mcp.client.credentials.Challenge;
import dev.mooring.mcp.client.credentials.Credential;
import dev.mooring.mcp.client.credentials.CredentialSource;
import dev.mooring.mcp.client.credentials.CredentialsUnavailable;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The OAuth credentials for one MCP server. Finds the authorization server when the MCP server asks for a sign-in, shows
 * its page to a person or authenticates as a client, stores the tokens, and renews them before they expire.
 *
 * <p>Any number of threads may use it. They share one sign-in and one renewal; processes that share a {@link TokenStore}
 * share renewals too. Without a {@link SignInPage}, no person is involved: a request that needs a sign-in fails with a
 * message that says so.
 *
 * <pre>{@code
 * var credentials = OAuthCredentials.forServer(address).signInPage(SignInPage.inBrowser()).build();
 * var options = ClientOptions.builder().credentials(credentials).build();
 * var client = McpClient.open(ServerLocation.Remote.at(address), options);
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class OAuthCredentials implements CredentialSource {
    private static final Logger LOG = LoggerFactory.getLogger(OAuthCredentials.class);
    private static final int FORBIDDEN = 403;

    /** How long a failed renewal is not retried, so that not every request waits for its timeout. */
    private static final long RETRY_NANOS = Duration.ofSeconds(5).toNanos();

    private final Settings settings;
    private final String server;
    private final ServerSignIns signIns;
    private final GrantRenewal renewal;
    private final GrantRequest request;
    private final boolean hasPage;
    private final LongSupplier nanoTime;

    /** Held while a thread signs in or renews. Guards all changes of {@link #active}. */
    private final ReentrantLock changing = new ReentrantLock();

    /** The tokens in use; null before the first use of the store, and while nobody is signed in. */
    private volatile @Nullable ActiveGrant active;

    private volatile boolean isLoaded;

    /** Why the last sign-in ended; null if none has ended. Requests fail with it until somebody signs in again. */
    private volatile @Nullable String ended;

    /** The last failed renewal; null if none failed. Guarded by {@link #changing}. */
    private @Nullable FailedRenewal failedRenewal;

    private record FailedRenewal(String accessToken, String message, long at) {}

    OAuthCredentials(
            Settings settings, ServerSignIns signIns, GrantRequest request, boolean hasPage, LongSupplier nanoTime) {
        this.settings = settings;
        this.signIns = signIns;
        this.request = request;
        this.hasPage = hasPage;
        this.nanoTime = nanoTime;
        server = signIns.server();
        renewal = new GrantRenewal(settings, signIns);
        isLoaded = settings.ignoresStored();
    }

    /** Returns a builder of credentials for the MCP server at an address. */
    public static OAuthCredentialsBuilder forServer(URI address) {
        return new OAuthCredentialsBuilder(address);
    }

    /** Returns the sign-in in use, without its tokens; empty if nobody is signed in. */
    public Optional<SignIn> signIn() throws IOException {
        return active == null && settings.ignoresStored()
                ? Optional.empty()
                : signIns.store().find(settings.server());
    }

    @Override
    public @Nullable Credential current() throws CredentialsUnavailable, InterruptedException {
        ActiveGrant tokens = active;
        if (tokens == null) {
            if (isLoaded) {
                return null;
            }
            tokens = load();
            if (tokens == null) {
                return null;
            }
        }
        return System.currentTimeMillis() < tokens.renewAtMillis() ? tokens.credential() : renewExpiring(tokens);
    }

    private @Nullable ActiveGrant load() throws CredentialsUnavailable, InterruptedException {
        changing.lockInterruptibly();
        try {
            if (!isLoaded) {
                active = signIns.load();
                if (active == null && ended != null) {
                    throw new CredentialsUnavailable(ended);
                }
                isLoaded = true;
            }
            return active;
        } catch (IOException e) {
            throw unreadable(e);
        } finally {
            changing.unlock();
        }
    }

    private CredentialsUnavailable unreadable(IOException e) {
        return new CredentialsUnavailable("Cannot read or write the stored sign-in to " + server + ": " + e, e);
    }

    /** Renews tokens that expire soon. If the renewal fails, returns the old tokens until they expire. */
    private @Nullable Credential renewExpiring(ActiveGrant old) throws CredentialsUnavailable, InterruptedException {
        changing.lockInterruptibly();
        try {
            ActiveGrant tokens = active;
            if (tokens != null && !tokens.isFor(old.credential())) {
                return tokens.credential(); // Another thread has renewed the tokens.
            }
            return renew(old) ? credentialOf(active) : null;
        } catch (OAuthFailed e) {
            if (!old.isExpired()) {
                LOG.debug("Cannot renew the sign-in to {} yet: {}", server, e.getMessage());
                return old.credential();
            }
            throw new CredentialsUnavailable(notRenewed(String.valueOf(e.getMessage())), e);
        } catch (IOException e) {
            throw unreadable(e);
        } finally {
            changing.unlock();
        }
    }

    private String notRenewed(String cause) {
        String message = "Cannot renew the sign-in to " + server + ": " + cause + (cause.endsWith(".") ? "" : ".");
        return settings.isMachine() ? message : message + " If this continues, sign in again: " + settings.signInHint();
    }

    private static @Nullable Credential credentialOf(@Nullable ActiveGrant tokens) {
        return tokens == null ? null : tokens.credential();
    }

    /** Returns false if a person must sign in. Throws if there is no sign-in page. */
    private boolean renew(ActiveGrant old)
            throws OAuthFailed, IOException, CredentialsUnavailable, InterruptedException {
        return switch (renewWithBackoff(old)) {
            case GrantRenewal.Renewal.Renewed(ActiveGrant tokens) -> {
                activate(tokens);
                yield true;
            }
            case GrantRenewal.Renewal.Ended(String reason) -> signedOut(reason);
        };
    }

    /** Renews the tokens. Throws the failure of the last renewal again if these tokens failed a moment ago. */
    private GrantRenewal.Renewal renewWithBackoff(ActiveGrant old)
            throws OAuthFailed, IOException, InterruptedException {
        String accessToken = old.grant().accessToken();
        FailedRenewal last = failedRenewal;
        if (last != null && last.accessToken.equals(accessToken) && nanoTime.getAsLong() - last.at < RETRY_NANOS) {
            throw new OAuthFailed(last.message);
        }
        try {
            return renewal.renew(old);
        } catch (OAuthFailed e) {
            failedRenewal = new FailedRenewal(accessToken, String.valueOf(e.getMessage()), nanoTime.getAsLong());
            throw e;
        }
    }

    private void activate(ActiveGrant tokens) {
        active = tokens;
        isLoaded = true;
    }

    /** Discards the tokens. Returns false if a person can sign in. Throws if there is no sign-in page. */
    private boolean signedOut(String reason) throws CredentialsUnavailable {
        active = null;
        if (!hasPage) {
            String message = reason + " Sign in again: " + settings.signInHint();
            ended = message;
            isLoaded = false; // The person may sign in with another program.
            throw new CredentialsUnavailable(message);
        }
        return false;
    }

    @Override
    public boolean onChallenge(Challenge challenge) throws CredentialsUnavailable, InterruptedException {
        Challenge.Scheme bearer = challenge.scheme("Bearer").orElse(null);
        boolean isInsufficient = bearer != null && "insufficient_scope".equals(bearer.parameter("error"));
        if (challenge.status() == FORBIDDEN && !isInsufficient) {
            return false;
        }
        changing.lockInterruptibly();
        try {
            ActiveGrant tokens = active;
            if (tokens == null) {
                tokens = settings.ignoresStored() ? null : signIns.load();
                active = tokens;
                isLoaded = true;
            }
            if (tokens != null && !tokens.isFor(challenge.rejected())) {
                return true; // Another thread or process has signed in since this request was sent.
            }
            return isInsufficient ? stepUp(challenge, tokens) : signInAgain(challenge, bearer, tokens);
        } catch (OAuthFailed e) {
            throw new CredentialsUnavailable("Cannot sign in to " + server + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw unreadable(e);
        } finally {
            changing.unlock();
        }
    }

    /** Reacts to a request without valid tokens: renews them, else signs in. */
    private boolean signInAgain(Challenge challenge, Challenge.@Nullable Scheme bearer, @Nullable ActiveGrant rejected)
            throws OAuthFailed, IOException, CredentialsUnavailable, InterruptedException {
        if (rejected != null
                && (settings.isMachine() || rejected.grant().refreshToken() != null)
                // A token may also expire on its way to the server.
                && (challenge.attempt() == 0 || rejected.isExpired())
                && renew(rejected)) {
            return true;
        }
        if (challenge.attempt() > 1 || (settings.isMachine() && challenge.attempt() > 0)) {
            throw new CredentialsUnavailable(
                    server + " rejects the tokens of its own authorization server. Ask the operator of the server.");
        }
        if (!canSignIn(challenge)) {
            throw new CredentialsUnavailable(
                    rejected == null
                            ? "HTTP 401: Not signed in to " + server + ". Sign in: " + settings.signInHint()
                            : "The sign-in to " + server + " is no longer valid. Sign in again: "
                                    + settings.signInHint());
        }
        authorize(bearer, Set.of());
        return true;
    }

    private boolean canSignIn(Challenge challenge) {
        return settings.isMachine() || (hasPage && !challenge.inBackground());
    }

    /** Reacts to a request that needs more scopes: signs in once, with the union of the old and the new scopes. */
    private boolean stepUp(Challenge challenge, @Nullable ActiveGrant tokens)
            throws OAuthFailed, IOException, CredentialsUnavailable, InterruptedException {
        Challenge.Scheme bearer = challenge.scheme("Bearer").orElseThrow();
        Set<String> needed = Scopes.of(bearer.parameter("scope"));
        String names = Addresses.printable(String.join(" ", needed));
        TokenGrant grant = tokens == null ? null : tokens.grant();
        if (grant != null && (challenge.attempt() > 0 || grant.granted().containsAll(needed))) {
            throw new CredentialsUnavailable(server + " refuses this request to the signed-in account"
                    + (names.isEmpty() ? "" : ", although the account has the scopes that it names (" + names + ")"));
        }
        Set<String> union =
                grant == null ? needed : Scopes.union(Scopes.union(grant.requested(), grant.granted()), needed);
        if (!canSignIn(challenge)) {
            if (tokens != null) {
                signIns.requestAtNextSignIn(tokens.issuer(), union);
            }
            throw new CredentialsUnavailable("This request to " + server + " needs more access (" + names
                    + "). Sign in again to grant it: " + settings.signInHint());
        }
        authorize(bearer, union);
        return true;
    }

    /**
     * Signs in now, without a challenge of the server. Needed only for servers that accept anonymous requests until
     * a certain call.
     *
     * @throws CredentialsUnavailable if the sign-in fails
     */
    public void signInNow() throws CredentialsUnavailable, InterruptedException {
        changing.lockInterruptibly();
        try {
            authorize(null, Set.of());
        } catch (OAuthFailed e) {
            throw new CredentialsUnavailable("Cannot sign in to " + server + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw unreadable(e);
        } finally {
            changing.unlock();
        }
    }

    private void authorize(Challenge.@Nullable Scheme challenge, Set<String> stepUp)
            throws OAuthFailed, IOException, CredentialsUnavailable, InterruptedException {
        // If the tokens do not name a person, assume that the same person signs in again, so that the session
        // continues.
        ActiveGrant previous = active;
        activate(request.obtain(
                challenge, stepUp, previous == null ? null : previous.grant().identity()));
    }

    /** Discards the cached tokens. Called after another program, or another part of this program, has signed in or out. */
    public void reload() throws InterruptedException {
        changing.lockInterruptibly();
        try {
            active = null;
            ended = null;
            isLoaded = settings.ignoresStored();
        } finally {
            changing.unlock();
        }
    }

    /**
     * Revokes and deletes all tokens for the server. Deletes them even if the authorization server cannot be reached.
     *
     * @return what happened to the tokens
     */
    public SignOut signOut() throws IOException, InterruptedException {
        changing.lockInterruptibly();
        try {
            SignOut outcome = signIns.revokeAll();
            active = null;
            return outcome;
        } finally {
            changing.unlock();
        }
    }
}
