package dev.mooring.gateway.cluster;

import dev.mooring.handle.cluster.protocol.Verdict;
import dev.mooring.mcp.McpError;
import tools.jackson.databind.node.ObjectNode;

/** What became of a call that was offered to another replica. */
public sealed interface ForwardOutcome {

    /** The replica did not accept the call. Nothing was sent. */
    record Refused(Verdict verdict) implements ForwardOutcome {}

    /** The replica did not answer the offer. Nothing was sent, now or later. */
    record Unreachable(String reason) implements ForwardOutcome {}

    /** What became of a call that the replica accepted. */
    sealed interface Ran extends ForwardOutcome {}

    /** The result of the call. */
    record Answered(ObjectNode result) implements Ran {}

    /** The call ended in a protocol error. */
    record Failed(McpError error) implements Ran {}

    /** The replica could not send the call after all. */
    record NotSent(Verdict verdict) implements Ran {}

    /** The call may or may not have happened. */
    record InDoubt(String reason) implements Ran {}
}
