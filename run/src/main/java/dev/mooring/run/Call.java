package dev.mooring.run;

import java.time.Duration;
import java.time.Instant;

/**
 * One call that a run made to something outside itself: a tool, a model.
 *
 * @param server who was called
 * @param operation what was asked for, such as a tool's name
 * @param started when
 * @param took how long until the result was there
 * @param result how it went
 * @param tokensIn tokens sent, 0 where there are none
 * @param tokensOut tokens received, 0 where there are none
 */
public record Call(
        String server, String operation, Instant started, Duration took, Result result, long tokensIn, long tokensOut) {

    /** How a call went. */
    public sealed interface Result {
        record Succeeded() implements Result {}

        /** The reason is in words fit for a record: without secrets. */
        record Failed(String reason) implements Result {}
    }

    public Call {
        if (tokensIn < 0 || tokensOut < 0) {
            throw new IllegalArgumentException("Negative tokens: " + tokensIn + " in, " + tokensOut + " out");
        }
    }

    public static Call succeeded(String server, String operation, Instant started, Duration took) {
        return new Call(server, operation, started, took, new Result.Succeeded(), 0, 0);
    }

    public static Call failed(String server, String operation, Instant started, Duration took, String reason) {
        return new Call(server, operation, started, took, new Result.Failed(reason), 0, 0);
    }

    public Call tokens(long in, long out) {
        return new Call(server, operation, started, took, result, in, out);
    }
}
