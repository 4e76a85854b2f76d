package dev.mooring.mcp.client;

import dev.mooring.mcp.Failure;

/** A connection could not be opened; the failure says why in a form that can be told apart. */
public final class OpenFailed extends Exception {
    private final transient Failure failure;

    public OpenFailed(Failure failure) {
        super(failure.message());
        this.failure = failure;
    }

    public Failure failure() {
        return failure;
    }
}
