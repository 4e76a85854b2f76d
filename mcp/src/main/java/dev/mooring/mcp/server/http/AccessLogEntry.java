package dev.mooring.mcp.server.http;

import java.time.Duration;
import java.time.Instant;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A completed request. It contains no secret: neither headers nor queries, and of an endpoint's address only its own path.
 *
 * @param time when the request began
 * @param address the IP address of the client; behind a trusted proxy, the address that the proxy names
 * @param principal the identity of the caller; null if it is anonymous or was rejected
 * @param path the path; empty if nothing is served there
 * @param bytes the size of the response body
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record AccessLogEntry(
        Instant time,
        String address,
        @Nullable String principal,
        String method,
        String path,
        int status,
        long bytes,
        Duration took) {}
