package dev.mooring.mcp.client;

import dev.mooring.mcp.Era;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A cache of the eras of servers, so that only the first connection to a server detects it. Thread-safe. */
final class EraCache {
    private final Map<String, Era> eras = new ConcurrentHashMap<>();

    /** Returns the era of the server with this {@linkplain ServerLocation#fingerprint() fingerprint}, if it is known. */
    Optional<Era> get(String fingerprint) {
        return Optional.ofNullable(eras.get(fingerprint));
    }

    /** Caches the era of a server. */
    void put(String fingerprint, Era era) {
        eras.put(fingerprint, era);
    }

    /** Removes the era of a server, because it was wrong. */
    void remove(String fingerprint) {
        eras.remove(fingerprint);
    }
}
