package dev.mooring.mcp.client;

import org.apiguardian.api.API;

/**
 * A session that a legacy server keeps on its side, so that another connection can continue it.
 *
 * @param id the id that the server issued; a secret, because it gives access to the session
 * @param version the protocol version of the session
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record ResumableSession(String id, String version) {
    /** Returns the version only: the id is a secret. */
    @Override
    public String toString() {
        return "session of version " + version;
    }
}
