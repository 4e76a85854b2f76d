package dev.mooring.store;

/** Thrown when the database fails. The message says why, without secrets. */
final class StoreFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    StoreFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
