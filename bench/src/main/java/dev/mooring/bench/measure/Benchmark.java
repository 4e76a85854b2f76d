package dev.mooring.bench.measure;

import java.util.List;

/** One comparison. It opens what it needs and leaves nothing behind. */
public interface Benchmark {
    /** Returns the name of this part on the command line. */
    String name();

    /** Returns what must be installed before this part can run. */
    default List<Prerequisite> prerequisites() {
        return List.of();
    }

    /** Measures, and returns one result per row of the table. */
    List<Result> run(Bench bench) throws Exception;
}
