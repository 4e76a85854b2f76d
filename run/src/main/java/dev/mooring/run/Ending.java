package dev.mooring.run;

/** How a run or a scope came to its end. */
public sealed interface Ending {
    /** The body returned. */
    record Returned() implements Ending {}

    /** The body threw. */
    record Failed(Throwable cause) implements Ending {}

    /** It was cancelled before the body was over, whatever the body did then. */
    record Cancelled(String reason) implements Ending {}
}
