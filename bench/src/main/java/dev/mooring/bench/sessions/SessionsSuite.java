package dev.mooring.bench.sessions;

import dev.mooring.bench.measure.BenchmarkSuite;
import dev.mooring.bench.measure.Suite;
import java.util.List;

/** The suite of the session module. */
public final class SessionsSuite {
    private SessionsSuite() {}

    public static Suite suite() {
        return new BenchmarkSuite(
                "sessions",
                "held sessions beside bare connections, a session per call, and one client for all",
                List.of(new HeldSessionCall(), new Overhead(), new HeldVersusNewSession(), new FirstCallers()));
    }
}
