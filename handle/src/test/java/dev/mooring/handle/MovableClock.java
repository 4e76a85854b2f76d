package dev.mooring.handle;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A ticker that advances only when a test says so. */
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
