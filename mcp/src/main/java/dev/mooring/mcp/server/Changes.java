package dev.mooring.mcp.server;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** Tells every listener what has changed. */
final class Changes {
    private final Set<Listening> listeners = ConcurrentHashMap.newKeySet();

    Listening listen(Predicate<Change> wanted) {
        return new Listening(wanted, listeners);
    }

    boolean isAwaited(Change change) {
        return listeners.stream().anyMatch(listener -> listener.wants(change));
    }

    void announce(Change change) {
        listeners.forEach(listener -> listener.offer(change));
    }
}
