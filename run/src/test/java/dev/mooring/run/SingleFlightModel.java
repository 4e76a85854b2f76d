package dev.mooring.run;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jspecify.annotations.Nullable;

/** The operations of {@link SingleFlight}, for Lincheck: each execution must be equivalent to a sequential one. */
public class SingleFlightModel {
    private static final String KEY = "key";

    private final AtomicInteger computations = new AtomicInteger();
    private final SingleFlight<String, Integer> flights = new SingleFlight<>(Runnable::run, _ -> {});

    /** Returns the value, or null after a close. */
    @Operation
    public @Nullable Integer get() throws InterruptedException {
        return flights.get(KEY, computations::incrementAndGet) instanceof Outcome.Succeeded<Integer>(Integer value)
                ? value
                : null;
    }

    /** Returns the value if there is one. */
    @Operation
    public @Nullable Integer held() {
        return flights.held(KEY).orElse(null);
    }

    /** Forgets the value. */
    @Operation
    public boolean forget() {
        Integer held = flights.held(KEY).orElse(null);
        return held != null && flights.forget(KEY, held);
    }

    /** Closes, and returns how many values were held. */
    @Operation
    public int close() {
        return flights.close(new IllegalStateException("closed")).size();
    }

    /** Two callers, one of which is interrupted at any moment: the other gets a value, and no value is lost. */
    static void interruptedCaller() {
        var made = new AtomicInteger();
        var unwanted = new AtomicInteger();
        var gotValue = new AtomicBoolean();
        var flights =
                new SingleFlight<String, Integer>(task -> new Thread(task).start(), _ -> unwanted.incrementAndGet());
        var interrupted = new Thread(() -> {
            try {
                flights.get(KEY, made::incrementAndGet);
            } catch (InterruptedException e) {
                // expected in some executions
            }
        });
        var other = new Thread(() -> {
            try {
                gotValue.set(flights.get(KEY, made::incrementAndGet).succeeded());
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        interrupted.start();
        other.start();
        interrupted.interrupt();
        join(interrupted);
        join(other);
        if (!gotValue.get() || flights.held().size() != 1) {
            throw new AssertionError("made " + made + ", unwanted " + unwanted + ", held " + flights.held());
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Runs the checks.
     *
     * @param args how many scenarios to check, and how many executions of each
     */
    public static void main(String[] args) {
        int scenarios = Integer.parseInt(args[0]);
        int executions = Integer.parseInt(args[1]);
        new ModelCheckingOptions()
                .iterations(scenarios)
                .invocationsPerIteration(executions)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(1)
                .check(SingleFlightModel.class);
        Lincheck.runConcurrentTest(executions, SingleFlightModel::interruptedCaller);
        System.out.println("checked");
        System.exit(0); // threads of Lincheck remain
    }
}
