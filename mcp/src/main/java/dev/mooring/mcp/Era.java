package dev.mooring.mcp;

import org.apiguardian.api.API;

/** The two forms of the protocol: a handshake that opens a session, or metadata on every request. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public enum Era {
    /** Up to 2025-11-25: {@code initialize}, and state that belongs to the session or the process. */
    LEGACY,
    /** From 2026-07-28 on: every request is self-contained. */
    MODERN
}
