package dev.mooring.mcp.server.changes;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** Passes each change to the queues of all listeners. Thread-safe. */
public final class ChangeBroadcaster {
    private final Set<ChangeQueue> listeners = ConcurrentHashMap.newKeySet();

    /** Opens a queue for the changes that satisfy a filter. The caller closes it. */
    public ChangeQueue listen(Predicate<Change> filter) {
        return new ChangeQueue(filter, listeners);
    }

    /** Returns whether an open queue accepts a change. */
    public boolean hasListeners(Change change) {
        return listeners.stream().anyMatch(listener -> listener.accepts(change));
    }

    /** Adds a change to the queues that accept it. */
    public void broadcast(Change change) {
        listeners.forEach(listener -> listener.add(change));
    }
}
