package dev.mooring.session;

import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.Reply;

/** A session for one question, closed right after. It has nothing to do with those that are held. */
public final class Ephemeral implements AutoCloseable {
    private final HeldSession session;

    Ephemeral(HeldSession session) {
        this.session = session;
    }

    public McpClient client() {
        return session.client();
    }

    public Reply tools() throws InterruptedException {
        return session.tools();
    }

    @Override
    public void close() {
        session.close();
    }
}
