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
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * One invocation in a run: the root invocation, or one that joined the run. A scope owns the threads that it forks and its
 * end hooks.
 *
 * <p>A scope can be the key of resources that are held for it: its identity is unique, and nothing can be registered with it
 * once it is closing. Thread-safe.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class RunScope {
    private static final Duration DEFAULT_WAIT = Duration.ofSeconds(5);
    private static final Duration DEFAULT_HOOK_TIMEOUT = Duration.ofSeconds(10);

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
        String label = parent == null ? "the run" : name.isEmpty() ? "this invocation" : "'" + name + "'";
        this.budget = new Budget(parent == null ? null : parent.budget, options.limits(), label, System::nanoTime);
        Duration drain = options.drain();
        Duration grace = options.grace();
        Duration hookTimeout = options.hookTimeout();
        this.life = new Lifecycle(
                this,
                parent == null ? null : parent.life,
                drain != null ? drain : parent == null ? DEFAULT_WAIT : parent.life.drain(),
                grace != null ? grace : parent == null ? DEFAULT_WAIT : parent.life.grace(),
                hookTimeout != null ? hookTimeout : parent == null ? DEFAULT_HOOK_TIMEOUT : parent.life.hookTimeout());
    }

    static RunScope root(AgentRun run, RunOptions options) {
        return new RunScope(run, null, run.id().value(), options);
    }

    RunScope join(RunOptions options) {
        var child = new RunScope(run, this, run.nextScopeId(), options);
        life.adopt(child.life);
        return child;
    }

    /** Returns the innermost scope that is bound to this thread. */
    public static Optional<RunScope> current() {
        ThreadBinding binding = ThreadBinding.current();
        return binding == null ? Optional.empty() : Optional.of(binding.scope);
    }

    /**
     * Returns the innermost scope that is bound to this thread.
     *
     * @throws NotInRun if no run is bound to this thread
     */
    public static RunScope require() {
        ThreadBinding binding = ThreadBinding.current();
        if (binding == null) {
            throw new NotInRun();
        }
        return binding.scope;
    }

    /** Returns the id: the run id for the root, otherwise an id that starts with the run id. */
    public String id() {
        return id;
    }

    /** Returns a display name, which may be empty. */
    public String name() {
        return name;
    }

    /** Returns the run. */
    public AgentRun run() {
        return run;
    }

    /** Returns the scope that this one joined; empty for the root. */
    public Optional<RunScope> parent() {
        return Optional.ofNullable(parent);
    }

    /** Returns whether this is the root scope. */
    public boolean isRoot() {
        return parent == null;
    }

    /** Returns when this scope was created, by {@link System#nanoTime}. */
    public long startedAt() {
        return start;
    }

    /** Returns the attributes of all enclosing scopes, overridden by those of this scope. */
    public Map<String, String> attributes() {
        return attributes;
    }

    /** Returns the state. */
    public RunState state() {
        return life.state();
    }

    /**
     * Checks that this scope is open.
     *
     * @param operation what the caller is about to do, for the message
     * @throws RunEnded if the scope is closing or has ended
     */
    public void requireOpen(String operation) {
        life.requireOpen(operation);
    }

    /** Returns the budget of this scope, which includes the limits of all enclosing scopes. */
    public Budget budget() {
        return budget;
    }

    /**
     * Registers a hook that runs once when this scope ends, whatever the body did. Hooks run last registered first. A hook
     * that misses its deadline does not keep the others from running; see {@link EndHook}.
     *
     * @param name names the hook in the log if it fails
     * @throws RunEnded if the scope is no longer open
     */
    public Registration onEnd(String name, EndHook hook) {
        return life.onEnd(name, hook);
    }

    /**
     * Runs a task on a new virtual thread that is bound to this scope. The thread gets a copy of the log context.
     *
     * @throws RunEnded if the scope is no longer open
     */
    public <T extends @Nullable Object> Fork<T> fork(Callable<? extends T> task) {
        return new Fork<T>(this, run.nextForkName(), task).start();
    }

    /**
     * Runs the tasks in parallel, each on a fork, and waits for all of them. If the scope closes, tasks that have not started
     * fail with {@link RunEnded}.
     *
     * @return the outcomes, in the order of the tasks
     * @throws InterruptedException if interrupted while waiting; this also interrupts the tasks
     */
    public <T extends @Nullable Object> List<Outcome<T>> forkAll(Collection<? extends Callable<? extends T>> tasks)
            throws InterruptedException {
        return ParallelTasks.run(this, tasks);
    }

    /** Applies a function to all inputs in parallel, as {@link #forkAll} does. */
    public <I, T extends @Nullable Object> List<Outcome<T>> forkEach(
            Collection<? extends I> inputs, Function<? super I, ? extends T> function) throws InterruptedException {
        return ParallelTasks.run(
                this,
                inputs.stream()
                        .<Callable<? extends T>>map(input -> () -> function.apply(input))
                        .toList());
    }

    /**
     * Returns a task that any thread can run. The thread is bound to this scope while the task runs. The task throws {@link
     * RunEnded} if the scope is not open.
     */
    public Runnable wrap(Runnable task) {
        return () -> ForeignThreadTask.<@Nullable Void, RuntimeException>run(this, () -> {
            task.run();
            return null;
        });
    }

    /**
     * Returns a task that any thread can call. The thread is bound to this scope while the task runs. The task throws {@link
     * RunEnded} if the scope is not open.
     */
    public <T extends @Nullable Object> Callable<T> wrap(Callable<T> task) {
        return () -> ForeignThreadTask.run(this, task::call);
    }

    /**
     * Returns an executor that runs each task on a fork of this scope. It rejects tasks once the scope is no longer open.
     */
    public Executor executor() {
        return task -> {
            try {
                fork(() -> {
                    ForeignThreadTask.logFailure(id, task);
                    return null;
                });
            } catch (RunEnded ended) {
                throw new RejectedExecutionException(ended.getMessage(), ended);
            }
        };
    }

    /**
     * Closes this scope and all scopes below it, and interrupts all their threads, including the body. The call that runs the
     * body ends with {@link RunCancelled}.
     *
     * @return false if the body had ended; then only the forks that the end waits for are interrupted
     */
    public boolean cancel(String reason) {
        return life.cancel(reason);
    }

    /** Adds a call to the totals of the run and to the budget, and notifies the listeners. */
    public void record(CallRecord call) {
        run.tally().add(call);
        budget.spendTokens(call.tokensIn() + call.tokensOut());
        listeners.publish(new RunEvent.Called(this, call));
    }

    Lifecycle life() {
        return life;
    }

    Listeners listeners() {
        return listeners;
    }

    /** Runs the body on this thread and ends the scope. */
    <T extends @Nullable Object, X extends Exception> T execute(RunBody<? extends T, X> body) throws X {
        ThreadBinding binding = ThreadBinding.begun(this);
        String cancelled = life.beginBody(binding);
        try (var _ = LogContext.enter(run.id())) {
            listeners.publish(isRoot() ? new RunEvent.Started(run) : new RunEvent.Joined(this));
            T result;
            try {
                if (cancelled != null) {
                    throw new RunCancelled(id, cancelled, null);
                }
                result = ScopedValue.where(ThreadBinding.CURRENT, binding).call(body::call);
            } catch (Throwable thrown) {
                if (life.end(binding, new Ending.Failed(thrown)) instanceof Ending.Cancelled(String reason)) {
                    throw cancelledBy(reason, thrown);
                }
                throw thrown;
            }
            if (life.end(binding, new Ending.Returned()) instanceof Ending.Cancelled(String reason)) {
                throw new RunCancelled(id, reason, null);
            }
            return result;
        }
    }

    private RunCancelled cancelledBy(String reason, Throwable thrown) {
        return thrown instanceof RunCancelled same && same.scopeId().equals(id)
                ? same
                : new RunCancelled(id, reason, thrown);
    }

    void announceEnd(Ending ending) {
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        if (isRoot()) {
            run.clearCache();
            listeners.publish(new RunEvent.Ended(run, run.summary(ending, took)));
        } else {
            listeners.publish(new RunEvent.ScopeEnded(this, ending, took));
        }
    }

    @Override
    public String toString() {
        return id;
    }
}
