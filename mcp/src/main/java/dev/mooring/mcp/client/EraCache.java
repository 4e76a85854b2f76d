package dev.mooring.mcp.client;

import dev.mooring.mcp.Era;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers the era of servers by their fingerprint, so that only the first opening has to ask. Safe for all threads. */
public interface EraCache {
    Optional<Era> recall(String fingerprint);

    void remember(String fingerprint, Era era);

    /** What was remembered turned out to be wrong. */
    void forget(String fingerprint);

    /** Remembers for as long as this object lives. */
    static EraCache inMemory() {
        Map<String, Era> eras = new ConcurrentHashMap<>();
        return new EraCache() {
            @Override
            public Optional<Era> recall(String fingerprint) {
                return Optional.ofNullable(eras.get(fingerprint));
            }

            @Override
            public void remember(String fingerprint, Era era) {
                eras.put(fingerprint, era);
            }

            @Override
            public void forget(String fingerprint) {
                eras.remove(fingerprint);
            }
        };
    }
}
