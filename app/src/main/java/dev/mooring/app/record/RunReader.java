package dev.mooring.app.record;

import dev.mooring.app.record.RecordedRun.RecordedCall;
import dev.mooring.app.record.RecordedRun.RecordedInput;
import dev.mooring.app.record.RecordedRun.RecordedInvocation;
import dev.mooring.app.record.RecordedRun.RecordedMessage;
import dev.mooring.app.record.RecordedRun.RecordedNote;
import dev.mooring.app.record.RecordedRun.RecordedSession;
import dev.mooring.app.record.RecordedRun.RecordedTurn;
import dev.mooring.mcp.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the record of a run, complete or not. Ignores lines of unknown types, which a later version may have written. */
public final class RunReader {
    private final Map<String, RecordedInvocation> invocations = new LinkedHashMap<>();
    private final Map<String, RecordedCall> calls = new LinkedHashMap<>();
    private final Map<String, RecordedSession> sessions = new LinkedHashMap<>();
    private double end;

    private RunReader() {}

    /** Reads a saved run. */
    public static RecordedRun read(SavedRun run) throws IOException {
        RecordSummary summary = run.summary();
        RunReader reader = new RunReader();
        run.lines().forEach(reader::line);
        ObjectNode first = summary.first();
        ObjectNode last = summary.last() == null ? Json.object() : summary.last();
        return new RecordedRun(
                run.id(),
                summary.agent(),
                text(first, "mooring"),
                text(first, "trace"),
                summary.started(),
                summary.outcome(),
                text(last, "reason"),
                reader.end,
                List.copyOf(reader.invocations.values()),
                List.copyOf(reader.calls.values()),
                List.copyOf(reader.sessions.values()));
    }

    private void line(ObjectNode line) {
        double at = line.path("at").asDouble(0);
        end = Math.max(end, at);
        switch (text(line, "event")) {
            case LineType.AGENT -> agent(line, at);
            case LineType.AGENT_ENDED ->
                invocations.computeIfPresent(
                        text(line, "scope"),
                        (scope, known) -> known.ended(at, text(line, "outcome"), text(line, "output")));
            case LineType.TURN ->
                turn(line, new RecordedTurn(line.path("round").asInt(0), at, null, input(line), "", 0, 0));
            case LineType.TURN_ENDED -> turnEnded(line, at);
            case LineType.CALL -> call(line, at);
            case LineType.CALL_ENDED ->
                calls.computeIfPresent(
                        text(line, "call"),
                        (id, known) -> known.ended(
                                at,
                                text(line, "result"),
                                line.path("failed").asBoolean(false),
                                Json.stringAt(line, "session"),
                                line.path("opened").asBoolean(false)));
            case LineType.SESSION -> session(line, at);
            case LineType.NOTE -> {
                RecordedInvocation known = invocations.get(text(line, "scope"));
                if (known != null) {
                    known.notes().add(new RecordedNote(at, text(line, "text")));
                }
            }
            default -> {
                // The summary has the first and the last line.
            }
        }
    }

    private void agent(ObjectNode line, double at) {
        RecordedInvocation started = new RecordedInvocation(
                text(line, "scope"),
                Json.stringAt(line, "parent"),
                Json.stringAt(line, "call"),
                text(line, "agent"),
                text(line, "model"),
                at,
                null,
                "",
                text(line, "input"),
                "",
                new ArrayList<>(),
                new ArrayList<>());
        invocations.put(started.scope(), started);
    }

    private void turn(ObjectNode line, RecordedTurn turn) {
        RecordedInvocation known = invocations.get(text(line, "scope"));
        if (known != null) {
            known.turns().removeIf(same -> same.round() == turn.round());
            known.turns().add(turn);
        }
    }

    private void turnEnded(ObjectNode line, double at) {
        int round = line.path("round").asInt(0);
        RecordedInvocation known = invocations.get(text(line, "scope"));
        if (known != null) {
            RecordedTurn started = known.turns().stream()
                    .filter(turn -> turn.round() == round)
                    .findFirst()
                    .orElseGet(() -> new RecordedTurn(round, at, null, null, "", 0, 0));
            turn(
                    line,
                    started.ended(
                            at,
                            text(line, "text"),
                            line.path("tokensIn").asLong(0),
                            line.path("tokensOut").asLong(0)));
        }
    }

    private static @Nullable RecordedInput input(ObjectNode line) {
        JsonNode messages = line.get(TurnInputs.MESSAGES);
        if (messages == null) {
            return null;
        }
        List<RecordedMessage> read = new ArrayList<>();
        for (JsonNode each : messages) {
            if (each instanceof ObjectNode message) {
                read.add(new RecordedMessage(
                        text(message, "role"),
                        text(message, "tool"),
                        message.path("failed").asBoolean(false),
                        Json.stringAt(message, "call"),
                        text(message, "text"),
                        message.path("attachments").asInt(0)));
            }
        }
        return new RecordedInput(
                Json.stringAt(line, TurnInputs.INSTRUCTIONS),
                line.path(TurnInputs.EARLIER).asInt(0),
                List.copyOf(read));
    }

    private void call(ObjectNode line, double at) {
        JsonNode arguments = line.get("arguments");
        RecordedCall started = new RecordedCall(
                text(line, "call"),
                text(line, "scope"),
                line.path("round").asInt(0),
                text(line, "kind"),
                text(line, "server"),
                text(line, "tool"),
                arguments == null ? Json.object() : arguments,
                at,
                null,
                "",
                false,
                null,
                false,
                text(line, "span"));
        calls.put(started.id(), started);
    }

    private void session(ObjectNode line, double at) {
        String id = text(line, "session");
        switch (text(line, "what")) {
            case "opened" ->
                sessions.put(id, newSession(line, id, at - line.path("took").asDouble(0), at, null, "open"));
            case "failed" -> {
                String unnamed = "failed " + sessions.size();
                sessions.put(
                        unnamed,
                        newSession(line, unnamed, at - line.path("took").asDouble(0), null, at, "failed"));
            }
            case "lost" -> sessions.computeIfPresent(id, (same, known) -> known.lost(at, text(line, "reason")));
            case "closed" -> sessions.computeIfPresent(id, (same, known) -> known.closed(at));
            default -> {
                // A later version wrote it.
            }
        }
    }

    private static RecordedSession newSession(
            ObjectNode line, String id, double begin, @Nullable Double opened, @Nullable Double end, String state) {
        return new RecordedSession(
                id,
                text(line, "server"),
                text(line, "owner"),
                text(line, "era"),
                Math.max(0, begin),
                opened,
                end,
                state,
                text(line, "reason"));
    }

    private static String text(ObjectNode line, String field) {
        String text = Json.stringAt(line, field);
        return text == null ? "" : text;
    }
}
