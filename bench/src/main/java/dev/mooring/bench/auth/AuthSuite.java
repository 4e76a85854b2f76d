package dev.mooring.bench.auth;

import dev.mooring.bench.measure.BenchmarkSuite;
import dev.mooring.bench.measure.Suite;
import java.util.List;

/** The suite of the auth module. */
public final class AuthSuite {
    private AuthSuite() {}

    /** Returns the suite. */
    public static Suite suite() {
        return new BenchmarkSuite(
                "auth",
                "signed-in calls beside calls with a fixed header, at both ends",
                List.of(new SignedInCalls(), new ValidatedCalls(), new ConcurrentSignIns()));
    }
}
