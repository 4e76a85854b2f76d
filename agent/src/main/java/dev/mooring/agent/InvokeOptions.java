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
 * @param transcript keeps the messages, so that {@link Agent#resume} can continue the work in another process; null to keep none. The
 *     caller closes it after the invocation
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record InvokeOptions(
        AgentListener listener,
        @Nullable Approver approver,
        Function<ToolOrigin.Server, @Nullable ObjectNode> meta,
        @Nullable TranscriptFile transcript) {
    private static final InvokeOptions DEFAULTS = new InvokeOptions(AgentListener.NONE, null, tool -> null, null);

    /** Returns options without a listener and a transcript, and with the approver of the agent's sessions. */
    public static InvokeOptions defaults() {
        return DEFAULTS;
    }

    /** Returns a copy with another listener. */
    public InvokeOptions listener(AgentListener newListener) {
        return new InvokeOptions(newListener, approver, meta, transcript);
    }

    /** Returns a copy with another approver. */
    public InvokeOptions approver(Approver newApprover) {
        return new InvokeOptions(listener, newApprover, meta, transcript);
    }

    /** Returns a copy with another supplier of {@code _meta} fields. */
    public InvokeOptions meta(Function<ToolOrigin.Server, @Nullable ObjectNode> newMeta) {
        return new InvokeOptions(listener, approver, newMeta, transcript);
    }

    /** Returns a copy that keeps the messages in a transcript. */
    public InvokeOptions transcript(TranscriptFile newTranscript) {
        return new InvokeOptions(listener, approver, meta, newTranscript);
    }
}
