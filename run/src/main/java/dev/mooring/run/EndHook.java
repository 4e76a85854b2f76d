package dev.mooring.run;

import org.apiguardian.api.API;

/**
 * A task that runs when a scope ends.
 *
 * <p>The hook runs on its own thread, which is not interrupted, while the thread that ends the scope waits. A hook must
 * therefore limit its own time, and must not need a lock that the caller of the run may hold. The scope is bound to that
 * thread but closed: its id and attributes are available, while forking, joining ({@link AgentRun#call}) and registering
 * hooks fail with {@link RunEnded}. {@link AgentRun#callIsolated} works.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
@FunctionalInterface
public interface EndHook {
    /** Runs the task. An exception is logged and does not stop other hooks. */
    void run() throws Exception;
}
