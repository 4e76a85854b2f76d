package dev.mooring.app.record;

import dev.mooring.agent.AgentEvent;
import dev.mooring.agent.AgentFailed;
import dev.mooring.agent.AgentListener;
import dev.mooring.agent.AgentOutcome;
import dev.mooring.agent.ToolOrigin;
import dev.mooring.run.AgentRun;
import dev.mooring.session.Secrets;
import dev.mooring.session.SessionEvent;
import dev.mooring.session.SessionListener;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Receives the events of one run: counts them, gives each tool call a trace span and, if the run is saved, writes its
 * record. Thread-safe.
 */
public final class Recorder implements AgentListener, SessionListener {
    private final RecordTotals totals = new RecordTotals();
    private final CallSpans spans;
    private final @Nullable EventWriter events;
    private final AtomicBoolean ended = new AtomicBoolean();

    private Recorder(Trace trace, @Nullable EventWriter events) {
        this.spans = new CallSpans(trace);
        this.events = events;
    }

    /**
     * The description of a run in the first line of its record.
     *
     * @param input the first input of the agent; may be empty
     * @param version the version of Mooring
     * @param resumes the id of the run that this one continues; null if it is a new one
     */
    public record Subject(
            String agent,
            String input,
            String version,
            @Nullable String resumes) {}

    /** Returns a recorder that counts and traces, and writes nothing. */
    public static Recorder unsaved(Trace trace) {
        return new Recorder(trace, null);
    }

    /**
     * Creates a record of the run in a folder, and returns the recorder that writes it.
     *
     * @param secrets redacted in the record
     * @throws IOException if the record cannot be created
     */
    public static Recorder saving(RunFolder folder, AgentRun run, Subject subject, Trace trace, Secrets secrets)
            throws IOException {
        EventWriter events = new EventWriter(folder.begin(run.id(), run.started(), secrets));
        events.begin(run, subject, trace);
        return new Recorder(trace, events);
    }

    /** Returns the totals, which grow until the run ends. */
    public RecordTotals totals() {
        return totals;
    }

    /** Returns the {@code _meta} of the call that the current thread is about to send, with the call's span as parent. */
    public @Nullable ObjectNode meta(ToolOrigin.Server tool) {
        return spans.meta();
    }

    @Override
    public void onEvent(AgentEvent event) {
        totals.onEvent(event);
        if (event instanceof AgentEvent.ToolCalled) {
            spans.begin();
        }
        if (events != null) {
            events.write(event, spans.current());
        }
        if (event instanceof AgentEvent.ToolReturned) {
            spans.end();
        }
    }

    @Override
    public void onEvent(SessionEvent event) {
        totals.onEvent(event);
        if (events != null) {
            events.write(event);
        }
    }

    /** Writes the last line of the record and closes it. Only the first call has an effect. */
    public void end(String outcome, String reason) {
        if (ended.compareAndSet(false, true) && events != null) {
            events.end(outcome, reason, totals);
        }
    }

    /** Returns the name of an outcome as it stands in records. */
    public static String outcomeName(AgentOutcome outcome) {
        return switch (outcome) {
            case AgentOutcome.Answered _ -> "answered";
            case AgentOutcome.LimitReached _ -> "limit";
            case AgentOutcome.Stopped _ -> "stopped";
            case AgentOutcome.Failed _ -> "failed";
        };
    }

    /** Returns the name of a failure's outcome in records. */
    public static String outcomeName(AgentFailed failure) {
        return switch (failure) {
            case AgentFailed.Refused _ -> "refused";
            case AgentFailed.EmptyAnswer _ -> "empty";
            default -> "failed";
        };
    }
}
