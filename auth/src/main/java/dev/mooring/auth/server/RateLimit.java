package dev.mooring.auth.server;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Allows each key a number of uses per window. Thread-safe. */
final class RateLimit {
    private static final int MAX_KEYS = 10_000;

    private final int max;
    private final Cache<String, AtomicInteger> uses;

    RateLimit(int max, Duration window) {
        this.max = max;
        uses = Caffeine.newBuilder()
                .expireAfterWrite(window)
                .maximumSize(MAX_KEYS)
                .build();
    }

    boolean tryAcquire(String key) {
        return uses.get(key, _ -> new AtomicInteger()).incrementAndGet() <= max;
    }
}
