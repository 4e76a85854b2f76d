package dev.mooring.mcp.client;

/** Ends when it is closed. */
public final class Subscription implements AutoCloseable {
    private final Runnable end;

    Subscription(Runnable end) {
        this.end = end;
    }

    @Override
    public void close() {
        end.run();
    }
}
