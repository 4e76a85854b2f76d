package dev.mooring.agent;

import dev.mooring.session.Approver;
import java.util.function.Function;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Options of an invocation, which also apply to the sub-agents that it calls.
 *
 * @param approver decides about calls of tools with {@code approve: ask}; null for the approver of the agent's sessions
 * @param meta supplies additional {@code _meta} fields of a call to an MCP server, for example a trace id. Runs on the thread of the
 *     call, and may return null
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record InvokeOptions(
        AgentListener listener, @Nullable Approver approver, Function<ToolOrigin.Server, @Nullable ObjectNode> meta) {
    private static final InvokeOptions DEFAULTS = new InvokeOptions(AgentListener.NONE, null, tool -> null);

    /** Returns options without a listener and with the approver of the agent's sessions. */
    public static InvokeOptions defaults() {
        return DEFAULTS;
    }

    /** Returns a copy with another listener. */
    public InvokeOptions listener(AgentListener newListener) {
        return new InvokeOptions(newListener, approver, meta);
    }

    /** Returns a copy with another approver. */
    public InvokeOptions approver(Approver newApprover) {
        return new InvokeOptions(listener, newApprover, meta);
    }

    /** Returns a copy with another supplier of {@code _meta} fields. */
    public InvokeOptions meta(Function<ToolOrigin.Server, @Nullable ObjectNode> newMeta) {
        return new InvokeOptions(listener, approver, newMeta);
    }
}
