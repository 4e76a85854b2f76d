package dev.mooring.run;

import org.apiguardian.api.API;

/**
 * A task that runs when a scope ends.
 *
 * <p>The hook runs on a thread that only its deadline interrupts, while the thread that ends the scope waits. A hook that
 * has not returned at its deadline ({@link RunOptions#hookTimeout}) is logged with its stack trace, interrupted and
 * abandoned. It must not need a lock that the caller of the run may hold. The scope is bound to that
 * thread but closed: its id and attributes are available, while forking, joining ({@link AgentRun#call}) and registering
 * hooks fail with {@link RunEnded}. {@link AgentRun#callIsolated} works.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
@FunctionalInterface
public interface EndHook {
    /** Runs the task. An exception is logged and does not stop other hooks. */
    void run() throws Exception;
}
