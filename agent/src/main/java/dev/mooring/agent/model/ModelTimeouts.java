package dev.mooring.agent.model;

import java.time.Duration;
import org.apiguardian.api.API;

/**
 * How long the stream of a model may be silent. A model cuts off a request that is silent for longer, and reports it as an overload.
 * Text, reasoning and tool calls end the silence; pings and empty events do not.
 *
 * @param firstToken the longest silence before the first token
 * @param nextToken the longest silence between two tokens
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record ModelTimeouts(Duration firstToken, Duration nextToken) {
    /** Five minutes before the first token, and 60 seconds between two tokens. */
    public static final ModelTimeouts DEFAULT = new ModelTimeouts(Duration.ofMinutes(5), Duration.ofSeconds(60));

    /** Checks the values. */
    public ModelTimeouts {
        if (!firstToken.isPositive() || !nextToken.isPositive()) {
            throw new IllegalArgumentException("The timeouts of a model must be greater than zero");
        }
    }
}
