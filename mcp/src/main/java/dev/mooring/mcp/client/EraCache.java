package dev.mooring.mcp.client;

import dev.mooring.mcp.Era;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apiguardian.api.API;

/** A cache of the eras of servers, so that only the first connection to a server detects it. Thread-safe. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public interface EraCache {
    /** Returns the era of the server with this {@linkplain ServerLocation#fingerprint() fingerprint}, if it is known. */
    Optional<Era> get(String fingerprint);

    /** Caches the era of a server. */
    void put(String fingerprint, Era era);

    /** Removes the era of a server, because it was wrong. */
    void remove(String fingerprint);

    /** Returns an empty cache in memory. */
    static EraCache inMemory() {
        Map<String, Era> eras = new ConcurrentHashMap<>();
        return new EraCache() {
            @Override
            public Optional<Era> get(String fingerprint) {
                return Optional.ofNullable(eras.get(fingerprint));
            }

            @Override
            public void put(String fingerprint, Era era) {
                eras.put(fingerprint, era);
            }

            @Override
            public void remove(String fingerprint) {
                eras.remove(fingerprint);
            }
        };
    }
}
