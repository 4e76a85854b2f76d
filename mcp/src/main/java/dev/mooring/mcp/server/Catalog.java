package dev.mooring.mcp.server;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Named things in the order in which they were added; reading never waits for a change. */
final class Catalog<T> {
    private final Function<T, String> nameOf;
    private volatile Snapshot<T> snapshot = new Snapshot<>(Map.of(), List.of());

    private record Snapshot<T>(Map<String, T> byName, List<T> inOrder) {}

    Catalog(Function<T, String> nameOf) {
        this.nameOf = nameOf;
    }

    /** Adds something, in the place of what had its name. */
    synchronized void put(T item) {
        Map<String, T> next = new LinkedHashMap<>(snapshot.byName);
        next.put(nameOf.apply(item), item);
        publish(next);
    }

    /** Whether there was something of that name. */
    synchronized boolean remove(String name) {
        Map<String, T> next = new LinkedHashMap<>(snapshot.byName);
        boolean removed = next.remove(name) != null;
        publish(next);
        return removed;
    }

    List<T> all() {
        return snapshot.inOrder;
    }

    @Nullable
    T get(String name) {
        return snapshot.byName.get(name);
    }

    boolean isEmpty() {
        return snapshot.inOrder.isEmpty();
    }

    private void publish(Map<String, T> next) {
        snapshot = new Snapshot<>(next, List.copyOf(new ArrayList<>(next.values())));
    }
}
