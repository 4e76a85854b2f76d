package dev.mooring.run;

import org.junit.jupiter.api.Tag;

/** The races of {@link RaceTest}, repeated more often. */
@Tag("long")
class LongRaceTest extends RaceTest {
    @Override
    int rounds() {
        return 100_000;
    }
}
