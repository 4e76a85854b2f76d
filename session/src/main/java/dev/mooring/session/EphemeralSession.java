package dev.mooring.session;

import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.McpClient;
import java.time.Duration;
import org.apiguardian.api.API;

/**
 * A session that only the caller that opened it uses. The caller closes it; the end of its owner closes it too. Independent of
 * held sessions.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class EphemeralSession implements AutoCloseable {
    private final HeldSession session;
    private final Runnable close;

    EphemeralSession(HeldSession session, Runnable close) {
        this.session = session;
        this.close = close;
    }

    HeldSession session() {
        return session;
    }

    /** Returns the connection. This session closes it; callers must not. */
    public McpClient client() {
        return session.client();
    }

    /**
     * Probes the session. Returns false if it is lost; a server that does not answer in time counts as alive, because it may
     * be busy.
     */
    public boolean isAlive(Duration timeout) throws InterruptedException {
        return session.lossAfterFailure(timeout) == null;
    }

    /** Lists all tools of the server, as {@link HeldSession#listTools} does. */
    public Reply listTools() throws InterruptedException {
        return session.listTools();
    }

    ListedTools listedTools() throws InterruptedException {
        return session.listedTools();
    }

    @Override
    public void close() {
        close.run();
    }
}
