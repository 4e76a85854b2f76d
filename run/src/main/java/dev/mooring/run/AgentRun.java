package dev.mooring.run;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * One root invocation of an agent with everything it calls, including sub-agents.
 *
 * <p>A run is bound to the thread of its body and to the threads that it forks. {@link RunScope#wrap} and {@link
 * RunScope#executor} bind it to other threads. Code that starts a run inside a run joins the outer run: it has the same id
 * and its own {@link RunScope}. The run ends with its root scope. After that, nothing can be started in it.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class AgentRun {
    /** The key of the run id in the log context (MDC) of all threads of the run. */
    public static final String LOG_KEY = "runId";

    private final RunId id = RunId.next();
    private final Instant started = Instant.now();
    private final AtomicInteger scopes = new AtomicInteger();
    private final AtomicInteger forks = new AtomicInteger();
    private final Tally tally = new Tally();
    private final RunScope root;
    private final RunCache cache;

    private AgentRun(RunOptions options) {
        this.root = RunScope.root(this, options);
        this.cache = new RunCache(root);
    }

    /**
     * Runs the body in a run: joins the current run, or starts a new one. The scope has ended, including its end hooks, when
     * this method returns.
     *
     * @throws X the exception of the body
     * @throws RunCancelled if the run or the scope is cancelled before the body ends
     * @throws RunEnded if the current run is closing or has ended
     */
    public static <T extends @Nullable Object, X extends Exception> T call(RunBody<? extends T, X> body) throws X {
        return call(RunOptions.defaults(), body);
    }

    /** Runs the body as {@link #call(RunBody)} does, with options for the new run or the joined scope. */
    public static <T extends @Nullable Object, X extends Exception> T call(
            RunOptions options, RunBody<? extends T, X> body) throws X {
        return scopeFor(options).execute(body);
    }

    /** Runs a body without a result as {@link #call(RunBody)} does. */
    public static <X extends Exception> void run(RunAction<X> body) throws X {
        run(RunOptions.defaults(), body);
    }

    /** Runs a body without a result as {@link #call(RunOptions, RunBody)} does. */
    public static <X extends Exception> void run(RunOptions options, RunAction<X> body) throws X {
        AgentRun.<@Nullable Void, X>call(options, () -> {
            body.run();
            return null;
        });
    }

    /** Runs the body in a new run, even inside a run. Cancelling the outer run only interrupts the body. */
    public static <T extends @Nullable Object, X extends Exception> T callIsolated(RunBody<? extends T, X> body)
            throws X {
        return callIsolated(RunOptions.defaults(), body);
    }

    /** Runs the body as {@link #callIsolated(RunBody)} does, with options for the new run. */
    public static <T extends @Nullable Object, X extends Exception> T callIsolated(
            RunOptions options, RunBody<? extends T, X> body) throws X {
        return new AgentRun(options).root.execute(body);
    }

    /** Returns the run that is bound to this thread. */
    public static Optional<AgentRun> current() {
        return RunScope.current().map(RunScope::run);
    }

    /**
     * Returns the run that is bound to this thread.
     *
     * @throws NotInRun if no run is bound to this thread
     */
    public static AgentRun require() {
        return RunScope.require().run();
    }

    /** Returns a scope whose body has not started: a joined scope of the current run, or the root of a new run. */
    static RunScope scopeFor(RunOptions options) {
        ThreadBinding binding = ThreadBinding.current();
        return binding == null ? new AgentRun(options).root : binding.scope.join(options);
    }

    /** Returns the id. */
    public RunId id() {
        return id;
    }

    /** Returns a display name, which may be empty. */
    public String name() {
        return root.name();
    }

    /** Returns the attributes of the root scope. */
    public Map<String, String> attributes() {
        return root.attributes();
    }

    /** Returns when the run started. */
    public Instant started() {
        return started;
    }

    /** Returns the state of the root scope. */
    public RunState state() {
        return root.state();
    }

    /** Returns the root scope. */
    public RunScope root() {
        return root;
    }

    /** Returns the totals so far. A call that is recorded concurrently may be included in part. */
    public RunTotals totals() {
        return tally.snapshot();
    }

    /** Returns the cache of the run. */
    public RunCache cache() {
        return cache;
    }

    /** Cancels the root scope and so the whole run. Has no effect after the end. See {@link RunScope#cancel}. */
    public boolean cancel(String reason) {
        return root.cancel(reason);
    }

    /**
     * Waits until the run has ended, including its end hooks and listeners.
     *
     * @return false if the timeout passed first
     */
    public boolean awaitEnd(Duration timeout) throws InterruptedException {
        return root.life().awaitEnd(timeout);
    }

    Tally tally() {
        return tally;
    }

    String nextScopeId() {
        return id + "/" + scopes.incrementAndGet();
    }

    String nextForkName() {
        return id + " fork " + forks.incrementAndGet();
    }

    void clearCache() {
        cache.clear();
    }

    RunSummary summary(Ending ending, Duration took) {
        return new RunSummary(id, name(), attributes(), started, took, ending, totals());
    }

    @Override
    public String toString() {
        return id.value();
    }
}
