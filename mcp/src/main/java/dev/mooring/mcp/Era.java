package dev.mooring.mcp;

/** The two ways of the protocol: an opening handshake with a session, or metadata on every request. */
public enum Era {
    /** Up to 2025-11-25: {@code initialize}, and state that hangs on the session or the process. */
    LEGACY,
    /** From 2026-07-28 on: every request stands alone. */
    MODERN
}
