package dev.mooring.mcp.server.http;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The parts of an HTTP request that an {@link Authenticator} can use to identify the caller. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class IncomingRequest {
    private final String subPath;
    private final HeaderLookup headers;

    /** Returns the value of a header by its case-insensitive name, or null if the header is absent. */
    @FunctionalInterface
    interface HeaderLookup {
        @Nullable
        String get(String name);
    }

    IncomingRequest(String subPath, HeaderLookup headers) {
        this.subPath = subPath;
        this.headers = headers;
    }

    /** Returns the path after the endpoint's own path: empty, or {@code /} and more. */
    public String subPath() {
        return subPath;
    }

    /** Returns the value of a header by its case-insensitive name, or null if the header is absent. */
    public @Nullable String header(String name) {
        return headers.get(name);
    }
}
