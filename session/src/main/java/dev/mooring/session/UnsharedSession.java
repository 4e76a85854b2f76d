package dev.mooring.session;

/**
 * A session that only the caller that opened it uses.
 *
 * @param onClose closes the session, unless the end of its owner does
 */
record UnsharedSession(HeldSession session, Runnable onClose) implements AutoCloseable {
    @Override
    public void close() {
        onClose.run();
    }
}
