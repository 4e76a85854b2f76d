package dev.mooring.session;

import org.apiguardian.api.API;

/**
 * Thrown if a program calls a tool or uses a session of a run outside a run. This is a bug in the program: no owner would
 * keep the state.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class CalledOutsideRun extends IllegalStateException {
    private CalledOutsideRun(String what) {
        super(what
                + " outside a run. This is a bug in the program: wrap the work in AgentRun.call(...), or pass the run to"
                + " this thread with RunScope.wrap(...).");
    }

    static CalledOutsideRun sending(String server, SessionRequest request) {
        return new CalledOutsideRun(
                request.isToolCall()
                        ? "The MCP tool " + server + "/" + request.target() + " was called"
                        : "The request " + request.method() + " was sent to the MCP server " + server);
    }

    static CalledOutsideRun holding(String server) {
        return new CalledOutsideRun("A session with the MCP server " + server + " was requested");
    }

    /** Returns the exception for a framework that requests tools to call. */
    public static CalledOutsideRun providingTools() {
        return new CalledOutsideRun("Tools of MCP servers were requested for an assistant");
    }
}
