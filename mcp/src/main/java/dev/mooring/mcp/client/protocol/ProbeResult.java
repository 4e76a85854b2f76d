package dev.mooring.mcp.client.protocol;

import dev.mooring.mcp.Failure;

/** The outcome of {@code server/discover}, which the client uses to detect the era of a server. */
sealed interface ProbeResult {
    /** The server supports the modern era. */
    record Modern(HandshakeResult handshake) implements ProbeResult {}

    /** The server supports only the legacy era. */
    record Legacy() implements ProbeResult {}

    /** The era is unknown: the server is unreachable, or it or a proxy rejected the request. */
    record Undecided(Failure failure) implements ProbeResult {}
}
