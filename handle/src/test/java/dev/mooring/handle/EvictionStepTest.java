package dev.mooring.handle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.handle.HandleStore.Limit;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EvictionStepTest {
    private static final HandleOwner ADA = HandleOwner.principal("ada");

    private static EvictionStep byRank() {
        return EvictionStep.at(Limit.PER_PRINCIPAL, ADA, new HandleCounts(HandleLimits.DEFAULT), false)
                .getFirst();
    }

    @Test
    void lowestRankComesFirstAndTheIdlestOfEqualRank() {
        assertThat(byRank().order(
                                List.of("1a", "9", "0a", "1b", "0b").stream(),
                                handle -> handle.equals("9") ? HandleStoreOptions.KEEP : handle.charAt(0),
                                _ -> false))
                .containsExactly("0a", "0b", "1a", "1b");
    }

    @Test
    void ranksMayChangeDuringTheSearch() {
        var random = new Random(42);
        List<Integer> handles = IntStream.range(0, 10_000).boxed().toList();

        assertThat(byRank().order(handles.stream(), _ -> random.nextInt(3), _ -> false))
                .containsExactlyInAnyOrderElementsOf(handles);
    }
}
