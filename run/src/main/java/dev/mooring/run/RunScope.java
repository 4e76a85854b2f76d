package dev.mooring.run;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One invocation within a run: the root, or one that joined. It owns the threads it forks and what is to be done at its end.
 *
 * <p>A scope is a fit key for things held on its behalf: its identity is unique, and nothing can be registered with it once it closes.
 * All methods may be called by any thread.
 */
public final class RunScope {
    private static final Duration FIVE_SECONDS = Duration.ofSeconds(5);

    private final AgentRun run;
    private final @Nullable RunScope parent;
    private final String id;
    private final String name;
    private final Map<String, String> attributes;
    private final Listeners listeners;
    private final Budget budget;
    private final Lifecycle life;
    private final long start = System.nanoTime();

    private RunScope(AgentRun run, @Nullable RunScope parent, String id, RunOptions options) {
        this.run = run;
        this.parent = parent;
        this.id = id;
        this.name = options.name();
        var all = new LinkedHashMap<>(parent == null ? Map.of() : parent.attributes);
        all.putAll(options.attributes());
        this.attributes = Collections.unmodifiableMap(all);
        this.listeners = (parent == null ? Listeners.NONE : parent.listeners).and(options.listeners());
        String whose = parent == null ? "the run" : name.isEmpty() ? "this invocation" : "'" + name + "'";
        this.budget = new Budget(parent == null ? null : parent.budget, options.limits(), whose, System::nanoTime);
        Duration drain = options.drain();
        Duration grace = options.grace();
        this.life = new Lifecycle(
                this,
                parent == null ? null : parent.life,
                drain != null ? drain : parent == null ? FIVE_SECONDS : parent.life.drain(),
                grace != null ? grace : parent == null ? FIVE_SECONDS : parent.life.grace());
    }

    static RunScope root(AgentRun run, RunOptions options) {
        return new RunScope(run, null, run.id().value(), options);
    }

    RunScope join(RunOptions options) {
        var child = new RunScope(run, this, run.nextScopeId(), options);
        life.adopt(child.life);
        return child;
    }

    /** The innermost scope that is bound on this thread. */
    public static Optional<RunScope> current() {
        Strand strand = Strand.current();
        return strand == null ? Optional.empty() : Optional.of(strand.scope);
    }

    /**
     * The innermost scope that is bound on this thread.
     *
     * @throws NotInRun if there is none
     */
    public static RunScope require() {
        Strand strand = Strand.current();
        if (strand == null) {
            throw new NotInRun();
        }
        return strand.scope;
    }

    /** The run's id for the root, otherwise one that begins with it. */
    public String id() {
        return id;
    }

    /** For people; may be empty. */
    public String name() {
        return name;
    }

    public AgentRun run() {
        return run;
    }

    /** The scope that this one joined; empty for the root. */
    public Optional<RunScope> parent() {
        return Optional.ofNullable(parent);
    }

    public boolean isRoot() {
        return parent == null;
    }

    /** The attributes of the scopes around, overridden by this one's own. */
    public Map<String, String> attributes() {
        return attributes;
    }

    public RunState state() {
        return life.state();
    }

    /** What this scope and those around it may still spend. */
    public Budget budget() {
        return budget;
    }

    /**
     * Has something done when this scope ends: last registered first, once, whatever the body did.
     *
     * @param name for the log, should it fail
     * @throws RunEnded if the scope is no longer open
     */
    public Registration onEnd(String name, EndHook hook) {
        return life.onEnd(name, hook);
    }

    /**
     * Runs a task on a virtual thread of its own, with this scope current there. The log context is copied.
     *
     * @throws RunEnded if the scope is no longer open
     */
    public <T extends @Nullable Object> Fork<T> fork(Callable<? extends T> task) {
        return new Fork<T>(this, run.nextForkName(), task).start();
    }

    /**
     * Runs the tasks at once, each on a fork, and waits for all. A task that cannot be started any more has failed with {@link RunEnded}.
     *
     * @return the outcomes, in the order of the tasks
     * @throws InterruptedException if interrupted while waiting; the tasks are interrupted then
     */
    public <T extends @Nullable Object> List<Outcome<T>> forkAll(Collection<? extends Callable<? extends T>> tasks)
            throws InterruptedException {
        return Together.run(this, tasks);
    }

    /** As {@link #forkAll}, with one function for many inputs. */
    public <I, T extends @Nullable Object> List<Outcome<T>> forkEach(
            Collection<? extends I> inputs, Function<? super I, ? extends T> function) throws InterruptedException {
        return Together.run(
                this,
                inputs.stream()
                        .<Callable<? extends T>>map(input -> () -> function.apply(input))
                        .toList());
    }

    /** The task, to be run by whatever thread, with this scope current meanwhile. Throws {@link RunEnded} if that comes too late. */
    public Runnable wrap(Runnable task) {
        return () -> Carried.<@Nullable Void, RuntimeException>run(this, () -> {
            task.run();
            return null;
        });
    }

    /** The task, to be called by whatever thread, with this scope current meanwhile. Throws {@link RunEnded} if that comes too late. */
    public <T extends @Nullable Object> Callable<T> wrap(Callable<T> task) {
        return () -> Carried.run(this, task::call);
    }

    /**
     * Runs each task on a fork of this scope, for libraries that want an executor. It rejects tasks once the scope is no longer open.
     */
    public Executor executor() {
        return task -> {
            try {
                fork(() -> {
                    Carried.logFailure(id, task);
                    return null;
                });
            } catch (RunEnded ended) {
                throw new RejectedExecutionException(ended.getMessage(), ended);
            }
        };
    }

    /**
     * Closes this scope and those below, and interrupts all their threads, the body's included. The call that runs the body ends with
     * {@link RunCancelled}.
     *
     * @return whether that is so; false if the body was over, in which case only forks that are still waited for are interrupted
     */
    public boolean cancel(String reason) {
        return life.cancel(reason);
    }

    /** Counts a call in the run's totals and the budget, and tells the listeners. */
    public void record(Call call) {
        run.tally().add(call);
        budget.spend(call.tokensIn() + call.tokensOut());
        listeners.tell(new RunEvent.Called(this, call));
    }

    Lifecycle life() {
        return life;
    }

    Listeners listeners() {
        return listeners;
    }

    /** Runs the body on this thread, and ends the scope. */
    <T extends @Nullable Object, X extends Exception> T execute(RunBody<? extends T, X> body) throws X {
        Strand strand = Strand.begun(this);
        String cancelled = life.beginBody(strand);
        try (var _ = LogContext.enter(run.id())) {
            listeners.tell(isRoot() ? new RunEvent.Started(run) : new RunEvent.Joined(this));
            T result;
            try {
                if (cancelled != null) {
                    throw new RunCancelled(id, cancelled, null);
                }
                result = ScopedValue.where(Strand.CURRENT, strand).call(body::call);
            } catch (Throwable thrown) {
                if (life.end(strand, new Ending.Failed(thrown)) instanceof Ending.Cancelled(String reason)) {
                    throw cancelledBy(reason, thrown);
                }
                throw thrown;
            }
            if (life.end(strand, new Ending.Returned()) instanceof Ending.Cancelled(String reason)) {
                throw new RunCancelled(id, reason, null);
            }
            return result;
        }
    }

    private RunCancelled cancelledBy(String reason, Throwable thrown) {
        boolean said = thrown instanceof RunCancelled same && same.scopeId().equals(id);
        return said ? (RunCancelled) thrown : new RunCancelled(id, reason, thrown);
    }

    void announceEnd(Ending ending) {
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        if (isRoot()) {
            run.dropCache();
            listeners.tell(new RunEvent.Ended(run, run.summary(ending, took)));
        } else {
            listeners.tell(new RunEvent.Left(this, ending, took));
        }
    }

    @Override
    public String toString() {
        return id;
    }
}
