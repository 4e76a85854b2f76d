package dev.mooring.gateway.cluster;

import dev.mooring.handle.cluster.protocol.NotSentReason;
import dev.mooring.mcp.McpError;
import tools.jackson.databind.node.ObjectNode;

/** The outcome of a call that was offered to another replica. */
public sealed interface ForwardOutcome {

    /** The replica did not accept the call. Nothing was sent. */
    record Refused(NotSentReason notSentReason) implements ForwardOutcome {}

    /** The replica did not answer the offer. Nothing was sent, now or later. */
    record Unreachable(String reason) implements ForwardOutcome {}

    /** The outcome of a call that the replica accepted. */
    sealed interface Accepted extends ForwardOutcome {}

    /** The result of the call. */
    record Answered(ObjectNode result) implements Accepted {}

    /** The call ended in a protocol error. */
    record Failed(McpError error) implements Accepted {}

    /** The replica could not send the call after all. */
    record NotSent(NotSentReason notSentReason) implements Accepted {}

    /** The call may or may not have happened. */
    record InDoubt(String reason) implements Accepted {}
}
