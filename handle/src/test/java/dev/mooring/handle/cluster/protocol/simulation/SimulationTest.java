package dev.mooring.handle.cluster.protocol.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.handle.cluster.protocol.simulation.SimCall.Outcome;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The ownership protocol under random faults. A failure names its seed. To repeat one schedule with its log:
 * {@code -Dmooring.simulation.seed=42 -Dmooring.simulation.schedules=1}.
 */
class SimulationTest {
    private static final int SCHEDULES = 10_000;
    private static final int LONG_SCHEDULES = 1_000_000;
    private static final int SCHEDULES_PER_MUTATION = 5_000;

    @Test
    void invariantsHoldInTenThousandSchedules() {
        run(SCHEDULES);
    }

    @Test
    @Tag("long")
    void invariantsHoldInAMillionSchedules() {
        run(LONG_SCHEDULES);
    }

    private static void run(int defaultSchedules) {
        int schedules = Integer.getInteger("mooring.simulation.schedules", defaultSchedules);
        long firstSeed = Long.getLong("mooring.simulation.seed", System.nanoTime() & 0xffff_ffffL);
        System.out.println("Simulation: " + schedules + " schedules from seed " + firstSeed);
        Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
        for (long seed = firstSeed; seed < firstSeed + schedules; seed++) {
            run(seed, schedules == 1).forEach((outcome, count) -> outcomes.merge(outcome, count, Integer::sum));
        }
        System.out.println("Simulation: " + outcomes);
        // The faults must lead to every outcome, else the invariants say nothing.
        assertThat(schedules == 1 || outcomes.size() == Outcome.values().length)
                .as("all outcomes occur: %s", outcomes)
                .isTrue();
    }

    private static Map<Outcome, Integer> run(long seed, boolean isLogging) {
        var schedule = new Schedule(seed, Mutation.NONE, isLogging);
        try {
            return schedule.run();
        } catch (Violation e) {
            schedule.log().forEach(System.out::println);
            throw new AssertionError(
                    "Schedule " + seed + ": " + e.getMessage() + ". Repeat it with -Dmooring.simulation.seed=" + seed
                            + " -Dmooring.simulation.schedules=1",
                    e);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void simulationFindsTheMutation(Mutation mutation) {
        for (long seed = mutation.firstSeed(); seed <= mutation.firstSeed() + SCHEDULES_PER_MUTATION; seed++) {
            try {
                new Schedule(seed, mutation, false).run();
            } catch (Violation e) {
                System.out.println("Simulation: " + mutation + " found by seed " + seed + " " + e.getMessage());
                return;
            }
        }
        throw new AssertionError(mutation + " was not found in " + SCHEDULES_PER_MUTATION + " schedules");
    }
}
