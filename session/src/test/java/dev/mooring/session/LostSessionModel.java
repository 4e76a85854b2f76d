package dev.mooring.session;

import dev.mooring.run.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.Lincheck;
import org.jspecify.annotations.Nullable;

/** Concurrent calls around an undetected loss of a session, for Lincheck. A session is a number here; the first one is lost. */
public final class LostSessionModel {
    private static final String SERVER = "s";
    private static final int LOST = 1;

    private final LossClock clock = new LossClock();
    private final OwnerSessions<Integer> sessions = new OwnerSessions<>(new DirectOwner(), _ -> {});
    private final Generations generations = sessions.generations(SERVER, new DirectOwner());
    private final AtomicInteger opened = new AtomicInteger();

    /** An owner that opens sessions on the thread of the caller. */
    private record DirectOwner() implements Owner {
        @Override
        public String id() {
            return "owner";
        }

        @Override
        public void atEnd(Runnable task) {
            // never ends
        }

        @Override
        public Executor threads() {
            return Runnable::run;
        }
    }

    /** Makes a call with the steps of {@link SessionCall}. Returns the session that executes it, or null if it reports the loss. */
    private @Nullable Integer call(String invocation, long decidedAt) {
        CallSource source = CallSource.of(invocation);
        while (true) {
            if (generations.current().lossSince(decidedAt, source, clock) != null) {
                return null;
            }
            int session = hold();
            Generation generation = generations.current();
            if (generation.lossSince(decidedAt, source, clock) != null) {
                return null;
            }
            if (session != LOST) {
                generation.recordCall(source);
                return session;
            }
            sessions.lose(SERVER, session, clock, "lost");
        }
    }

    private int hold() {
        try {
            return ((Outcome.Succeeded<Integer>) sessions.get(SERVER, opened::incrementAndGet)).value();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Thread start(Runnable task, List<Throwable> failures) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (Throwable e) {
                failures.add(e);
            }
        });
        thread.start();
        return thread;
    }

    private static void require(boolean condition, String rule) {
        if (!condition) {
            throw new AssertionError(rule);
        }
    }

    /** Two calls were decided before the loss, a third is decided at any moment after it. */
    private void check(String second, String third) {
        hold();
        generations.current().recordCall(CallSource.of("a"));
        long decided = clock.now();
        List<Throwable> failures = new ArrayList<>();
        List<Thread> threads = List.of(
                start(() -> require(call("a", decided) == null, "a call of the lost generation is not sent"), failures),
                start(() -> require(call(second, decided) == null, "nor is its sibling"), failures),
                start(
                        () -> {
                            long later = clock.now();
                            Integer session = call(third, later);
                            require(session == null || session == 2, "a later call uses the next session");
                            require(session != null || call(third, later) == null, "calls decided together agree");
                        },
                        failures));
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        require(failures.isEmpty(), failures.toString());
        require(Integer.valueOf(2).equals(call("a", clock.now())), "the next turn opens or uses the next session");
        require(opened.get() == 2, "the session is replaced once");
    }

    /**
     * Runs the checks.
     *
     * @param args how many executions of each scenario to check
     */
    public static void main(String[] args) {
        int executions = Integer.parseInt(args[0]);
        Lincheck.runConcurrentTest(executions, () -> new LostSessionModel().check("a", "a"));
        Lincheck.runConcurrentTest(executions, () -> new LostSessionModel().check("b", "c"));
        System.out.println("checked");
        System.exit(0); // threads of Lincheck remain
    }
}
