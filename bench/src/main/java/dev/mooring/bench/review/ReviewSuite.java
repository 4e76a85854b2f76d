package dev.mooring.bench.review;

import dev.mooring.bench.measure.Measures;
import dev.mooring.bench.measure.Reach;
import dev.mooring.bench.measure.Suite;
import java.util.List;

/** The suite of the review page. */
public final class ReviewSuite {
    private ReviewSuite() {}

    public static Suite suite() {
        return new Measures(
                "review",
                "the review page of mooring serve: its first request, and decisions, beside bare writes",
                List.of(
                        new LongDocument("500", 500, 4, Reach.atMost(1_000, "ms"), Reach.atMost(50, "ms")),
                        new LongDocument("2000", 2_000, 62, Reach.NONE, Reach.NONE)));
    }
}
