package dev.mooring.session;

import dev.mooring.run.RunScope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a call comes from, which decides who learns of a loss from its result.
 *
 * @param invocation the id of the invocation or owner that makes the call
 * @param scope the scope with that id, which works for the scopes above it; null if the call is not made in a run
 * @param conversations identify the conversations with a model in which the call was decided
 */
record CallSource(String invocation, @Nullable RunScope scope, List<?> conversations) {
    static CallSource of(RunScope scope, List<?> conversations) {
        return new CallSource(scope.id(), scope, conversations);
    }

    /** Returns a source outside a run, or one that stands for a whole run. */
    static CallSource of(String invocation) {
        return new CallSource(invocation, null, List.of());
    }

    /** Returns the parent of a scope. Returns null if the scope has no parent, or is null itself. */
    static @Nullable RunScope above(@Nullable RunScope scope) {
        return scope == null ? null : scope.parent().orElse(null);
    }
}
