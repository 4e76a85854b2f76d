package dev.mooring.agent;

import dev.mooring.agent.model.ToolResult;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Something that an agent's model can have called. */
sealed interface AgentTool permits ServerTool, SubAgentTool, FunctionToolAdapter {
    ToolOrigin origin();

    String description();

    ObjectNode inputSchema();

    /** Whether the model is told of it. */
    default boolean isShown() {
        return true;
    }

    /** Carries out a call whose arguments fit the schema. What goes wrong is a result too, unless the run itself cannot go on. */
    Done call(Asked asked) throws InterruptedException;

    /**
     * A call.
     *
     * @param id unique in the run
     */
    record Asked(Invocation by, String id, ObjectNode arguments) {}

    /** What became of a call, and which session it used, if any. */
    record Done(ToolResult result, @Nullable String session, boolean opened) {
        static Done of(ToolResult result) {
            return new Done(result, null, false);
        }

        static Done error(String text) {
            return of(ToolResult.error(text));
        }
    }
}
