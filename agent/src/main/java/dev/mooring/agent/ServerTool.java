package dev.mooring.agent;

import dev.mooring.agent.model.ToolResult;
import dev.mooring.session.Approval;
import dev.mooring.session.CallTrace;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolListing.ListedTool;
import tools.jackson.databind.node.ObjectNode;

/** A tool of an MCP server. Calls use the session that the run holds with the server. */
record ServerTool(Sessions sessions, ListedTool listed) implements AgentTool {
    @Override
    public ToolOrigin.Server origin() {
        return new ToolOrigin.Server(listed.server(), listed.name());
    }

    @Override
    public String description() {
        return listed.description();
    }

    @Override
    public ObjectNode inputSchema() {
        return listed.inputSchema();
    }

    @Override
    public boolean isVisible() {
        return approval() != Approval.DENY;
    }

    @Override
    public Returned call(Invoked call) throws InterruptedException {
        Approver.Verdict verdict = switch (approval()) {
            case ALLOW -> new Approver.Verdict.Allowed();
            case ASK -> call.invocation().approve(origin(), call.arguments());
            case DENY -> new Approver.Verdict.Refused("the configuration denies it");
        };
        if (verdict instanceof Approver.Verdict.Refused(String reason)) {
            return Returned.error(
                    "This call to " + origin().label() + " was not allowed: " + reason + ". The call was not made.");
        }
        CallTrace trace = sessions.callTraced(
                listed.server(),
                listed.name(),
                call.arguments(),
                call.invocation().meta(origin()));
        ToolResult result = new ToolResult(
                trace.outcome().text(),
                ResultMedia.in(
                        trace.outcome(), call.invocation().agent().model().accepts()),
                trace.outcome().isError());
        return new Returned(result, trace.session(), trace.opened());
    }

    private Approval approval() {
        Approval configured =
                sessions.server(listed.server()).settings().approval().forTool(listed.name());
        return configured == null ? Approval.ALLOW : configured;
    }
}
