package dev.mooring.session;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apiguardian.api.API;
import tools.jackson.databind.node.ObjectNode;

/**
 * Calls that a caller decides on together, such as the calls of one model turn. If a session is lost, each of them reports
 * the loss, and none is sent to the next session. Calls to a server with {@code calls: ordered} run in the order in which
 * they were planned, whichever threads make them. Thread-safe.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class CallBatch {
    private final Sessions sessions;
    private final Approver approver;
    private final List<?> conversations;
    private final long decidedAt;
    private final Map<String, CallQueue> queues = new ConcurrentHashMap<>();

    CallBatch(Sessions sessions, Approver approver, List<?> conversations, long decidedAt) {
        this.sessions = sessions;
        this.approver = approver;
        this.conversations = conversations;
        this.decidedAt = decidedAt;
    }

    /**
     * Reserves the place of a tool call in the order. The caller must close the planned call, even if it is not made, because
     * the calls behind it wait until then.
     *
     * @throws UnknownServer if there is no such server
     */
    public PlannedCall plan(String server, String tool) {
        return plan(server, arguments -> SessionRequest.toolCall(tool, arguments));
    }

    /**
     * Reserves the place of another request in the order, as {@link #plan} does. The arguments of the planned call are the
     * parameters of the request.
     *
     * @throws UnknownServer if there is no such server
     */
    public PlannedCall planRequest(String server, String method) {
        return plan(server, params -> new SessionRequest(method, params));
    }

    private PlannedCall plan(String server, Function<ObjectNode, SessionRequest> request) {
        boolean ordered = sessions.server(server).settings().ordered();
        return new PlannedCall(
                this,
                server,
                request,
                ordered ? queues.computeIfAbsent(server, _ -> new CallQueue()).enter() : null);
    }

    Sessions sessions() {
        return sessions;
    }

    Approver approver() {
        return approver;
    }

    List<?> conversations() {
        return conversations;
    }

    long decidedAt() {
        return decidedAt;
    }
}
