package dev.mooring.mcp.client;

/** Which era to speak with a server. */
public enum EraChoice {
    /** Ask the server; one that speaks both is spoken to in modern. */
    DETECT,
    /** Ask the server; one that speaks both is spoken to in legacy, where a session keeps state apart. */
    LEGACY_IF_OFFERED,
    LEGACY,
    MODERN
}
