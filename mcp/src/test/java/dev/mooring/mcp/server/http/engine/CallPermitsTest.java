package dev.mooring.mcp.server.http.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CallPermitsTest {
    private final CallPermits permits = new CallPermits(1);

    private CallPermits.Permit acquire(String caller) {
        return Objects.requireNonNull(permits.acquire(caller));
    }

    @Test
    void callerAtItsLimitWaitsAndOthersDoNot() throws Exception {
        CallPermits.Permit first = acquire("ann");
        var second = new CompletableFuture<CallPermits.Permit>();
        Thread.startVirtualThread(() -> second.complete(acquire("ann")));

        acquire("bob").close();
        assertThat(second).isNotDone();
        first.close();
        second.get().close();

        assertThat(permits.callers()).isZero();
    }

    @Test
    void interruptedCallerGetsNoPermit() {
        CallPermits.Permit first = acquire("ann");
        Thread.currentThread().interrupt();

        assertThat(permits.acquire("ann")).isNull();
        assertThat(Thread.interrupted()).isTrue();
        first.close();
        assertThat(permits.callers()).isZero();
    }

    @Test
    void withoutALimitEveryCallRuns() {
        var unlimited = new CallPermits(0);

        assertThat(unlimited.acquire("ann")).isNotNull();
        assertThat(unlimited.acquire("ann")).isNotNull();
    }
}
