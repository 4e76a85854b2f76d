package dev.mooring.run;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * The summary of a run that has ended.
 *
 * @param took the time from the start to the end of the last end hook
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record RunSummary(
        RunId id,
        String name,
        Map<String, String> attributes,
        Instant started,
        Duration took,
        Ending ending,
        RunTotals totals) {}
