package dev.mooring.agent.model;

import org.apiguardian.api.API;

/**
 * Token counts as the provider reports them; 0 where it reports none.
 *
 * @param cachedTokens the part of {@code inputTokens} that came from the provider's cache
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record Usage(long inputTokens, long outputTokens, long cachedTokens) {
    /** All counts are 0. */
    public static final Usage NONE = new Usage(0, 0, 0);

    /** Returns the sum of both. */
    public Usage plus(Usage other) {
        return new Usage(
                inputTokens + other.inputTokens, outputTokens + other.outputTokens, cachedTokens + other.cachedTokens);
    }

    /** Returns the input tokens plus the output tokens. */
    public long total() {
        return inputTokens + outputTokens;
    }
}
