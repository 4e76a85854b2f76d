package dev.mooring.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HandleLimitsTest {
    @Test
    void limitsThatAreNotPositiveAreRejected() {
        Duration hour = Duration.ofHours(1);
        assertThatThrownBy(() -> new HandleLimits(Duration.ZERO, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HandleLimits(hour, 0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HandleLimits(hour, 1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThat(new HandleLimits(Duration.ofNanos(1), 1, 1).overall()).isEqualTo(1);
    }
}
