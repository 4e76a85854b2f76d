package dev.mooring.bench.review;

import dev.mooring.bench.measure.BenchmarkSuite;
import dev.mooring.bench.measure.Suite;
import dev.mooring.bench.measure.Target;
import java.util.List;

/** The suite of the review page. */
public final class ReviewSuite {
    private ReviewSuite() {}

    public static Suite suite() {
        return new BenchmarkSuite(
                "review",
                "the review page of mooring serve: its first request, and decisions, beside bare writes",
                List.of(
                        new LongDocument("500", 500, 4, Target.atMost(1_000, "ms"), Target.atMost(50, "ms")),
                        new LongDocument("2000", 2_000, 62, Target.NONE, Target.NONE)));
    }
}
