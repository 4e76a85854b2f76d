package dev.mooring.session;

import dev.mooring.mcp.Json;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Applies the setting {@code approve} to a call, before anything is sent. */
final class Approvals {
    private static final Approver.Answer DENIED = new Approver.Answer.Refused("the configuration denies it");

    private Approvals() {}

    /** Returns the outcome of a call that is refused, or null if the call is allowed. */
    static @Nullable CallOutcome refusal(ToolServer server, SessionRequest request, String caller, Approver approver)
            throws InterruptedException {
        if (!request.isToolCall()) {
            return null;
        }
        String tool = request.target();
        Approver.Answer answer = switch (server.settings().approvalOf(tool)) {
            case ALLOW -> null;
            case DENY -> DENIED;
            case ASK -> {
                ObjectNode arguments = Json.objectAt(request.params(), "arguments");
                yield approver.decide(new Approver.Request(
                        caller, server.name(), tool, Objects.requireNonNullElseGet(arguments, Json::object)));
            }
        };
        return answer instanceof Approver.Answer.Refused(String reason)
                ? new CallOutcome.NotAllowed(
                        server.name(),
                        "This call to " + server.name() + "/" + tool + " was not allowed: " + reason
                                + ". The call was not made.")
                : null;
    }
}
