package dev.mooring.store;

import dev.mooring.handle.HandleStoreUnavailable;

/** Thrown when the database fails. The message says why, without secrets. */
final class StoreFailed extends HandleStoreUnavailable {
    private static final long serialVersionUID = 1;

    StoreFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
