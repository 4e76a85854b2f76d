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
 * What is alive in a scope, and how it comes to an end.
 *
 * <p>A scope has one body, strands (forks and carried tasks), hooks and child scopes. One lock per run guards the structure of all its
 * scopes, so "is it open?" and "add this" are one step, and closing a scope closes everything below it in the same step. Nothing foreign
 * is called with the lock held: no hook, no listener, no interrupt. Those who only read the state take no lock.
 *
 * <p>The end of a scope, on the thread of its body:
 *
 * <ol>
 *   <li><b>close</b>: from here on, forks, joins and hooks are refused. Whether the body's end or a cancel came first is settled here, once.
 *   <li><b>settle</b>: wait for the strands, for the drain time after a normal return and not at all otherwise; interrupt
 *       what is left of them and below; wait for the grace time; name in the log what ignored even that, and wait no longer.
 *   <li><b>conclude</b>: end the child scopes that such a straggler still keeps, then run the hooks, then it has ended. Whoever comes first
 *       does this; others wait until it is done. So a straggler that comes back finds its scope ended, and its hooks run.
 * </ol>
 *
 * A child scope's body always runs within a strand or the body of its parent, so waiting for a scope's own strands is
 * waiting for everything below.
 */
final class Lifecycle {
    private static final Logger log = LoggerFactory.getLogger(AgentRun.class);

    private static final String OUTLIVED = "it outlived the scope around it";

    private final RunScope scope;
    private final @Nullable Lifecycle parent;
    private final ReentrantLock structure; // the run's
    private final Condition changed;
    private final Duration drain;
    private final Duration grace;
    private final EndHooks hooks = new EndHooks();
    private final CountDownLatch ended = new CountDownLatch(1);

    private volatile RunState state = RunState.OPEN;
    // All below is guarded by structure.
    private final Set<Lifecycle> children = new LinkedHashSet<>();
    private final Set<Strand> strands = new LinkedHashSet<>();
    private @Nullable Strand body;
    private @Nullable Ending ending;
    private @Nullable String cancelled;
    private boolean hurried;
    private boolean concluding;

    Lifecycle(RunScope scope, @Nullable Lifecycle parent, Duration drain, Duration grace) {
        this.scope = scope;
        this.parent = parent;
        this.structure = parent == null ? new ReentrantLock() : parent.structure;
        this.changed = parent == null ? structure.newCondition() : parent.changed;
        this.drain = drain;
        this.grace = grace;
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

    /** Makes a child scope's lifecycle part of this one. */
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

    void enter(Strand strand) {
        structure.lock();
        try {
            requireOpen("start a task");
            strands.add(strand);
        } finally {
            structure.unlock();
        }
    }

    void leave(Strand strand) {
        structure.lock();
        try {
            strands.remove(strand);
            changed.signalAll();
        } finally {
            structure.unlock();
        }
    }

    /** Returns why the body must not even begin, or null if it may. */
    @Nullable
    String beginBody(Strand strand) {
        structure.lock();
        try {
            body = strand;
            return cancelled;
        } finally {
            structure.unlock();
        }
    }

    /** Returns whether the body was not over yet, so that the scope will end as cancelled. */
    boolean cancel(String reason) {
        var reached = new ArrayList<Strand>();
        boolean inTime;
        structure.lock();
        try {
            inTime = ending == null;
            cancelBelow(reason, reached);
            changed.signalAll();
        } finally {
            structure.unlock();
        }
        reached.forEach(Strand::interrupt);
        return inTime;
    }

    private void cancelBelow(String reason, List<Strand> reached) {
        if (state == RunState.OPEN) {
            state = RunState.CLOSING;
        }
        if (ending == null) {
            cancelled = cancelled == null ? reason : cancelled;
            if (body != null) {
                reached.add(body);
            }
        }
        hurried = true;
        reached.addAll(strands);
        children.forEach(child -> child.cancelBelow(reason, reached));
    }

    /**
     * Ends the scope after its body. When this returns, the scope has ended and the thread is as much interrupted as it should be.
     *
     * @return how the scope ended, which is not what the body did if it was cancelled before
     */
    Ending end(Strand strand, Ending bodyEnding) {
        var calm = new Calm(strand.end());
        Ending settled = close(bodyEnding);
        settle(settled, calm);
        conclude(calm);
        if (calm.isDisturbed() || strand.isInterruptedAround()) {
            Thread.currentThread().interrupt();
        }
        return settled;
    }

    private Ending close(Ending bodyEnding) {
        structure.lock();
        try {
            // Set before by conclude() if this body outlived the scope around.
            Ending settled = ending;
            if (settled == null) {
                settled = cancelled == null ? bodyEnding : new Ending.Cancelled(cancelled);
                ending = settled;
                closeBelow();
                changed.signalAll();
            }
            return settled;
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

    private void settle(Ending settled, Calm calm) {
        List<Strand> late;
        structure.lock();
        try {
            if (settled instanceof Ending.Returned) {
                calm.await(changed, () -> strands.isEmpty() || hurried || calm.isDisturbed(), drain);
            }
            if (strands.isEmpty()) {
                return;
            }
            late = new ArrayList<>();
            gatherBelow(late);
        } finally {
            structure.unlock();
        }
        late.forEach(Strand::interrupt);
        structure.lock();
        try {
            calm.await(changed, strands::isEmpty, grace);
            late = List.copyOf(strands);
        } finally {
            structure.unlock();
        }
        for (Strand straggler : late) {
            log.warn("{}: ends without a task that ignored its interrupt", scope.id(), straggler.whereabouts());
        }
    }

    private void gatherBelow(List<Strand> into) {
        into.addAll(strands);
        for (Lifecycle child : children) {
            child.gatherBelow(into);
        }
    }

    /** Runs the hooks of a scope that is over: this one's, and before them those of children whose own threads did not come back. */
    private void conclude(Calm calm) {
        List<Lifecycle> left;
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
            left = List.copyOf(children).reversed();
        } finally {
            structure.unlock();
        }
        left.forEach(child -> child.conclude(calm));
        hooks.runAll(scope, calm);
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

    /** Ends a scope whose body never began. */
    void abandon() {
        conclude(new Calm(false));
    }

    /** Sees a cancelled scope to its end, from another thread than its body's: with the body if it minds its interrupt, without it if not. */
    void endCancelled(Calm calm) {
        Strand stuck;
        structure.lock();
        try {
            calm.await(changed, () -> ending != null, grace);
            stuck = ending == null ? body : null;
        } finally {
            structure.unlock();
        }
        if (stuck != null) {
            log.warn("{}: ends without its body, which ignored its interrupt", scope.id(), stuck.whereabouts());
            conclude(calm);
        } else {
            calm.await(ended);
        }
    }

    boolean awaitEnd(Duration atMost) throws InterruptedException {
        return ended.await(Calm.saturatedNanos(atMost), TimeUnit.NANOSECONDS);
    }

    private void requireOpen(String what) {
        if (state != RunState.OPEN) {
            throw new RunEnded(what, scope);
        }
    }
}
