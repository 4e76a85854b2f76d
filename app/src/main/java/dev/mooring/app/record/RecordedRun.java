package dev.mooring.app.record;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A run as read from its record. All times are in milliseconds since the start of the run.
 *
 * @param outcome as {@link RecordSummary#outcome}
 * @param mooring the version of Mooring
 * @param reason why the run has no answer; empty if it has one
 * @param end the time of the last line
 * @param invocations in the order of their starts, so that parents come before children
 * @param calls in the order of their starts
 * @param sessions in the order in which they opened
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
        List<RecordedInvocation> invocations,
        List<RecordedCall> calls,
        List<RecordedSession> sessions) {

    /**
     * One invocation of an agent.
     *
     * @param parent the scope of the calling agent; null for the agent of the run itself
     * @param call the id of the call that invoked the agent; null for the agent of the run itself
     * @param end null if the record has no end, here and in the other records
     * @param outcome empty if the record has no end
     */
    public record RecordedInvocation(
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
            List<RecordedTurn> turns,
            List<RecordedNote> notes) {
        RecordedInvocation ended(double at, String newOutcome, String newOutput) {
            return new RecordedInvocation(
                    scope, parent, call, agent, model, begin, at, newOutcome, input, newOutput, turns, notes);
        }

        long tokensIn() {
            return turns.stream().mapToLong(RecordedTurn::tokensIn).sum();
        }

        long tokensOut() {
            return turns.stream().mapToLong(RecordedTurn::tokensOut).sum();
        }
    }

    /**
     * A model turn.
     *
     * @param input null if the record has none: an earlier run or version of Mooring took the turn
     */
    public record RecordedTurn(
            int round,
            double begin,
            @Nullable Double end,
            @Nullable RecordedInput input,
            String text,
            long tokensIn,
            long tokensOut) {
        RecordedTurn ended(double at, String newText, long in, long out) {
            return new RecordedTurn(round, begin, at, input, newText, in, out);
        }
    }

    /**
     * The input of a model turn.
     *
     * @param instructions the system prompt; null if it has not changed since the previous turn
     * @param earlier the number of messages before these
     * @param messages the messages since the model's last turn
     */
    public record RecordedInput(@Nullable String instructions, int earlier, List<RecordedMessage> messages) {}

    /**
     * A message to the model.
     *
     * @param role {@code user} or {@code tool}
     * @param tool the tool whose result it is; empty for a user's message
     * @param call the call whose result is the text; null if {@code text} has the text
     * @param attachments the number of images and other files
     */
    public record RecordedMessage(
            String role,
            String tool,
            boolean failed,
            @Nullable String call,
            String text,
            int attachments) {}

    /** A remark about an agent's work, such as a retry. */
    public record RecordedNote(double at, String text) {}

    /**
     * A tool call.
     *
     * @param kind {@code server}, {@code agent}, {@code function} or {@code unknown}
     * @param server empty unless a server has the tool
     * @param session the id of the session that the call used; null if it used none
     * @param opened whether it was the first call on that session
     * @param failed whether the result was an error
     */
    public record RecordedCall(
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
        RecordedCall ended(double at, String newResult, boolean hasFailed, @Nullable String used, boolean first) {
            return new RecordedCall(
                    id, scope, round, kind, server, tool, arguments, begin, at, newResult, hasFailed, used, first,
                    span);
        }

        /** Returns the name of the tool as agent files write it. */
        String label() {
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
     * @param begin when Mooring started to open the session
     * @param opened when the session was open; null if it never was
     * @param state {@code open}, {@code closed}, {@code lost} or {@code failed}
     */
    public record RecordedSession(
            String id,
            String server,
            String owner,
            String era,
            double begin,
            @Nullable Double opened,
            @Nullable Double end,
            String state,
            String reason) {
        RecordedSession lost(double at, String why) {
            return new RecordedSession(id, server, owner, era, begin, opened, at, "lost", why);
        }

        /** Returns the session as closed, unless it was lost before. */
        RecordedSession closed(double at) {
            return end != null
                    ? this
                    : new RecordedSession(id, server, owner, era, begin, opened, at, "closed", reason);
        }
    }

    /** Returns the invocations without a calling agent. */
    List<RecordedInvocation> rootInvocations() {
        return invocations.stream().filter(each -> each.parent() == null).toList();
    }

    List<RecordedCall> callsOf(RecordedInvocation invocation, int round) {
        return calls.stream()
                .filter(call -> call.scope().equals(invocation.scope()) && call.round() == round)
                .toList();
    }

    /** Returns the invocation that a call made, if it called an agent: one, or none. */
    List<RecordedInvocation> invocationsBy(RecordedCall call) {
        return invocations.stream()
                .filter(each -> call.id().equals(each.call()))
                .toList();
    }

    long tokensIn() {
        return invocations.stream().mapToLong(RecordedInvocation::tokensIn).sum();
    }

    long tokensOut() {
        return invocations.stream().mapToLong(RecordedInvocation::tokensOut).sum();
    }

    long failures() {
        return calls.stream().filter(RecordedCall::failed).count();
    }
}
