package dev.mooring.run;

import java.time.Duration;
import java.time.Instant;
import org.apiguardian.api.API;

/**
 * One call that a run has made to a tool or a model, or another request to a tool server.
 *
 * @param server the tool server or model
 * @param operation the operation, such as the name of a tool or the method of a request
 * @param started when the call started
 * @param took how long the call took
 * @param result whether the call succeeded
 * @param tokensIn the number of tokens sent; 0 for a tool
 * @param tokensOut the number of tokens received; 0 for a tool
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record CallRecord(
        String server, String operation, Instant started, Duration took, Result result, long tokensIn, long tokensOut) {

    /** The result of a call. */
    public sealed interface Result {
        /** The call succeeded. */
        record Succeeded() implements Result {}

        /**
         * The call failed.
         *
         * @param reason the cause, without secrets
         */
        record Failed(String reason) implements Result {}
    }

    /**
     * Checks the token counts.
     *
     * @throws IllegalArgumentException if a count is negative
     */
    public CallRecord {
        if (tokensIn < 0 || tokensOut < 0) {
            throw new IllegalArgumentException("Negative tokens: " + tokensIn + " in, " + tokensOut + " out");
        }
    }

    /** Returns the record of a successful call without tokens. */
    public static CallRecord succeeded(String server, String operation, Instant started, Duration took) {
        return new CallRecord(server, operation, started, took, new Result.Succeeded(), 0, 0);
    }

    /** Returns the record of a failed call without tokens. */
    public static CallRecord failed(String server, String operation, Instant started, Duration took, String reason) {
        return new CallRecord(server, operation, started, took, new Result.Failed(reason), 0, 0);
    }

    /** Returns a copy with these token counts. */
    public CallRecord tokens(long in, long out) {
        return new CallRecord(server, operation, started, took, result, in, out);
    }
}
