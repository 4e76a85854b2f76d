package dev.mooring.handle;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A clock that stands still until a test moves it. */
final class MovableClock implements LongSupplier {

    private final AtomicLong nanos = new AtomicLong(1);

    @Override
    public long getAsLong() {
        return nanos.get();
    }

    void advance(Duration by) {
        nanos.addAndGet(by.toNanos());
    }
}
