package dev.mooring.mcp;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** Thrown if JSON is not a JSON-RPC message. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class MalformedMessage extends Exception {
    private final transient @Nullable RequestId id;

    MalformedMessage(@Nullable RequestId id, String detail) {
        super(detail);
        this.id = id;
    }

    /** Returns the id of the message, so that it can be answered, or null if it has no valid id. */
    public @Nullable RequestId id() {
        return id;
    }
}
