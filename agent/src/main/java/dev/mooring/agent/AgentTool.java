package dev.mooring.agent;

import dev.mooring.agent.model.ToolOutput;
import dev.mooring.session.CallBatch;
import dev.mooring.session.CallOutcome;
import dev.mooring.session.CallTrace;
import dev.mooring.session.PlannedCall;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A tool of an agent. */
sealed interface AgentTool permits ServerTool, ResourceTool, SubAgentTool, FunctionToolAdapter {
    ToolOrigin origin();

    String description();

    ObjectNode inputSchema();

    /** Returns whether the model sees the tool. */
    default boolean isVisible() {
        return true;
    }

    /** Returns whether the tool continues a call that an earlier process began. Otherwise the model is told of the interruption. */
    default boolean continuesCalls() {
        return false;
    }

    /** Returns the session that a call uses and later calls may rely on; null if there is none. */
    default TranscriptLines.@Nullable SessionUse use() {
        return null;
    }

    /** Returns the faults of the arguments; empty if the tool accepts them. */
    default List<String> faultsOf(ObjectNode arguments, SchemaCache schemas) {
        return schemas.faultsOf(arguments, inputSchema());
    }

    /**
     * Reserves the place of a call among the calls of the turn. Returns null if the call uses no server.
     *
     * @param arguments as the model gave them, so they may not match the schema
     */
    default @Nullable PlannedCall plan(CallBatch batch, JsonNode arguments) {
        return null;
    }

    /** Calls the tool with arguments that match the schema. A failure is an error result, unless the run itself has ended. */
    ToolCallResult call(ToolCall call) throws InterruptedException;

    /**
     * One call.
     *
     * @param invocation the invocation whose model requests the call
     * @param id unique in the run
     * @param turn the number of the turn in the invocation's transcript
     * @param index the index of the call in the turn
     * @param planned the result of {@link #plan}
     */
    record ToolCall(
            Invocation invocation,
            String id,
            int turn,
            int index,
            ObjectNode arguments,
            @Nullable PlannedCall planned) {}

    /**
     * The result of one call.
     *
     * @param session the id of the MCP session that the call used; null if it used none
     * @param opened whether this is the first call on that session
     * @param lost the server whose session was lost, if the result reports that; otherwise null
     */
    record ToolCallResult(
            ToolOutput result,
            @Nullable String session,
            boolean opened,
            @Nullable String lost) {
        static ToolCallResult of(ToolOutput result) {
            return new ToolCallResult(result, null, false, null);
        }

        /** @param server the server that the call used */
        static ToolCallResult of(ToolOutput result, CallTrace trace, String server) {
            String lost = trace.outcome() instanceof CallOutcome.SessionLost ? server : null;
            return new ToolCallResult(result, trace.session(), trace.opened(), lost);
        }

        ToolCallResult truncated(int limit) {
            return new ToolCallResult(ResultTruncation.truncate(result, limit), session, opened, lost);
        }

        static ToolCallResult error(String text) {
            return of(ToolOutput.error(text));
        }
    }
}
