package dev.mooring.session;

import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.McpClient;
import java.time.Duration;
import org.apiguardian.api.API;
import tools.jackson.databind.node.ObjectNode;

/**
 * A session that only the caller that opened it uses. The caller closes it; the end of its owner closes it too. Independent of
 * held sessions.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class EphemeralSession implements AutoCloseable {
    private final UnsharedSession unshared;
    private final RequestSender sender;

    EphemeralSession(UnsharedSession unshared, RequestSender sender) {
        this.unshared = unshared;
        this.sender = sender;
    }

    /**
     * Returns the connection. This session closes it; callers must not. A request through the connection skips the setting
     * {@code approve} and the redaction of secrets, so use {@link #request} for tool calls.
     */
    public McpClient client() {
        return unshared.session().client();
    }

    /**
     * Sends a request. A tool call needs the same approval as one of {@link Sessions#call(Owner, String, String, ObjectNode,
     * CallOptions)}. After a {@link CallOutcome.SessionLost} this session is of no further use.
     */
    public CallOutcome request(String method, ObjectNode params, CallOptions options) throws InterruptedException {
        return sender.send(unshared.session(), new SessionRequest(method, params), options);
    }

    /**
     * Probes the session. Returns false if it is lost; a server that does not answer in time counts as alive, because it may
     * be busy.
     */
    public boolean isAlive(Duration timeout) throws InterruptedException {
        return unshared.session().lossAfterFailure(timeout) == null;
    }

    /** Lists all tools of the server, as {@link HeldSession#listTools} does. */
    public Reply listTools() throws InterruptedException {
        return unshared.session().listTools();
    }

    @Override
    public void close() {
        unshared.close();
    }
}
