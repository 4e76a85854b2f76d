package dev.mooring.agent;

import dev.mooring.agent.TranscriptLines.Lifetime;
import dev.mooring.agent.model.ToolOutput;
import dev.mooring.session.Approval;
import dev.mooring.session.CallBatch;
import dev.mooring.session.CallTrace;
import dev.mooring.session.PlannedCall;
import dev.mooring.session.Sessions;
import dev.mooring.session.Sharing;
import dev.mooring.session.ToolListing.ListedTool;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
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
        return sessions.server(listed.server()).settings().approvalOf(listed.name()) != Approval.DENY;
    }

    /** Returns null if the session ends with the call. */
    @Override
    public TranscriptLines.@Nullable SessionUse use() {
        Sharing sharing = sessions.server(listed.server()).settings().sharing().forTool(listed.name());
        @Nullable
        Lifetime lifetime = switch (sharing) {
            case AGENT -> Lifetime.ANSWER;
            case SHARED -> Lifetime.PROCESS;
            case CALL -> null;
            case RUN -> Lifetime.RUN;
            // Without a setting, a session outlives its run only if the server keeps its state behind handles.
            case null -> Lifetime.RUN;
        };
        return lifetime == null ? null : new TranscriptLines.SessionUse(listed.server(), lifetime);
    }

    @Override
    public List<String> faultsOf(ObjectNode arguments, SchemaCache schemas) {
        return schemas.faultsForServer(arguments, inputSchema());
    }

    @Override
    public PlannedCall plan(CallBatch batch, JsonNode arguments) {
        return batch.plan(listed.server(), listed.name());
    }

    @Override
    public ToolCallResult call(ToolCall call) throws InterruptedException {
        CallTrace trace = Objects.requireNonNull(call.planned())
                .call(call.arguments(), call.invocation().meta(origin()));
        ToolOutput result = new ToolOutput(
                trace.outcome().text(),
                ResultMedia.in(
                        trace.outcome(), call.invocation().agent().model().accepts()),
                trace.outcome().isError());
        return ToolCallResult.of(result, trace, listed.server());
    }
}
