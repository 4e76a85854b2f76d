package dev.mooring.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
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
}
