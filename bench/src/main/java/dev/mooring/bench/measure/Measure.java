package dev.mooring.bench.measure;

import java.util.List;

/** One comparison. It opens what it needs, and leaves nothing behind. */
public interface Measure {
    /** As it is asked for on the command line. */
    String name();

    /** Measures, and says what was found in a line or several. */
    List<Finding> take(Bench bench) throws Exception;
}
