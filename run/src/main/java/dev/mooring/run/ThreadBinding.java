package dev.mooring.run;

import org.jspecify.annotations.Nullable;

/** The binding of a thread to a scope while it runs a body, a fork, or a wrapped task on a foreign thread. */
final class ThreadBinding extends Interruptible {
    /** The innermost binding of the current thread. */
    static final ScopedValue<ThreadBinding> CURRENT = ScopedValue.newInstance();

    final RunScope scope;
    private final @Nullable ThreadBinding outer;
    private final int outerInterrupts;

    private ThreadBinding(RunScope scope, @Nullable ThreadBinding outer) {
        this.scope = scope;
        this.outer = outer;
        this.outerInterrupts = outer == null ? 0 : outer.interrupts();
    }

    static ThreadBinding notBegun(RunScope scope) {
        return new ThreadBinding(scope, null);
    }

    /** Returns a binding that begins now on this thread, nested in the current binding of the thread if there is one. */
    static ThreadBinding begun(RunScope scope) {
        ThreadBinding current = current();
        var binding = new ThreadBinding(scope, current != null && current.isOnThisThread() ? current : null);
        binding.begin();
        return binding;
    }

    static @Nullable ThreadBinding current() {
        return CURRENT.isBound() ? CURRENT.get() : null;
    }

    /**
     * Returns whether the outer binding was interrupted since this one began. Both share the thread's interrupt flag, so this
     * work may have consumed it. The thread must then be interrupted again when it returns to the outer binding.
     */
    boolean isOuterInterrupted() {
        return outer != null && outer.interrupts() > outerInterrupts;
    }
}
