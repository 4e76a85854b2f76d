package dev.mooring.auth.client;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sets of scopes, in the order in which they were named. */
final class Scopes {
    private Scopes() {}

    /** Returns the scopes of a space-separated list. */
    static Set<String> of(@Nullable String list) {
        if (list == null || list.isBlank()) {
            return Set.of();
        }
        return Collections.unmodifiableSet(
                new LinkedHashSet<>(Arrays.asList(list.strip().split("\\s+"))));
    }

    static Set<String> union(Collection<String> one, Collection<String> other) {
        Set<String> all = new LinkedHashSet<>(one);
        all.addAll(other);
        return Collections.unmodifiableSet(all);
    }
}
