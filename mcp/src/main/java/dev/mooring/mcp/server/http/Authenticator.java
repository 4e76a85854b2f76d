package dev.mooring.mcp.server.http;

import org.apiguardian.api.API;

/**
 * Identifies the caller of an HTTP request.
 *
 * <p>An endpoint calls its authenticator for every request except CORS preflights, from many threads at once.
 */
@FunctionalInterface
@API(status = API.Status.MAINTAINED, since = "0.1")
public interface Authenticator {
    /** Accepts every request to the endpoint's own path as anonymous, and rejects requests to paths below it. */
    Authenticator NONE = request -> request.subPath().isEmpty()
            ? Authentication.ANONYMOUS
            : new Authentication.Rejected(404, null, "no MCP endpoint at this path");

    /** Accepts or rejects a request. */
    Authentication authenticate(IncomingRequest request);
}
