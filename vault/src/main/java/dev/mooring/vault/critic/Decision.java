package dev.mooring.vault.critic;

import org.apiguardian.api.API;

/** A person's decision on a suggestion. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public enum Decision {
    ACCEPT,
    REJECT,
    /** Leaves the suggestion pending. */
    KEEP
}
