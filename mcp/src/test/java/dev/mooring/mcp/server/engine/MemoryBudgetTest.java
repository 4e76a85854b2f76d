package dev.mooring.mcp.server.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class MemoryBudgetTest {
    private final MemoryBudget budget = new MemoryBudget(100);

    @Test
    void oneCallerCanHoldHalfAndLeavesTheRestToOthers() {
        MemoryBudget.Reservation anns = budget.reserve("ann");
        assertThat(anns.tryAdd(50)).isTrue();

        assertThat(budget.reserve("ann").tryAdd(1)).isFalse();
        assertThat(budget.reserve("bob").tryAdd(50)).isTrue();
        assertThat(budget.reserve("eve").tryAdd(1)).isFalse();
    }

    @Test
    void closedLeaseReturnsItsBytesOnce() {
        MemoryBudget.Reservation reservation = budget.reserve("ann");
        assertThat(reservation.tryAdd(30)).isTrue();
        assertThat(reservation.tryAdd(20)).isTrue();
        reservation.close();
        reservation.close();

        assertThat(reservation.tryAdd(1)).isFalse();
        assertThat(budget.reserve("ann").tryAdd(50)).isTrue();
        assertThat(budget.reserve("ann").tryAdd(1)).isFalse();
    }

    @Nested
    class Sizes {
        @Test
        void manySmallNodesAndLongTextsExceedALimit() {
            ArrayNode nodes = Json.array();
            for (int i = 0; i < 2_000; i++) {
                nodes.addObject();
            }
            ObjectNode deep = Json.object();
            deep.putObject("a").putObject("b").put("c", "x".repeat(40_000));
            ObjectNode keys = Json.object().put("k".repeat(40_000), true);

            assertThat(JsonSize.exceeds(nodes, 64_000)).isTrue();
            assertThat(JsonSize.exceeds(deep, 64_000)).isTrue();
            assertThat(JsonSize.exceeds(keys, 64_000)).isTrue();
            assertThat(JsonSize.exceeds(Json.objectOf("{\"roots\":{},\"sampling\":{\"tools\":{}}}"), 64_000))
                    .isFalse();
        }
    }
}
