package dev.mooring.session.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
    @Test
    void maximumIsAYear() {
        assertThat(DurationText.parse(DurationText.MAX)).contains(Duration.ofDays(365));
    }

    @ParameterizedTest
    @ValueSource(strings = {"8760.001h", "31536001", "999999999h", "99999999999999999999999999999ms"})
    void longerDurationIsRefused(String text) {
        assertThat(DurationText.parse(text)).isEmpty();
    }
}
