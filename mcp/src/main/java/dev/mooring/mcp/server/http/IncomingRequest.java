package dev.mooring.mcp.server.http;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The parts of an HTTP request that an {@link Authenticator} can use to identify the caller. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class IncomingRequest {
    private final String subPath;
    private final String clientAddress;
    private final HeaderLookup headers;

    /** Returns the value of a header by its case-insensitive name, or null if the header is absent. */
    @FunctionalInterface
    interface HeaderLookup {
        @Nullable
        String get(String name);
    }

    IncomingRequest(String subPath, String clientAddress, HeaderLookup headers) {
        this.subPath = subPath;
        this.clientAddress = clientAddress;
        this.headers = headers;
    }

    /** Returns the path after the endpoint's own path: empty, or {@code /} and more. */
    public String subPath() {
        return subPath;
    }

    /** Returns the IP address of the client; behind a trusted proxy, the address that the proxy names. */
    public String clientAddress() {
        return clientAddress;
    }

    /** Returns the value of a header by its case-insensitive name, or null if the header is absent. */
    public @Nullable String header(String name) {
        return headers.get(name);
    }
}
