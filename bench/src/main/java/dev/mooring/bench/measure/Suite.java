package dev.mooring.bench.measure;

import java.util.List;
import java.util.Set;

/** A group of benchmarks that one run of the program measures and prints as one table. */
public interface Suite {
    /** Returns the name on the command line. */
    String name();

    /** Returns one line on what the suite measures. */
    String about();

    /** Returns the names of the parts that {@code --only} can select. */
    List<String> parts();

    /** Measures the given parts. */
    Report run(Set<String> only, Bench bench) throws Exception;
}
