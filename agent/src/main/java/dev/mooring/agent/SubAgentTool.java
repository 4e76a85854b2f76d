package dev.mooring.agent;

import dev.mooring.agent.model.ToolOutput;
import dev.mooring.mcp.Json;
import dev.mooring.run.RunCancelled;
import dev.mooring.run.RunScope;
import dev.mooring.run.RunState;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A sub-agent as a tool. It runs in a new scope of the caller's run, and its failure is an error result. */
record SubAgentTool(Agent agent) implements AgentTool {
    private static final ObjectNode FREE_TEXT = Json.objectOf("""
        {"type": "object", "properties": {"input": {"type": "string", "description": "What to do"}}, "required": ["input"]}
        """);

    @Override
    public ToolOrigin origin() {
        return new ToolOrigin.SubAgent(agent.name());
    }

    @Override
    public String description() {
        return agent.description();
    }

    @Override
    public ObjectNode inputSchema() {
        ObjectNode own = agent.inputSchema();
        return own == null ? FREE_TEXT : own;
    }

    @Override
    public boolean continuesCalls() {
        return true;
    }

    @Override
    public ToolCallResult call(ToolCall call) throws InterruptedException {
        JsonNode input = agent.inputSchema() == null ? call.arguments().get("input") : call.arguments();
        Invocation child = call.invocation().child(agent, call);
        try {
            return ToolCallResult.of(resultOf(child.run(input)));
        } catch (AgentFailed e) {
            return ToolCallResult.error(agent.name() + " failed: " + e.getMessage());
        } catch (RunCancelled e) {
            if (RunScope.require().state() != RunState.OPEN) {
                throw e;
            }
            return ToolCallResult.error(agent.name() + " was cancelled: " + e.reason());
        }
    }

    private ToolOutput resultOf(AgentAnswer answer) {
        return switch (answer.outcome()) {
            case AgentOutcome.Answered answered -> ToolOutput.of(answered.text());
            case AgentOutcome.LimitReached limit -> incomplete(limit.reason(), limit.text());
            case AgentOutcome.Stopped stopped -> incomplete(stopped.reason(), stopped.text());
            case AgentOutcome.Failed failed -> ToolOutput.error(failed.reason());
        };
    }

    private ToolOutput incomplete(String reason, String text) {
        String soFar = text.isBlank() ? " It produced no text." : " Its text so far:\n" + text;
        return ToolOutput.error(agent.name() + " ended without an answer. " + reason + soFar);
    }
}
