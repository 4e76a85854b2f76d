package dev.mooring.app.web;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts failed sign-ins per address, logs them without the secret, and blocks an address for the rest of a minute after
 * five failures. Thread-safe.
 */
final class FailedSignIns {
    static final int MAX_FAILURES = 5;
    static final Duration WINDOW = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(FailedSignIns.class);
    private static final int MAX_ADDRESSES = 10_000;

    private final Cache<String, AtomicInteger> failures = Caffeine.newBuilder()
            .expireAfterWrite(WINDOW)
            .maximumSize(MAX_ADDRESSES)
            .build();

    boolean isBlocked(String address) {
        AtomicInteger count = failures.getIfPresent(address);
        return count != null && count.get() >= MAX_FAILURES;
    }

    /** @param what where the sign-in failed, for the log */
    void add(String address, String what) {
        int count = failures.get(address, _ -> new AtomicInteger()).incrementAndGet();
        LOG.warn(
                "{} sign-in from {} failed{}",
                what,
                address,
                count == MAX_FAILURES ? ". Further attempts are blocked for a minute." : "");
    }
}
