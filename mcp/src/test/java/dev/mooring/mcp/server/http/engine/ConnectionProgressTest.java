package dev.mooring.mcp.server.http.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConnectionProgressTest {
    private final ConnectionProgress progress = new ConnectionProgress(0);

    private static long after(int seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }

    @Test
    void headersThatDripForTenSecondsAreTooSlow() {
        for (int second = 1; second <= 10; second++) {
            progress.received(1, after(second));
            assertThat(progress.isTooSlow(after(second))).isFalse();
        }
        assertThat(progress.isTooSlow(after(11))).isTrue();
    }

    @Test
    void deadlineForHeadersOfALaterRequestStartsWithItsFirstByte() {
        progress.requestStarted(false, after(1));
        progress.requestEnded(true, after(2));
        assertThat(progress.isTooSlow(after(50))).isFalse();

        progress.received(1, after(50));
        assertThat(progress.isTooSlow(after(59))).isFalse();
        assertThat(progress.isTooSlow(after(61))).isTrue();
    }

    @Test
    void bodyMustArriveAtTheMinimumRateAfterTenSeconds() {
        progress.requestStarted(true, 0);
        progress.received(160 * 1024, after(5));

        assertThat(progress.isTooSlow(after(19))).isFalse();
        assertThat(progress.isTooSlow(after(21))).isTrue();
        progress.bodyEnded(after(21));
        assertThat(progress.isTooSlow(after(1000))).isFalse();
    }

    @Test
    void clientThatLeavesAResponseUnreadIsTooSlow() {
        progress.requestStarted(false, 0);
        progress.sent(1000, false, after(1));
        assertThat(progress.isTooSlow(after(30))).isFalse();
        assertThat(progress.isTooSlow(after(32))).isTrue();

        progress.sent(1, true, after(32));
        assertThat(progress.isTooSlow(after(1000))).isFalse();
    }
}
