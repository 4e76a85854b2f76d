package dev.mooring.mcp.server;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Items with unique names, in insertion order. Readers see an immutable snapshot and never wait for a writer. */
final class NamedItems<T> {
    private final Function<T, String> nameOf;
    private volatile Snapshot<T> snapshot = new Snapshot<>(Map.of(), List.of());

    private record Snapshot<T>(Map<String, T> byName, List<T> inOrder) {}

    NamedItems(Function<T, String> nameOf) {
        this.nameOf = nameOf;
    }

    /** Adds an item, or replaces the item with the same name in its place. */
    synchronized void put(T item) {
        Map<String, T> next = new LinkedHashMap<>(snapshot.byName);
        next.put(nameOf.apply(item), item);
        publish(next);
    }

    /** Removes the item with a name. Returns false if there is no such item. */
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
        snapshot = new Snapshot<>(next, List.copyOf(next.values()));
    }
}
