package dev.mooring.app.record;

import dev.mooring.agent.AgentEvent;
import dev.mooring.agent.AgentOutcome;
import dev.mooring.agent.ToolOrigin;
import dev.mooring.run.AgentRun;
import dev.mooring.session.SessionEvent;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Writes the events of a run as lines of its record. Thread-safe. {@link RunReader} reads the lines. */
final class EventWriter {
    /** The field of the first line that names the run that this one continues. */
    static final String RESUMES = "resumes";

    private static final int MAX_INPUT = 200;
    private static final int MAX_REASON = 2000;

    private final RunWriter writer;
    private final TurnInputs inputs;

    EventWriter(RunWriter writer) {
        this.writer = writer;
        this.inputs = new TurnInputs(writer::truncated);
    }

    /** Writes the first line: what runs, since when, and in which process. */
    void begin(AgentRun run, Recorder.Subject subject, Trace trace) {
        ProcessHandle process = ProcessHandle.current();
        String processStarted =
                process.info().startInstant().map(Instant::toString).orElse("");
        write(LineType.RUN, run.started(), line -> {
            line.put("id", run.id().value())
                    .put("started", run.started().toString())
                    .put("agent", subject.agent())
                    .put("asked", shortened(subject.input(), MAX_INPUT))
                    .put("mooring", subject.version())
                    .put("trace", trace.id())
                    .put("pid", process.pid())
                    .put("pidStarted", processStarted);
            if (subject.resumes() != null) {
                line.put(RESUMES, subject.resumes());
            }
        });
    }

    /** Writes the last line, with the outcome and the totals, and closes the record. */
    void end(String outcome, String reason, RecordTotals totals) {
        write(
                LineType.ENDED,
                Instant.now(),
                line -> line.put("outcome", outcome)
                        .put("reason", shortened(reason, MAX_REASON))
                        .set("totals", totals.json()));
        writer.close();
    }

    private String shortened(String text, int length) {
        String redacted = writer.redacted(text);
        return redacted.length() <= length ? redacted : redacted.substring(0, length) + "…";
    }

    /**
     * Writes an event of an agent.
     *
     * @param span the id of the tool call's span; null outside a tool call
     */
    void write(AgentEvent event, @Nullable String span) {
        switch (event) {
            case AgentEvent.AgentStarted started ->
                write(
                        LineType.AGENT,
                        started.at(),
                        line -> line.put("scope", started.scope())
                                .put("parent", started.parent())
                                .put("call", started.call())
                                .put("agent", started.agent())
                                .put("model", started.model())
                                .put("input", writer.truncated(started.input())));
            case AgentEvent.AgentEnded ended -> agentEnded(ended);
            case AgentEvent.TurnStarted turn -> turnStarted(turn);
            case AgentEvent.TurnEnded turn -> turnEnded(turn);
            case AgentEvent.ToolCalled call -> toolCalled(call, span);
            case AgentEvent.ToolReturned call -> toolReturned(call);
            case AgentEvent.Retrying retry ->
                note(
                        retry.at(),
                        retry.scope(),
                        "Retrying turn " + retry.round() + " in "
                                + retry.after().toMillis() + " ms: " + retry.reason());
            case AgentEvent.LimitReached limit -> note(limit.at(), limit.scope(), limit.reason());
            case AgentEvent.TextReceived _ -> {
                // The line for the end of the turn has the whole text.
            }
        }
    }

    private void turnStarted(AgentEvent.TurnStarted turn) {
        write(LineType.TURN, turn.at(), line -> {
            line.put("scope", turn.scope()).put("round", turn.round());
            if (turn.request() != null) {
                inputs.describe(turn.scope(), turn.request(), line);
            }
        });
    }

    private void toolReturned(AgentEvent.ToolReturned call) {
        String result = call.result().text();
        inputs.returned(call.scope(), call.call(), result);
        write(
                LineType.CALL_ENDED,
                call.at(),
                line -> line.put("call", call.call())
                        .put("failed", call.result().isError())
                        .put("session", call.session())
                        .put("opened", call.opened())
                        .put("result", writer.truncated(result)));
    }

    private void agentEnded(AgentEvent.AgentEnded ended) {
        inputs.ended(ended.scope());
        write(LineType.AGENT_ENDED, ended.at(), line -> {
            line.put("scope", ended.scope()).put("outcome", Recorder.outcomeName(ended.outcome()));
            switch (ended.outcome()) {
                case AgentOutcome.Answered answered -> line.put("output", writer.truncated(answered.text()));
                case AgentOutcome.LimitReached limit ->
                    line.put("output", writer.truncated(limit.text())).put("reason", limit.reason());
                case AgentOutcome.Stopped stopped ->
                    line.put("output", writer.truncated(stopped.text())).put("reason", stopped.reason());
                case AgentOutcome.Failed failed -> line.put("output", failed.reason());
            }
        });
    }

    private void turnEnded(AgentEvent.TurnEnded turn) {
        write(
                LineType.TURN_ENDED,
                turn.at(),
                line -> line.put("scope", turn.scope())
                        .put("round", turn.round())
                        .put("text", writer.truncated(turn.turn().text()))
                        .put("stop", turn.turn().stopReason().name().toLowerCase(Locale.ROOT))
                        .put("tokensIn", turn.turn().usage().inputTokens())
                        .put("tokensOut", turn.turn().usage().outputTokens()));
    }

    private void toolCalled(AgentEvent.ToolCalled call, @Nullable String span) {
        write(LineType.CALL, call.at(), line -> {
            line.put("scope", call.scope()).put("round", call.round()).put("call", call.call());
            switch (call.tool()) {
                case ToolOrigin.Server(String server, String tool) ->
                    line.put("kind", "server").put("server", server).put("tool", tool);
                case ToolOrigin.SubAgent(String agent) ->
                    line.put("kind", "agent").put("tool", agent);
                case ToolOrigin.Function(String name) ->
                    line.put("kind", "function").put("tool", name);
                case ToolOrigin.Unknown(String name) ->
                    line.put("kind", "unknown").put("tool", name);
            }
            line.put("span", span).set("arguments", call.arguments());
        });
    }

    private void note(Instant at, String scope, String text) {
        write(LineType.NOTE, at, line -> line.put("scope", scope).put("text", text));
    }

    /** Writes an event of a session. */
    void write(SessionEvent event) {
        switch (event) {
            case SessionEvent.Opened opened ->
                session(
                        event,
                        opened.session(),
                        "opened",
                        line -> line.put("era", opened.era().name().toLowerCase(Locale.ROOT))
                                .put("took", opened.took().toNanos() / 1e6));
            case SessionEvent.OpeningFailed failed ->
                session(event, "", "failed", line -> line.put("reason", failed.reason()));
            case SessionEvent.Lost lost ->
                session(event, lost.session(), "lost", line -> line.put("reason", lost.reason()));
            case SessionEvent.Closed closed -> session(event, closed.session(), "closed", line -> {});
            case SessionEvent.Reused _ -> {
                // The line for the end of the call names the session.
            }
        }
    }

    private void session(SessionEvent event, String session, String what, Consumer<ObjectNode> details) {
        write(LineType.SESSION, Instant.now(), line -> {
            line.put("session", session)
                    .put("server", event.server())
                    .put("owner", event.owner())
                    .put("what", what);
            details.accept(line);
        });
    }

    private void write(String type, Instant at, Consumer<ObjectNode> fields) {
        ObjectNode line = writer.line(type, at);
        fields.accept(line);
        writer.write(line);
    }
}
