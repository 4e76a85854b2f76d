package dev.mooring.run;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One piece of an agent's work with everything it calls.
 *
 * <p>A run is bound to the thread of its body and to those it forks, and to no other: {@link RunScope#wrap} and {@link RunScope#executor}
 * carry it to foreign threads. Code that starts a run inside a run joins it: same id, a {@link RunScope} of its own. The run ends with its
 * root scope, and nothing can be started in it from then on.
 */
public final class AgentRun {
    /** The key of the run's id in the log context (MDC) of all its threads. */
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
     * Runs the body in a run: the current one, joined, or else a new one. The scope ends before this returns, its hooks included.
     *
     * @throws X what the body throws
     * @throws RunCancelled if the run or the scope is cancelled before the body is over
     * @throws RunEnded if the current run is closing or has ended
     */
    public static <T extends @Nullable Object, X extends Exception> T call(RunBody<? extends T, X> body) throws X {
        return call(RunOptions.defaults(), body);
    }

    /** As {@link #call(RunBody)}, with options for the new run or for the joined scope. */
    public static <T extends @Nullable Object, X extends Exception> T call(
            RunOptions options, RunBody<? extends T, X> body) throws X {
        return scopeFor(options).execute(body);
    }

    /** As {@link #call(RunBody)}, for a body that returns nothing. */
    public static <X extends Exception> void run(RunAction<X> body) throws X {
        run(RunOptions.defaults(), body);
    }

    /** As {@link #call(RunOptions, RunBody)}, for a body that returns nothing. */
    public static <X extends Exception> void run(RunOptions options, RunAction<X> body) throws X {
        AgentRun.<@Nullable Void, X>call(options, () -> {
            body.run();
            return null;
        });
    }

    /** Runs the body in a new run of its own, also inside a run. That the run around is cancelled is only felt as an interrupt. */
    public static <T extends @Nullable Object, X extends Exception> T callIsolated(RunBody<? extends T, X> body)
            throws X {
        return callIsolated(RunOptions.defaults(), body);
    }

    /** As {@link #callIsolated(RunBody)}, with options for the new run. */
    public static <T extends @Nullable Object, X extends Exception> T callIsolated(
            RunOptions options, RunBody<? extends T, X> body) throws X {
        return new AgentRun(options).root.execute(body);
    }

    /** As {@link #stream(RunOptions, RunStream.Buffer, StreamBody)}, with defaults. */
    public static <T> RunStream<T> stream(StreamBody<T> body) {
        return stream(RunOptions.defaults(), RunStream.Buffer.standard(), body);
    }

    /** Runs the body in a run, the current one, joined, or else a new one, on a thread of its own, and gives out its elements as they come. */
    public static <T> RunStream<T> stream(RunOptions options, RunStream.Buffer buffer, StreamBody<T> body) {
        return RunStream.open(options, buffer, body);
    }

    /** The run that is bound on this thread. */
    public static Optional<AgentRun> current() {
        return RunScope.current().map(RunScope::run);
    }

    /**
     * The run that is bound on this thread.
     *
     * @throws NotInRun if there is none
     */
    public static AgentRun require() {
        return RunScope.require().run();
    }

    /** A scope whose body has not begun: of the current run, or the root of a new one. */
    static RunScope scopeFor(RunOptions options) {
        Strand strand = Strand.current();
        return strand == null ? new AgentRun(options).root : strand.scope.join(options);
    }

    public RunId id() {
        return id;
    }

    /** For people; may be empty. */
    public String name() {
        return root.name();
    }

    /** What the run was started with, for correlation. */
    public Map<String, String> attributes() {
        return root.attributes();
    }

    public Instant started() {
        return started;
    }

    public RunState state() {
        return root.state();
    }

    public RunScope root() {
        return root;
    }

    /** What was recorded so far. May be asked at any time; a call that is being recorded may be there in part. */
    public RunTotals totals() {
        return tally.snapshot();
    }

    /** Computes things once for the whole run. */
    public RunCache cache() {
        return cache;
    }

    /** Cancels the root scope, and so everything. Does nothing to a run that has ended. See {@link RunScope#cancel}. */
    public boolean cancel(String reason) {
        return root.cancel(reason);
    }

    /**
     * Waits until the run has ended, its hooks and listeners included.
     *
     * @return false if it has not, after that time
     */
    public boolean awaitEnd(Duration atMost) throws InterruptedException {
        return root.life().awaitEnd(atMost);
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

    void dropCache() {
        cache.drop();
    }

    RunSummary summary(Ending ending, Duration took) {
        return new RunSummary(id, name(), attributes(), started, took, ending, totals());
    }

    @Override
    public String toString() {
        return id.value();
    }
}
