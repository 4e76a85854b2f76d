package dev.mooring.session;

import org.apiguardian.api.API;

/** Thrown when a program calls an MCP tool outside a run. This is a bug in the program: no owner would keep the state. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class CalledOutsideRun extends IllegalStateException {
    CalledOutsideRun(String server, String tool) {
        super("The MCP tool " + server + "/" + tool
                + " was called outside a run. This is a bug in the program: wrap the"
                + " work in AgentRun.call(...), or pass the run to this thread with RunScope.wrap(...).");
    }
}
