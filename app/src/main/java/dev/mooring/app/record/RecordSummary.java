package dev.mooring.app.record;

import dev.mooring.mcp.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The first and the last line of a saved run.
 *
 * @param first the first line; empty if it is incomplete
 * @param last the last line; null if the run has not ended properly
 */
public record RecordSummary(
        SavedRun run, ObjectNode first, @Nullable ObjectNode last) {
    Instant started() {
        try {
            return Instant.parse(String.valueOf(Json.stringAt(first, "started")));
        } catch (DateTimeParseException e) {
            return Instant.EPOCH; // the first line is incomplete
        }
    }

    String agent() {
        return text(first, "agent");
    }

    /** Returns the first input of the agent, perhaps truncated. */
    String input() {
        return text(first, "asked");
    }

    /**
     * Returns {@code answered}, {@code refused}, {@code empty}, {@code failed}, {@code limit}, {@code stopped},
     * {@code ended} (a conversation), {@code running} or {@code interrupted} (the program was killed).
     */
    String outcome() {
        if (last != null) {
            return text(last, "outcome");
        }
        return isRunning(first) ? "running" : "interrupted";
    }

    /** Returns whether the process that started the run still exists. Compares the start time too, because pids are reused. */
    private static boolean isRunning(ObjectNode first) {
        return ProcessHandle.of(first.path("pid").asLong(-1))
                .flatMap(process -> process.info().startInstant())
                .map(Instant::toString)
                .filter(text(first, "pidStarted")::equals)
                .isPresent();
    }

    /** Returns how long the run took; null if it has not ended properly. */
    @Nullable
    Duration took() {
        return last == null ? null : Duration.ofNanos((long) (last.path("at").asDouble(0) * 1_000_000));
    }

    /** Returns a total by its name in records. */
    long total(String name) {
        return last == null ? 0 : last.path("totals").path(name).asLong(0);
    }

    ObjectNode json() {
        ObjectNode json = Json.object()
                .put("id", run.id())
                .put("started", started().toString())
                .put("agent", agent())
                .put("asked", input())
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
