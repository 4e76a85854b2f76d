package dev.mooring.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class FlightTest {
    private final List<Object> failed = new ArrayList<>();
    private final Flight<String> flight = new Flight<>(() -> "value", _ -> {}, failed::add);

    private void leave() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(flight::await).isInstanceOf(InterruptedException.class);
    }

    @Test
    void joinFailsAfterTheLastWaiterHasLeft() {
        leave();
        assertThat(flight.join()).isFalse();
        assertThat(flight.outcome()).isNull();
        assertThat(failed).containsExactly(flight);
    }

    @Test
    void flightContinuesWhileAWaiterIsLeft() throws Exception {
        assertThat(flight.join()).isTrue();
        leave();
        assertThat(flight.join()).isTrue();
        flight.run();
        assertThat(flight.await()).isEqualTo(new Outcome.Succeeded<>("value"));
        assertThat(failed).isEmpty();
    }

    @Test
    void outcomeIsKeptWhenTheLastWaiterLeavesAfterCompletion() {
        flight.run();
        leave();
        assertThat(flight.outcome()).isEqualTo(new Outcome.Succeeded<>("value"));
        assertThat(failed).isEmpty();
    }

    @Test
    void computationThatReturnsNullFails() throws Exception {
        Flight<String> empty = new Flight<>(() -> null, _ -> {}, failed::add);
        empty.run();
        assertThat(empty.await())
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        outcome -> assertThat(outcome.cause()).hasMessage("The computation returned null"));
        assertThat(failed).containsExactly(empty);
    }

    @Test
    void interruptFlagOfTheComputationItselfStaysSet() {
        Flight<String> interrupting = new Flight<>(
                () -> {
                    Thread.currentThread().interrupt();
                    return "value";
                },
                _ -> {},
                failed::add);
        interrupting.run();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void interruptOfAnAbortedFlightDoesNotReachLaterWorkOfTheThread() {
        List<String> unwanted = new ArrayList<>();
        var cause = new IllegalStateException("closed");
        var self = new AtomicReference<Flight<String>>();
        Flight<String> aborted = new Flight<>(
                () -> {
                    self.get().abort(cause);
                    assertThat(Thread.currentThread().isInterrupted()).isTrue();
                    return "late";
                },
                unwanted::add,
                failed::add);
        self.set(aborted);
        aborted.run();
        assertThat(Thread.interrupted()).isFalse();
        assertThat(aborted.outcome()).isEqualTo(new Outcome.Failed<>(cause));
        assertThat(unwanted).containsExactly("late");
    }

    @Test
    void abortFailsTheFlightAndReportsIt() throws Exception {
        var failure = new Outcome.Failed<String>(new IllegalStateException("closed"));
        assertThat(flight.abort(failure.cause())).isEqualTo(failure);
        assertThat(flight.await()).isEqualTo(failure);
        assertThat(failed).containsExactly(flight);
    }

    @Test
    void abortOfACompletedFlightReturnsItsOutcome() {
        flight.run();
        assertThat(flight.abort(new IllegalStateException("closed"))).isEqualTo(new Outcome.Succeeded<>("value"));
        assertThat(flight.outcome()).isEqualTo(new Outcome.Succeeded<>("value"));
        assertThat(failed).isEmpty();
    }
}
