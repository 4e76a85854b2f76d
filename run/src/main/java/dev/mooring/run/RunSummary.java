package dev.mooring.run;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * A run, looked back upon.
 *
 * @param took from the start until the last end hook was over
 */
public record RunSummary(
        RunId id,
        String name,
        Map<String, String> attributes,
        Instant started,
        Duration took,
        Ending ending,
        RunTotals totals) {}
