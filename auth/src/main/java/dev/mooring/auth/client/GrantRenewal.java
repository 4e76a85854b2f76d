package dev.mooring.auth.client;

import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
import dev.mooring.auth.discovery.OAuthFailed;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replaces tokens that expire or that the server rejects, without a person. */
final class GrantRenewal {
    private static final Logger LOG = LoggerFactory.getLogger(GrantRenewal.class);

    private final Settings settings;
    private final ServerSignIns signIns;

    GrantRenewal(Settings settings, ServerSignIns signIns) {
        this.settings = settings;
        this.signIns = signIns;
    }

    /** The outcome of a renewal. */
    sealed interface Outcome {
        /** The new tokens. */
        record Renewed(ActiveGrant tokens) implements Outcome {}

        /** A person must sign in. */
        record Ended(String reason) implements Outcome {}
    }

    /**
     * Replaces the tokens. Takes the tokens that another process has stored in the meantime, or else requests new tokens from
     * the authorization server. Excludes other processes, because a client may use a refresh token only once.
     *
     * @throws OAuthFailed if a retry may succeed
     */
    Outcome renew(ActiveGrant old) throws OAuthFailed, IOException, InterruptedException {
        try (TextStore.Lock _ = signIns.lock()) {
            ActiveGrant latest = signIns.load();
            if (latest == null) {
                return new Outcome.Ended("The sign-in to " + signIns.server() + " has ended.");
            }
            if (!latest.grant().accessToken().equals(old.grant().accessToken()) && !latest.isExpired()) {
                return new Outcome.Renewed(latest);
            }
            return settings.isMachine() ? new Outcome.Renewed(renewAsMachine(latest)) : refresh(latest);
        }
    }

    private Outcome refresh(ActiveGrant old) throws OAuthFailed, IOException, InterruptedException {
        String refreshToken = old.grant().refreshToken();
        if (refreshToken == null) {
            return old.isExpired()
                    ? new Outcome.Ended("The sign-in to " + signIns.server() + " has expired.")
                    : new Outcome.Renewed(old.withoutRenewal());
        }
        try {
            Grant grant = signIns.endpoint(old).refresh(old.grant(), refreshToken);
            return new Outcome.Renewed(signIns.save(old.issuer(), grant));
        } catch (OAuthFailed e) {
            if (e.isTransient()) {
                throw e;
            }
            LOG.debug("Cannot renew the sign-in to {}: {}", signIns.server(), e.getMessage());
            signIns.deleteGrant(old.issuer());
            return new Outcome.Ended("The sign-in to " + signIns.server() + " has ended: " + e.getMessage() + ".");
        }
    }

    private ActiveGrant renewAsMachine(ActiveGrant old) throws OAuthFailed, IOException, InterruptedException {
        Grant grant = signIns.endpoint(old)
                .exchange(new ClientCredentialsGrant(), old.grant().requested(), true, null);
        return signIns.save(old.issuer(), grant);
    }
}
