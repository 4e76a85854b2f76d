package dev.mooring.handle;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that advances only when a test says so. */
public final class MovableClock implements InstantSource {

    private volatile Instant now = Instant.parse("2026-11-17T12:00:00Z");

    @Override
    public Instant instant() {
        return now;
    }

    /** Moves the time forward. */
    public void advance(Duration by) {
        now = now.plus(by);
    }
}
