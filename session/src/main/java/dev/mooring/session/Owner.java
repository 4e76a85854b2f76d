package dev.mooring.session;

import dev.mooring.mcp.Json;
import dev.mooring.run.RunScope;
import java.util.concurrent.Executor;
import org.apiguardian.api.API;
import tools.jackson.databind.node.ObjectNode;

/**
 * The party that holds sessions until it ends: a run, one invocation in a run, the program, or a handle. Owners are
 * compared with {@code equals}.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public interface Owner {
    /** Returns a name for logs and events. */
    String id();

    /**
     * Registers a task that runs when the owner ends.
     *
     * @throws RuntimeException if the owner has ended
     */
    void atEnd(Runnable task);

    /** Returns the capabilities that legacy sessions of this owner declare, in addition to those of the client options. */
    default ObjectNode capabilities() {
        return Json.object();
    }

    /** Returns the account whose credentials the owner's sessions with a server use. */
    default Account account(ToolServer server) {
        return Account.PROGRAM;
    }

    /** Returns an executor that opens sessions on threads that belong to the owner. */
    Executor threads();

    /** Returns the owner for a scope: the whole run for its root scope, otherwise one invocation. */
    static Owner of(RunScope scope) {
        return new RunOwner(scope);
    }
}
