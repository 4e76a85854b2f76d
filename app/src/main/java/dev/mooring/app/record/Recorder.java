package dev.mooring.app.record;

import dev.mooring.agent.AgentEvent;
import dev.mooring.agent.AgentListener;
import dev.mooring.agent.AgentOutcome;
import dev.mooring.agent.ToolOrigin;
import dev.mooring.mcp.Json;
import dev.mooring.run.AgentRun;
import dev.mooring.session.SessionEvent;
import dev.mooring.session.SessionListener;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Hears what happens in one run, keeps count of it and makes trace spans of its calls; with a writer, it also saves it.
 * Safe for all threads.
 */
public final class Recorder implements AgentListener, SessionListener {
    private static final int LONGEST_GIST = 200;

    private final Trace trace;
    private final @Nullable RunWriter writer;
    private final Counts counts = new Counts();
    private final AtomicBoolean ended = new AtomicBoolean();

    /** The span of the call that this thread carries out. */
    private final ThreadLocal<@Nullable String> current = new ThreadLocal<>();

    private Recorder(Trace trace, @Nullable RunWriter writer) {
        this.trace = trace;
        this.writer = writer;
    }

    /** Sums over the run so far. */
    public static final class Counts {
        private final AtomicLong turns = new AtomicLong();
        private final AtomicLong calls = new AtomicLong();
        private final AtomicLong failures = new AtomicLong();
        private final AtomicLong subAgents = new AtomicLong();
        private final AtomicLong sessions = new AtomicLong();
        private final AtomicLong reused = new AtomicLong();
        private final AtomicLong lost = new AtomicLong();
        private final AtomicLong tokensIn = new AtomicLong();
        private final AtomicLong tokensOut = new AtomicLong();

        private Counts() {}

        public long calls() {
            return calls.get();
        }

        public long failures() {
            return failures.get();
        }

        public long sessions() {
            return sessions.get();
        }

        public long lost() {
            return lost.get();
        }

        public long tokensIn() {
            return tokensIn.get();
        }

        public long tokensOut() {
            return tokensOut.get();
        }

        public ObjectNode json() {
            return Json.object()
                    .put("turns", turns.get())
                    .put("calls", calls.get())
                    .put("failed", failures.get())
                    .put("subAgents", subAgents.get())
                    .put("sessions", sessions.get())
                    .put("reused", reused.get())
                    .put("lost", lost.get())
                    .put("tokensIn", tokensIn.get())
                    .put("tokensOut", tokensOut.get());
        }
    }

    /**
     * What a run is, for the first line of its record.
     *
     * @param asked what it was asked first; may be empty
     */
    public record Subject(String agent, String asked, String mooring) {}

    /** Only counts, and traces. */
    public static Recorder unsaved(Trace trace) {
        return new Recorder(trace, null);
    }

    /** Begins a record of a run. */
    public static Recorder saving(RunWriter writer, AgentRun run, Subject subject, Trace trace) {
        Recorder recorder = new Recorder(trace, writer);
        ProcessHandle self = ProcessHandle.current();
        String asked = subject.asked();
        recorder.write(
                LineType.RUN,
                run.started(),
                line -> line.put("id", run.id().value())
                        .put("started", run.started().toString())
                        .put("agent", subject.agent())
                        .put("asked", asked.length() <= LONGEST_GIST ? asked : asked.substring(0, LONGEST_GIST) + "…")
                        .put("mooring", subject.mooring())
                        .put("trace", trace.id())
                        .put("pid", self.pid())
                        .put(
                                "pidStarted",
                                self.info()
                                        .startInstant()
                                        .map(Instant::toString)
                                        .orElse("")));
        return recorder;
    }

    public Counts counts() {
        return counts;
    }

    /** The {@code _meta} of the call that this thread is about to send: the call's span is its parent. */
    public @Nullable ObjectNode meta(ToolOrigin.Server tool) {
        String span = current.get();
        return span == null ? null : Json.object().put("traceparent", trace.parent(span));
    }

    @Override
    public void onEvent(AgentEvent event) {
        switch (event) {
            case AgentEvent.AgentStarted started -> {
                if (started.parent() != null) {
                    counts.subAgents.incrementAndGet();
                }
                write(
                        LineType.AGENT,
                        started.at(),
                        line -> line.put("scope", started.scope())
                                .put("parent", started.parent())
                                .put("call", started.call())
                                .put("agent", started.agent())
                                .put("model", started.model())
                                .put("input", RunWriter.fitted(started.input())));
            }
            case AgentEvent.AgentEnded over -> agentEnded(over);
            case AgentEvent.TurnStarted turn ->
                write(
                        LineType.TURN,
                        turn.at(),
                        line -> line.put("scope", turn.scope()).put("round", turn.round()));
            case AgentEvent.TurnEnded turn -> turnEnded(turn);
            case AgentEvent.ToolCalled call -> called(call);
            case AgentEvent.ToolReturned call -> returned(call);
            case AgentEvent.Retrying again ->
                note(
                        again.at(),
                        again.scope(),
                        "turn " + again.round() + " is tried again in "
                                + again.after().toMillis() + " ms: " + again.reason());
            case AgentEvent.LimitReached limit -> note(limit.at(), limit.scope(), limit.reason());
            case AgentEvent.TextReceived _ -> {
                // The turn's end has the whole text.
            }
        }
    }

    private void agentEnded(AgentEvent.AgentEnded over) {
        write(LineType.AGENT_ENDED, over.at(), line -> {
            line.put("scope", over.scope()).put("outcome", outcome(over.outcome()));
            switch (over.outcome()) {
                case AgentOutcome.Answered answered -> line.put("output", RunWriter.fitted(answered.text()));
                case AgentOutcome.LimitReached limit ->
                    line.put("output", RunWriter.fitted(limit.text())).put("reason", limit.reason());
                case AgentOutcome.Stopped stopped ->
                    line.put("output", RunWriter.fitted(stopped.text())).put("reason", stopped.reason());
                case AgentOutcome.Failed failed -> line.put("output", failed.reason());
            }
        });
    }

    /** The word for an outcome, as it stands in records. */
    public static String outcome(AgentOutcome outcome) {
        return switch (outcome) {
            case AgentOutcome.Answered _ -> "answered";
            case AgentOutcome.LimitReached _ -> "limit";
            case AgentOutcome.Stopped _ -> "stopped";
            case AgentOutcome.Failed _ -> "failed";
        };
    }

    private void turnEnded(AgentEvent.TurnEnded turn) {
        counts.turns.incrementAndGet();
        counts.tokensIn.addAndGet(turn.turn().usage().inputTokens());
        counts.tokensOut.addAndGet(turn.turn().usage().outputTokens());
        write(
                LineType.TURN_ENDED,
                turn.at(),
                line -> line.put("scope", turn.scope())
                        .put("round", turn.round())
                        .put("text", RunWriter.fitted(turn.turn().text()))
                        .put("stop", turn.turn().stopReason().name().toLowerCase(Locale.ROOT))
                        .put("tokensIn", turn.turn().usage().inputTokens())
                        .put("tokensOut", turn.turn().usage().outputTokens()));
    }

    private void called(AgentEvent.ToolCalled call) {
        counts.calls.incrementAndGet();
        String span = Trace.newSpan();
        current.set(span);
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

    private void returned(AgentEvent.ToolReturned call) {
        if (call.result().isError()) {
            counts.failures.incrementAndGet();
        }
        current.remove();
        write(
                LineType.CALL_ENDED,
                call.at(),
                line -> line.put("call", call.call())
                        .put("failed", call.result().isError())
                        .put("session", call.session())
                        .put("opened", call.opened())
                        .put("result", RunWriter.fitted(call.result().text())));
    }

    private void note(Instant at, String scope, String text) {
        write(LineType.NOTE, at, line -> line.put("scope", scope).put("text", text));
    }

    @Override
    public void onEvent(SessionEvent event) {
        switch (event) {
            case SessionEvent.Opened opened -> {
                counts.sessions.incrementAndGet();
                session(
                        event,
                        opened.session(),
                        "opened",
                        line -> line.put("era", opened.era().name().toLowerCase(Locale.ROOT))
                                .put("took", opened.took().toNanos() / 1e6));
            }
            case SessionEvent.OpenFailed failed ->
                session(event, "", "failed", line -> line.put("reason", failed.reason()));
            case SessionEvent.Lost lost -> {
                counts.lost.incrementAndGet();
                session(event, lost.session(), "lost", line -> line.put("reason", lost.reason()));
            }
            case SessionEvent.Closed closed -> session(event, closed.session(), "closed", line -> {});
            case SessionEvent.Reused _ -> counts.reused.incrementAndGet(); // the call's own line says which
        }
    }

    private void session(SessionEvent event, String session, String what, Filling filling) {
        write(LineType.SESSION, Instant.now(), line -> {
            line.put("session", session)
                    .put("server", event.server())
                    .put("owner", event.owner())
                    .put("what", what);
            filling.fill(line);
        });
    }

    /** Ends the record, once: whoever comes later changes nothing. */
    public void end(String outcome, String reason) {
        if (ended.compareAndSet(false, true) && writer != null) {
            write(
                    LineType.ENDED,
                    Instant.now(),
                    line -> line.put("outcome", outcome)
                            .put("reason", reason.length() <= 2000 ? reason : reason.substring(0, 2000) + "…")
                            .set("totals", counts.json()));
            writer.close();
        }
    }

    /** Puts into a line what it is about. */
    private interface Filling {
        void fill(ObjectNode line);
    }

    private void write(String event, Instant at, Filling filling) {
        if (writer != null) {
            ObjectNode line = writer.line(event, at);
            filling.fill(line);
            writer.write(line);
        }
    }
}
