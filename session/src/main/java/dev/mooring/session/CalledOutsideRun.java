package dev.mooring.session;

/** An MCP tool was called where there is no run. That is always a bug: the state behind the tool would have no home. */
public final class CalledOutsideRun extends IllegalStateException {
    CalledOutsideRun(String server, String tool) {
        super("The MCP tool " + server + "/" + tool
                + " was called outside a run. This is a bug in the program: wrap the"
                + " work in AgentRun.call(...), or hand the run to this thread with RunScope.wrap(...).");
    }
}
