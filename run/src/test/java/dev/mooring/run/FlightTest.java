package dev.mooring.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlightTest {
    private final List<Object> forgotten = new ArrayList<>();
    private final Flight<String> flight = new Flight<>(() -> "value", _ -> {}, forgotten::add);

    private void leave() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(flight::await).isInstanceOf(InterruptedException.class);
    }

    @Test
    void takesNobodyOnBoardOnceTheLastHasLeft() {
        leave();
        assertThat(flight.board()).isFalse();
        assertThat(flight.outcome()).isNull();
        assertThat(forgotten).containsExactly(flight);
    }

    @Test
    void goesOnWhileSomebodyIsOnBoard() throws Exception {
        assertThat(flight.board()).isTrue();
        leave();
        assertThat(flight.board()).isTrue();
        flight.fly();
        assertThat(flight.await()).isEqualTo(new Outcome.Succeeded<>("value"));
        assertThat(forgotten).isEmpty();
    }

    @Test
    void isHeldWhenTheLastLeavesAfterItLanded() {
        flight.fly();
        leave();
        assertThat(flight.outcome()).isEqualTo(new Outcome.Succeeded<>("value"));
        assertThat(forgotten).isEmpty();
    }
}
