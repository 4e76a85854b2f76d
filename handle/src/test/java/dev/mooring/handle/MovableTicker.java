package dev.mooring.handle;

import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until a test moves it. */
final class MovableTicker implements Ticker {

    private final AtomicLong nanos = new AtomicLong(1);

    @Override
    public long read() {
        return nanos.get();
    }

    void advance(Duration by) {
        nanos.addAndGet(by.toNanos());
    }
}
