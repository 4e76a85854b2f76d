package dev.mooring.session;

import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.McpClient;
import java.time.Duration;

/** A session for one question, closed right after. It has nothing to do with those that are held. */
public final class EphemeralSession implements AutoCloseable {
    private final HeldSession session;

    EphemeralSession(HeldSession session) {
        this.session = session;
    }

    public McpClient client() {
        return session.client();
    }

    /** Whether the server still knows it, as far as can be found out in that time; a server may just be busy. */
    public boolean isAlive(Duration askFor) throws InterruptedException {
        return session.lossAfterBreak(askFor) == null;
    }

    public Reply listTools() throws InterruptedException {
        return session.listTools();
    }

    @Override
    public void close() {
        session.close();
    }
}
