package dev.mooring.mcp.server.http;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is known of whoever sends an HTTP request, before anybody is believed. */
public final class Visitor {
    private final Supplier<String> remoteAddress;
    private final String pathBelow;
    private final HeaderLookup headers;

    /** Finds a header by its name, in any case. */
    @FunctionalInterface
    interface HeaderLookup {
        @Nullable
        String get(String name);
    }

    Visitor(Supplier<String> remoteAddress, String pathBelow, HeaderLookup headers) {
        this.remoteAddress = remoteAddress;
        this.pathBelow = pathBelow;
        this.headers = headers;
    }

    public String remoteAddress() {
        return remoteAddress.get();
    }

    /** What follows the endpoint's own path: empty, or {@code /} and more. */
    public String pathBelow() {
        return pathBelow;
    }

    public @Nullable String header(String name) {
        return headers.get(name);
    }
}
