package dev.mooring.mcp;

import org.jspecify.annotations.Nullable;

/** JSON that is not a JSON-RPC message; knows the id where one could be read, so that it can be answered. */
public final class MalformedMessage extends Exception {
    private final transient @Nullable RequestId id;

    MalformedMessage(@Nullable RequestId id, String detail) {
        super(detail);
        this.id = id;
    }

    public @Nullable RequestId id() {
        return id;
    }
}
