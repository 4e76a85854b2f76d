package dev.mooring.app.record;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A run as its record tells it. All times are in milliseconds since its start.
 *
 * @param outcome as {@link RunSummary#outcome}
 * @param reason why it has no answer; empty where it has
 * @param end of what is recorded
 * @param invocations in the order of their beginnings, so parents before children
 * @param calls in the order of their beginnings
 * @param sessions in the order of their openings
 */
public record RecordedRun(
        String id,
        String agent,
        String mooring,
        String trace,
        Instant started,
        String outcome,
        String reason,
        double end,
        List<Invocation> invocations,
        List<ToolCall> calls,
        List<RecordedSession> sessions) {

    /**
     * An agent's work from being asked to its answer.
     *
     * @param parent the scope of the agent that called it, null at the top
     * @param call the call by which it was called, null at the top
     * @param end null while it goes on, as for all that has an end
     * @param outcome empty while it goes on
     */
    public record Invocation(
            String scope,
            @Nullable String parent,
            @Nullable String call,
            String agent,
            String model,
            double begin,
            @Nullable Double end,
            String outcome,
            String input,
            String output,
            List<Turn> turns,
            List<Note> notes) {
        Invocation ended(double at, String newOutcome, String newOutput) {
            return new Invocation(
                    scope, parent, call, agent, model, begin, at, newOutcome, input, newOutput, turns, notes);
        }

        public long tokensIn() {
            return turns.stream().mapToLong(Turn::tokensIn).sum();
        }

        public long tokensOut() {
            return turns.stream().mapToLong(Turn::tokensOut).sum();
        }
    }

    /** A turn of the model: what it said, and what it used. */
    public record Turn(int round, double begin, @Nullable Double end, String text, long tokensIn, long tokensOut) {}

    /** Something to know about an agent's work, such as another attempt at a turn. */
    public record Note(double at, String text) {}

    /**
     * A call of a tool.
     *
     * @param kind {@code server}, {@code agent}, {@code function} or {@code unknown}
     * @param server empty but for a tool of a server
     * @param session the session that was used, null where there was none
     * @param opened whether it was the first call on that session
     * @param failed whether the model got an error
     */
    public record ToolCall(
            String id,
            String scope,
            int round,
            String kind,
            String server,
            String tool,
            JsonNode arguments,
            double begin,
            @Nullable Double end,
            String result,
            boolean failed,
            @Nullable String session,
            boolean opened,
            String span) {
        ToolCall ended(double at, String newResult, boolean hasFailed, @Nullable String used, boolean first) {
            return new ToolCall(
                    id, scope, round, kind, server, tool, arguments, begin, at, newResult, hasFailed, used, first,
                    span);
        }

        /** As agent files write it. */
        public String label() {
            return switch (kind) {
                case "server" -> server + "/" + tool;
                case "agent" -> "agent:" + tool;
                default -> tool;
            };
        }
    }

    /**
     * A session with a server.
     *
     * @param begin when its opening began
     * @param opened when it was open; null if it never was
     * @param fate {@code open}, {@code closed}, {@code lost} or {@code failed}
     */
    public record RecordedSession(
            String id,
            String server,
            String owner,
            String era,
            double begin,
            @Nullable Double opened,
            @Nullable Double end,
            String fate,
            String reason) {
        RecordedSession lost(double at, String why) {
            return new RecordedSession(id, server, owner, era, begin, opened, at, "lost", why);
        }

        /** A lost session stays lost, whenever its rest is closed. */
        RecordedSession closed(double at) {
            return end != null
                    ? this
                    : new RecordedSession(id, server, owner, era, begin, opened, at, "closed", reason);
        }
    }

    /** The invocations that nobody in the run called. */
    public List<Invocation> top() {
        return invocations.stream().filter(each -> each.parent() == null).toList();
    }

    public List<ToolCall> callsOf(Invocation invocation, int round) {
        return calls.stream()
                .filter(call -> call.scope().equals(invocation.scope()) && call.round() == round)
                .toList();
    }

    /** The agents that a call called: one, or none. */
    public List<Invocation> calledBy(ToolCall call) {
        return invocations.stream()
                .filter(each -> call.id().equals(each.call()))
                .toList();
    }

    public long tokensIn() {
        return invocations.stream().mapToLong(Invocation::tokensIn).sum();
    }

    public long tokensOut() {
        return invocations.stream().mapToLong(Invocation::tokensOut).sum();
    }

    public long failures() {
        return calls.stream().filter(ToolCall::failed).count();
    }
}
