package dev.mooring.store;

import dev.mooring.handle.HandleCodec;
import dev.mooring.handle.HandleKey;
import dev.mooring.store.HandleTable.Row;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A codec with a cache of recent states, so that several operations on a handle parse its JSON once.
 * Thread-safe.
 *
 * @param <S> the type of the state
 */
final class RecentStates<S> {
    private static final int MAXIMUM = 1_000;

    private final HandleCodec<S> codec;
    private final Map<HandleKey, Converted<S>> recent = new ConcurrentHashMap<>();

    private record Converted<S>(String json, S state) {}

    RecentStates(HandleCodec<S> codec) {
        this.codec = codec;
    }

    String encode(HandleKey key, S state) {
        String json = codec.encode(state);
        remember(key, json, state);
        return json;
    }

    /** @throws IllegalArgumentException if this version cannot read the state */
    S decode(Row row) {
        Converted<S> converted = recent.get(row.key());
        if (converted != null && converted.json().equals(row.state())) {
            return converted.state();
        }
        S state = codec.decode(row.state());
        remember(row.key(), row.state(), state);
        return state;
    }

    private void remember(HandleKey key, String json, S state) {
        if (recent.size() >= MAXIMUM) {
            recent.clear();
        }
        recent.put(key, new Converted<>(json, state));
    }

    void forget(HandleKey key) {
        recent.remove(key);
    }
}
