package dev.mooring.auth.client;

import dev.mooring.mcp.client.credentials.Credential;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The grant in use, with its credential and its renewal time, which every request needs. */
record ActiveGrant(String issuer, TokenGrant grant, Credential credential, long renewAtMillis) {
    ActiveGrant(String issuer, TokenGrant grant) {
        this(
                issuer,
                grant,
                new Credential("Bearer " + grant.accessToken(), grant.identity()),
                grant.expiresAt() == null ? Long.MAX_VALUE : grant.renewAt().toEpochMilli());
    }

    /** Returns the same grant without a renewal time, so that it is used until it expires. */
    ActiveGrant withoutRenewal() {
        return new ActiveGrant(issuer, grant, credential, Long.MAX_VALUE);
    }

    boolean isFor(@Nullable Credential rejected) {
        return rejected != null && rejected.authorization().equals(credential.authorization());
    }

    boolean isExpired() {
        return grant.isExpiredAt(Instant.now());
    }

    @Override
    public String toString() {
        return "ActiveGrant[" + issuer + ", " + grant + "]";
    }
}
