package dev.mooring.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads, end hooks and child scopes of a scope, and the steps of its end.
 *
 * <p>A scope has one body, thread bindings (forks and wrapped tasks), end hooks and child scopes. One lock per run guards the
 * structure of all its scopes. So an addition and its check for an open scope are one atomic step, and closing a scope
 * closes all scopes below it in the same step. No hook, listener or interrupt runs while the lock is held. Reading the state
 * takes no lock.
 *
 * <p>The end of a scope, on the thread of its body:
 *
 * <ol>
 *   <li><b>close</b>: from here on, forks, joins and hooks are refused. This step decides, once, whether the end of the body
 *       or a cancel came first.
 *   <li><b>drain</b>: wait for the threads, for the drain time after a normal return and not at all otherwise; interrupt the
 *       remaining threads, including those below; wait for the grace time; log the threads that ignored the interrupt, and
 *       stop waiting.
 *   <li><b>conclude</b>: end the child scopes that such a thread keeps open, then run the hooks. The first thread that gets
 *       here does this; others wait until it is done. So a thread that returns late finds that its scope has ended and that
 *       its hooks have run.
 * </ol>
 *
 * The body of a child scope always runs within a thread binding or the body of its parent. Waiting for a scope's own threads
 * is therefore waiting for everything below.
 */
final class Lifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(AgentRun.class);

    private static final String OUTLIVED = "it outlived the enclosing scope";

    private final RunScope scope;
    private final @Nullable Lifecycle parent;
    private final ReentrantLock structure; // one per run
    private final Condition changed;
    private final Duration drain;
    private final Duration grace;
    private final Duration hookTimeout;
    private final EndHooks hooks = new EndHooks();
    private final CountDownLatch ended = new CountDownLatch(1);

    private volatile RunState state = RunState.OPEN;
    // The fields below are guarded by structure.
    private final Set<Lifecycle> children = new LinkedHashSet<>();
    private final Set<ThreadBinding> bindings = new LinkedHashSet<>();
    private @Nullable ThreadBinding body;
    private @Nullable Ending ending;
    private @Nullable String cancelled;
    private boolean drainSkipped;
    private boolean concluding;

    Lifecycle(RunScope scope, @Nullable Lifecycle parent, Duration drain, Duration grace, Duration hookTimeout) {
        this.scope = scope;
        this.parent = parent;
        this.structure = parent == null ? new ReentrantLock() : parent.structure;
        this.changed = parent == null ? structure.newCondition() : parent.changed;
        this.drain = drain;
        this.grace = grace;
        this.hookTimeout = hookTimeout;
    }

    RunState state() {
        return state;
    }

    Duration drain() {
        return drain;
    }

    Duration grace() {
        return grace;
    }

    Duration hookTimeout() {
        return hookTimeout;
    }

    /** Adds the lifecycle of a child scope. */
    void adopt(Lifecycle child) {
        structure.lock();
        try {
            requireOpen("join");
            children.add(child);
        } finally {
            structure.unlock();
        }
    }

    Registration onEnd(String name, EndHook hook) {
        structure.lock();
        try {
            requireOpen("register an end hook");
            return hooks.add(name, hook);
        } finally {
            structure.unlock();
        }
    }

    void enter(ThreadBinding binding) {
        structure.lock();
        try {
            requireOpen("start a task");
            bindings.add(binding);
        } finally {
            structure.unlock();
        }
    }

    void leave(ThreadBinding binding) {
        structure.lock();
        try {
            bindings.remove(binding);
            changed.signalAll();
        } finally {
            structure.unlock();
        }
    }

    /** Returns the reason of a cancel that came before the body, or null if the body can start. */
    @Nullable
    String beginBody(ThreadBinding binding) {
        structure.lock();
        try {
            body = binding;
            return cancelled;
        } finally {
            structure.unlock();
        }
    }

    /** Returns true if the body has not ended, so that the scope ends as cancelled. */
    boolean cancel(String reason) {
        var toInterrupt = new ArrayList<ThreadBinding>();
        boolean beforeEnd;
        structure.lock();
        try {
            beforeEnd = ending == null;
            cancelBelow(reason, toInterrupt);
            changed.signalAll();
        } finally {
            structure.unlock();
        }
        toInterrupt.forEach(ThreadBinding::interrupt);
        return beforeEnd;
    }

    private void cancelBelow(String reason, List<ThreadBinding> toInterrupt) {
        if (state == RunState.OPEN) {
            state = RunState.CLOSING;
        }
        if (ending == null) {
            cancelled = cancelled == null ? reason : cancelled;
            if (body != null) {
                toInterrupt.add(body);
            }
        }
        drainSkipped = true;
        toInterrupt.addAll(bindings);
        children.forEach(child -> child.cancelBelow(reason, toInterrupt));
    }

    /**
     * Ends the scope after its body, and restores the interrupt flag of the thread.
     *
     * @return how the scope ended: cancelled if a cancel came first, whatever the body did
     */
    Ending end(ThreadBinding binding, Ending bodyEnding) {
        var wait = new UninterruptibleWait(binding.end());
        Ending result = close(bodyEnding);
        drain(result, wait);
        conclude(wait);
        if (wait.wasInterrupted() || binding.isOuterInterrupted()) {
            Thread.currentThread().interrupt();
        }
        return result;
    }

    private Ending close(Ending bodyEnding) {
        structure.lock();
        try {
            // conclude() has set the ending if this body outlived the enclosing scope.
            Ending result = ending;
            if (result == null) {
                result = cancelled == null ? bodyEnding : new Ending.Cancelled(cancelled);
                ending = result;
                closeBelow();
                changed.signalAll();
            }
            return result;
        } finally {
            structure.unlock();
        }
    }

    private void closeBelow() {
        if (state == RunState.OPEN) {
            state = RunState.CLOSING;
        }
        children.forEach(Lifecycle::closeBelow);
    }

    private void drain(Ending result, UninterruptibleWait wait) {
        List<ThreadBinding> late;
        structure.lock();
        try {
            if (result instanceof Ending.Returned) {
                wait.await(changed, () -> bindings.isEmpty() || drainSkipped || wait.wasInterrupted(), drain);
            }
            if (bindings.isEmpty()) {
                return;
            }
            late = new ArrayList<>();
            collectBelow(late);
        } finally {
            structure.unlock();
        }
        late.forEach(ThreadBinding::interrupt);
        structure.lock();
        try {
            wait.await(changed, bindings::isEmpty, grace);
            late = List.copyOf(bindings);
        } finally {
            structure.unlock();
        }
        for (ThreadBinding ignoring : late) {
            LOG.warn(
                    "{}: ends without waiting for a task that ignored its interrupt",
                    scope.id(),
                    ignoring.stackTrace());
        }
    }

    private void collectBelow(List<ThreadBinding> into) {
        into.addAll(bindings);
        for (Lifecycle child : children) {
            child.collectBelow(into);
        }
    }

    /** Ends the child scopes whose threads did not return, then runs the hooks of this scope. */
    private void conclude(UninterruptibleWait wait) {
        List<Lifecycle> remaining;
        Ending how;
        structure.lock();
        try {
            if (concluding) {
                while (state != RunState.ENDED) {
                    changed.awaitUninterruptibly();
                }
                return;
            }
            concluding = true;
            how = ending != null ? ending : new Ending.Cancelled(cancelled != null ? cancelled : OUTLIVED);
            ending = how;
            closeBelow();
            remaining = List.copyOf(children).reversed();
        } finally {
            structure.unlock();
        }
        remaining.forEach(child -> child.conclude(wait));
        hooks.runAll(scope, wait, hookTimeout);
        structure.lock();
        try {
            state = RunState.ENDED;
            if (parent != null) {
                parent.children.remove(this);
            }
            changed.signalAll();
        } finally {
            structure.unlock();
        }
        scope.announceEnd(how);
        ended.countDown();
    }

    boolean awaitEnd(Duration timeout) throws InterruptedException {
        return ended.await(UninterruptibleWait.saturatedNanos(timeout), TimeUnit.NANOSECONDS);
    }

    void requireOpen(String operation) {
        if (state != RunState.OPEN) {
            throw new RunEnded(operation, scope);
        }
    }
}
