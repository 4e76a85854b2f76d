package dev.mooring.auth;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until a test moves it. */
public final class MovableClock implements InstantSource {
    private volatile Instant now = Instant.now();

    /** Moves the clock forward. */
    public void advance(Duration duration) {
        now = now.plus(duration);
    }

    @Override
    public Instant instant() {
        return now;
    }
}
