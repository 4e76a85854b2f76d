package dev.mooring.auth.resource;

import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.Resource;
import dev.mooring.auth.discovery.Addresses;
import dev.mooring.auth.discovery.DiscoveredServer;
import dev.mooring.auth.discovery.OAuthFailed;
import dev.mooring.auth.discovery.OAuthHttp;
import dev.mooring.auth.issuer.TokenIssuer;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * An authorization server of another program. Its metadata is read on first use. Its keys are cached; a token with an unknown key
 * refreshes them, at most once per interval.
 */
final class ExternalIssuer implements TokenIssuer {
    private static final Duration KEY_LIFETIME = Duration.ofMinutes(5);
    private static final Duration KEY_TIMEOUT = Duration.ofSeconds(25);
    private static final Duration OUTAGE_TOLERANCE = Duration.ofHours(4);

    /** How long a failed discovery is cached, so that not every request waits for its timeout. */
    private static final long RETRY_NANOS = Duration.ofSeconds(5).toNanos();

    private final String issuer;
    private final Duration minRefreshInterval;
    private final LongSupplier nanoTime;
    private final OAuthHttp http = new OAuthHttp();

    /** Held during discovery, so that concurrent requests share it. */
    private final ReentrantLock lock = new ReentrantLock();

    private volatile @Nullable JWKSource<SecurityContext> keys;
    private volatile @Nullable Failure failure;

    private record Failure(String message, long at) {}

    ExternalIssuer(String issuer, Duration minRefreshInterval) {
        this(issuer, minRefreshInterval, System::nanoTime);
    }

    ExternalIssuer(String issuer, Duration minRefreshInterval, LongSupplier nanoTime) {
        this.issuer = issuer;
        this.minRefreshInterval = minRefreshInterval;
        this.nanoTime = nanoTime;
    }

    @Override
    public String identifier() {
        return issuer;
    }

    @Override
    public JWKSource<SecurityContext> keys() throws OAuthFailed {
        JWKSource<SecurityContext> known = keys;
        if (known != null) {
            return known;
        }
        lock.lock();
        try {
            known = keys;
            if (known != null) {
                return known;
            }
            Failure last = failure;
            if (last != null && nanoTime.getAsLong() - last.at < RETRY_NANOS) {
                throw new OAuthFailed(last.message);
            }
            known = discoverAndCacheFailure();
            keys = known;
            return known;
        } finally {
            lock.unlock();
        }
    }

    private JWKSource<SecurityContext> discoverAndCacheFailure() throws OAuthFailed {
        try {
            return discover();
        } catch (OAuthFailed e) {
            failure = new Failure(String.valueOf(e.getMessage()), nanoTime.getAsLong());
            throw e;
        }
    }

    private JWKSource<SecurityContext> discover() throws OAuthFailed {
        URI server = URI.create(issuer);
        try {
            URI address =
                    DiscoveredServer.discover(http, issuer, server).metadata().getJWKSetURI();
            if (address == null) {
                throw new OAuthFailed("The metadata of the authorization server " + issuer + " has no jwks_uri");
            }
            URL checked =
                    Addresses.secure("key set", address.toString(), server).toURL();
            return JWKSourceBuilder.create(checked, this::fetch)
                    .cache(KEY_LIFETIME.toMillis(), KEY_TIMEOUT.toMillis())
                    .refreshAheadCache(false)
                    .rateLimited(minRefreshInterval.toMillis())
                    .outageTolerant(OUTAGE_TOLERANCE.toMillis())
                    .build();
        } catch (MalformedURLException e) {
            throw new OAuthFailed("The key set of the authorization server " + issuer + " has no valid address");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OAuthFailed("Interrupted while reading the metadata of " + issuer);
        }
    }

    private Resource fetch(URL address) throws IOException {
        try {
            ObjectNode json = http.getJson(URI.create(address.toString()));
            if (json == null) {
                throw new IOException("The authorization server " + issuer + " publishes no keys at " + address);
            }
            return new Resource(Json.text(json), "application/json");
        } catch (OAuthFailed e) {
            throw new IOException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while reading the keys of " + issuer, e);
        }
    }

    @Override
    public Optional<Set<String>> currentScopes(@Nullable String grant, Set<String> scopes) {
        return Optional.of(scopes);
    }

    @Override
    public @Nullable WebResponse handle(WebRequest request) {
        return null;
    }
}
