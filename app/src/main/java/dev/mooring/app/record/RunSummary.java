package dev.mooring.app.record;

import dev.mooring.mcp.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A saved run at a glance.
 *
 * @param first the line that began it
 * @param last the line that ended it; null where there is none
 */
public record RunSummary(
        SavedRun run, ObjectNode first, @Nullable ObjectNode last) {
    public Instant started() {
        try {
            return Instant.parse(String.valueOf(Json.stringAt(first, "started")));
        } catch (DateTimeParseException e) {
            return Instant.EPOCH; // the first line was broken off
        }
    }

    public String agent() {
        return text(first, "agent");
    }

    /** What was asked, perhaps not all of it. */
    public String asked() {
        return text(first, "asked");
    }

    /**
     * One of {@code answered}, {@code failed}, {@code limit}, {@code stopped}, {@code ended} for a conversation,
     * {@code running} or {@code broken off}.
     */
    public String outcome() {
        if (last != null) {
            return text(last, "outcome");
        }
        return isRunning(first) ? "running" : "broken off";
    }

    /** Whether the very process that began the record is still there: its number alone may be another's by now. */
    static boolean isRunning(ObjectNode first) {
        return ProcessHandle.of(first.path("pid").asLong(-1))
                .flatMap(process -> process.info().startInstant())
                .map(Instant::toString)
                .filter(text(first, "pidStarted")::equals)
                .isPresent();
    }

    /** Null for a run that has no end. */
    public @Nullable Duration took() {
        return last == null ? null : Duration.ofNanos((long) (last.path("at").asDouble(0) * 1_000_000));
    }

    public long sum(String name) {
        return last == null ? 0 : last.path("totals").path(name).asLong(0);
    }

    public ObjectNode json() {
        ObjectNode json = Json.object()
                .put("id", run.id())
                .put("started", started().toString())
                .put("agent", agent())
                .put("asked", asked())
                .put("outcome", outcome());
        Duration took = took();
        if (took != null && last != null) {
            json.put("millis", took.toNanos() / 1e6).set("totals", last.path("totals"));
        }
        return json.put("file", run.file().toString());
    }

    private static String text(ObjectNode line, String field) {
        String text = Json.stringAt(line, field);
        return text == null ? "" : text;
    }
}
