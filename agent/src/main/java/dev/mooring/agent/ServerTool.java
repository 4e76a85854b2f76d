package dev.mooring.agent;

import dev.mooring.agent.model.ToolResult;
import dev.mooring.session.Approval;
import dev.mooring.session.CallTrace;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolListing.ListedTool;
import tools.jackson.databind.node.ObjectNode;

/** A tool of an MCP server, called on the session that the run holds with it. */
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
    public boolean isShown() {
        return approval() != Approval.DENY;
    }

    @Override
    public Done call(Asked asked) throws InterruptedException {
        Approver.Verdict verdict = switch (approval()) {
            case ALLOW -> new Approver.Verdict.Allowed();
            case ASK -> asked.by().approve(origin(), asked.arguments());
            case DENY -> new Approver.Verdict.Refused("the configuration denies it");
        };
        if (verdict instanceof Approver.Verdict.Refused(String reason)) {
            return Done.error(
                    "This call to " + origin().label() + " was not allowed: " + reason + ". Nothing was done.");
        }
        CallTrace trace = sessions.callTraced(
                listed.server(), listed.name(), asked.arguments(), asked.by().meta(origin()));
        ToolResult result = new ToolResult(
                trace.outcome().text(),
                ResultMedia.in(trace.outcome(), asked.by().agent().model().accepts()),
                trace.outcome().isError());
        return new Done(result, trace.session(), trace.opened());
    }

    private Approval approval() {
        Approval set = sessions.server(listed.server()).settings().approval().forTool(listed.name());
        return set == null ? Approval.ALLOW : set;
    }
}
