package dev.mooring.run;

import org.jspecify.annotations.Nullable;

/** One thread's stay in a scope: a body, a fork, or a task carried to a foreign thread. */
final class Strand extends Interruptible {
    /** The innermost strand of the current thread. All that a thread knows about its run hangs here. */
    static final ScopedValue<Strand> CURRENT = ScopedValue.newInstance();

    final RunScope scope;
    private final @Nullable Strand around;
    private final int aroundInterrupts;

    private Strand(RunScope scope, @Nullable Strand around) {
        this.scope = scope;
        this.around = around;
        this.aroundInterrupts = around == null ? 0 : around.interrupts();
    }

    static Strand toBegin(RunScope scope) {
        return new Strand(scope, null);
    }

    /** A stay that begins now, on this thread, inside of the one that the thread may be in already. */
    static Strand begun(RunScope scope) {
        Strand current = current();
        var strand = new Strand(scope, current != null && current.isOnThisThread() ? current : null);
        strand.begin();
        return strand;
    }

    static @Nullable Strand current() {
        return CURRENT.isBound() ? CURRENT.get() : null;
    }

    /**
     * Whether the stay around this one was interrupted since this one began. The flag is the same, so this stay's work
     * may have consumed it: the thread then has to be interrupted once more when it is back in the stay around.
     */
    boolean isInterruptedAround() {
        return around != null && around.interrupts() > aroundInterrupts;
    }
}
