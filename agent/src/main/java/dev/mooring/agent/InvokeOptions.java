package dev.mooring.agent;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What goes with an invocation, for the agent and for those that it calls.
 *
 * @param meta more fields for the {@code _meta} of a call to an MCP server, such as a trace's id; asked on the thread of the call; null for none
 */
public record InvokeOptions(
        AgentListener listener, Approver approver, Function<ToolOrigin.Server, @Nullable ObjectNode> meta) {
    private static final InvokeOptions DEFAULTS =
            new InvokeOptions(AgentListener.NONE, Approver.REFUSE_ALL, tool -> null);

    /** Nobody listens, nobody can be asked. */
    public static InvokeOptions defaults() {
        return DEFAULTS;
    }

    public InvokeOptions listener(AgentListener newListener) {
        return new InvokeOptions(newListener, approver, meta);
    }

    public InvokeOptions approver(Approver newApprover) {
        return new InvokeOptions(listener, newApprover, meta);
    }

    public InvokeOptions meta(Function<ToolOrigin.Server, @Nullable ObjectNode> newMeta) {
        return new InvokeOptions(listener, approver, newMeta);
    }
}
