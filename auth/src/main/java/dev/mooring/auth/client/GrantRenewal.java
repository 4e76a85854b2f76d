package dev.mooring.auth.client;

import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
import dev.mooring.auth.discovery.OAuthFailed;
import java.io.IOException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replaces tokens that expire or that the server rejects, without a person. */
final class GrantRenewal {
    private static final Logger LOG = LoggerFactory.getLogger(GrantRenewal.class);

    /**
     * The error codes of RFC 6749, RFC 8707 and OpenID Connect that refuse a refresh token permanently. Any other failure,
     * such as the response of a proxy, says nothing about the refresh token.
     */
    private static final Set<String> REFUSALS = Set.of(
            "invalid_grant",
            "invalid_client",
            "invalid_request",
            "invalid_scope",
            "invalid_target",
            "unauthorized_client",
            "unsupported_grant_type",
            "interaction_required",
            "login_required",
            "consent_required");

    private final Settings settings;
    private final ServerSignIns signIns;

    GrantRenewal(Settings settings, ServerSignIns signIns) {
        this.settings = settings;
        this.signIns = signIns;
    }

    /** The outcome of a renewal. */
    sealed interface Renewal {
        /** The new tokens. */
        record Renewed(ActiveGrant tokens) implements Renewal {}

        /** A person must sign in. */
        record Ended(String reason) implements Renewal {}
    }

    /**
     * Replaces the tokens. Takes the tokens that another process has stored in the meantime, or else requests new tokens from
     * the authorization server. Excludes other processes, because a client may use a refresh token only once.
     *
     * @throws OAuthFailed if the authorization server neither issues tokens nor refuses the old ones; a retry may succeed
     */
    Renewal renew(ActiveGrant old) throws OAuthFailed, IOException, InterruptedException {
        try (TextStore.Lock _ = signIns.lock()) {
            ActiveGrant latest = signIns.load();
            if (latest == null) {
                return new Renewal.Ended("The sign-in to " + signIns.server() + " has ended.");
            }
            if (!latest.grant().accessToken().equals(old.grant().accessToken()) && !latest.isExpired()) {
                return new Renewal.Renewed(latest);
            }
            return settings.isMachine() ? new Renewal.Renewed(renewAsMachine(latest)) : refresh(latest);
        }
    }

    private Renewal refresh(ActiveGrant old) throws OAuthFailed, IOException, InterruptedException {
        String refreshToken = old.grant().refreshToken();
        if (refreshToken == null) {
            return old.isExpired()
                    ? new Renewal.Ended("The sign-in to " + signIns.server() + " has expired.")
                    : new Renewal.Renewed(old.withoutRenewal());
        }
        try {
            TokenGrant grant = signIns.endpoint(old).refresh(old.grant(), refreshToken);
            return new Renewal.Renewed(signIns.save(old.issuer(), grant));
        } catch (OAuthFailed e) {
            if (e.code() == null || !REFUSALS.contains(e.code())) {
                throw e;
            }
            LOG.debug("Cannot renew the sign-in to {}: {}", signIns.server(), e.getMessage());
            signIns.deleteGrant(old.issuer());
            return new Renewal.Ended("The sign-in to " + signIns.server() + " has ended: " + e.getMessage() + ".");
        }
    }

    private ActiveGrant renewAsMachine(ActiveGrant old) throws OAuthFailed, IOException, InterruptedException {
        TokenGrant grant = signIns.endpoint(old)
                .exchange(new ClientCredentialsGrant(), old.grant().requested(), true, null);
        return signIns.save(old.issuer(), grant);
    }
}
