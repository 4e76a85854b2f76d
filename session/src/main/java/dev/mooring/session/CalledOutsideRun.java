package dev.mooring.session;

import org.apiguardian.api.API;

/** Thrown when a program calls an MCP tool outside a run. This is a bug in the program: no owner would keep the state. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class CalledOutsideRun extends IllegalStateException {
    private CalledOutsideRun(String what) {
        super(what
                + " outside a run. This is a bug in the program: wrap the work in AgentRun.call(...), or pass the run to"
                + " this thread with RunScope.wrap(...).");
    }

    CalledOutsideRun(String server, String tool) {
        this("The MCP tool " + server + "/" + tool + " was called");
    }

    /** Returns the exception for a framework that requests tools to call. */
    public static CalledOutsideRun providingTools() {
        return new CalledOutsideRun("Tools of MCP servers were requested for an assistant");
    }
}
