package dev.mooring.auth.grant;

import org.apiguardian.api.API;

/** The outcome of presenting an authorization code or a refresh token, each of which works once. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed interface Redemption {
    /** No grant has this code or token, or it has expired. */
    Redemption UNKNOWN = new Unknown();

    /**
     * The code was unused. It is spent now.
     *
     * @param challenge the PKCE challenge of the code
     */
    record CodeRedeemed(Grant grant, String challenge) implements Redemption {}

    /** The refresh token was unused. It is spent now, and its successor is stored. */
    record Rotated(Grant grant) implements Redemption {}

    /** The code or token was spent before, so it may be stolen. The grant is revoked now. */
    record Replayed(Grant grant) implements Redemption {}

    /** No grant has this code or token, or it has expired. */
    record Unknown() implements Redemption {}
}
