package dev.mooring.bench.measure;

import java.util.List;
import java.util.Set;

/** What one run of the program measures and prints as one table. */
public interface Suite {
    /** As it is asked for on the command line. */
    String name();

    /** One line on what it measures. */
    String about();

    /** The parts that can be asked for one by one. */
    List<String> parts();

    /**
     * Measures.
     *
     * @param only the parts to measure
     */
    Report run(Set<String> only, Bench bench) throws Exception;
}
