package dev.mooring.mcp.client;

import org.apiguardian.api.API;

/** The era in which a client connects to a server. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public enum EraChoice {
    /** Detect what the server supports, and prefer the modern era. */
    DETECT,
    /** Detect what the server supports, and prefer the legacy era, whose sessions keep the state of clients separate. */
    LEGACY_IF_OFFERED,
    /** Connect in the legacy era only. */
    LEGACY,
    /** Connect in the modern era only. */
    MODERN
}
