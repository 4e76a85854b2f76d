package dev.mooring.session;

import org.apiguardian.api.API;

/**
 * Thrown when a program calls a tool or uses a session of a run outside a run. This is a bug in the program: no owner would
 * keep the state.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class CalledOutsideRun extends IllegalStateException {
    private CalledOutsideRun(String what) {
        super(what
                + " outside a run. This is a bug in the program: wrap the work in AgentRun.call(...), or pass the run to"
                + " this thread with RunScope.wrap(...).");
    }

    static CalledOutsideRun calling(String server, String tool) {
        return new CalledOutsideRun("The MCP tool " + server + "/" + tool + " was called");
    }

    static CalledOutsideRun sending(String server, String method) {
        return new CalledOutsideRun("The request " + method + " was sent to the MCP server " + server);
    }

    static CalledOutsideRun holding(String server) {
        return new CalledOutsideRun("A session with the MCP server " + server + " was requested");
    }

    /** Returns the exception for a framework that requests tools to call. */
    public static CalledOutsideRun providingTools() {
        return new CalledOutsideRun("Tools of MCP servers were requested for an assistant");
    }
}
