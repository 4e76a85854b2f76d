package dev.mooring.app.record;

import dev.mooring.agent.AgentEvent;
import dev.mooring.agent.AgentListener;
import dev.mooring.mcp.Json;
import dev.mooring.session.SessionEvent;
import dev.mooring.session.SessionListener;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.node.ObjectNode;

/** The number of turns, calls, sessions and tokens of a run so far. Thread-safe. */
public final class RecordTotals implements AgentListener, SessionListener {
    private final AtomicLong turns = new AtomicLong();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong failedCalls = new AtomicLong();
    private final AtomicLong subAgents = new AtomicLong();
    private final AtomicLong sessions = new AtomicLong();
    private final AtomicLong reuses = new AtomicLong();
    private final AtomicLong lostSessions = new AtomicLong();
    private final AtomicLong tokensIn = new AtomicLong();
    private final AtomicLong tokensOut = new AtomicLong();

    RecordTotals() {}

    @Override
    public void onEvent(AgentEvent event) {
        switch (event) {
            case AgentEvent.AgentStarted started when started.parent() != null -> subAgents.incrementAndGet();
            case AgentEvent.TurnEnded turn -> {
                turns.incrementAndGet();
                tokensIn.addAndGet(turn.turn().usage().inputTokens());
                tokensOut.addAndGet(turn.turn().usage().outputTokens());
            }
            case AgentEvent.ToolCalled _ -> calls.incrementAndGet();
            case AgentEvent.ToolReturned call when call.result().isError() -> failedCalls.incrementAndGet();
            default -> {
                // Not counted.
            }
        }
    }

    @Override
    public void onEvent(SessionEvent event) {
        switch (event) {
            case SessionEvent.Opened _ -> sessions.incrementAndGet();
            case SessionEvent.Reused _ -> reuses.incrementAndGet();
            case SessionEvent.Lost _ -> lostSessions.incrementAndGet();
            case SessionEvent.OpeningFailed _, SessionEvent.Closed _ -> {
                // Not counted.
            }
        }
    }

    /** Returns the number of tool calls, including those that failed. */
    public long calls() {
        return calls.get();
    }

    /** Returns the number of tool calls whose result was an error. */
    public long failedCalls() {
        return failedCalls.get();
    }

    /** Returns the number of sessions that were opened. */
    public long sessions() {
        return sessions.get();
    }

    /** Returns the number of sessions that were lost. */
    public long lostSessions() {
        return lostSessions.get();
    }

    /** Returns the number of tokens that were sent to models. */
    public long tokensIn() {
        return tokensIn.get();
    }

    /** Returns the number of tokens that models generated. */
    public long tokensOut() {
        return tokensOut.get();
    }

    /** Returns the totals as records and {@code mooring run --json} show them. */
    public ObjectNode json() {
        return Json.object()
                .put("turns", turns.get())
                .put("calls", calls.get())
                .put("failed", failedCalls.get())
                .put("subAgents", subAgents.get())
                .put("sessions", sessions.get())
                .put("reused", reuses.get())
                .put("lost", lostSessions.get())
                .put("tokensIn", tokensIn.get())
                .put("tokensOut", tokensOut.get());
    }
}
