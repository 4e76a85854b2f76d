package dev.mooring.run;

/**
 * Something to do when a scope ends.
 *
 * <p>Runs on a thread of its own that nobody interrupts, while the thread that ends the scope waits: so it must bound its
 * own time, and must not need a lock that the caller of the run may hold. The scope is current on that thread, but closed: it can be
 * asked for its id and attributes, while forking, joining ({@link AgentRun#call}) and registering are refused with
 * {@link RunEnded}. {@link AgentRun#callIsolated} works.
 */
@FunctionalInterface
public interface EndHook {
    void run() throws Exception;
}
