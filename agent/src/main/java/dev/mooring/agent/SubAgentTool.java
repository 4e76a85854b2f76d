package dev.mooring.agent;

import dev.mooring.agent.model.ToolResult;
import dev.mooring.mcp.Json;
import dev.mooring.run.RunCancelled;
import dev.mooring.run.RunScope;
import dev.mooring.run.RunState;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Another agent as a tool. It works in the caller's run, in a scope of its own, and its failure is a result for the caller. */
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
    public Done call(Asked asked) throws InterruptedException {
        JsonNode input = agent.inputSchema() == null ? asked.arguments().get("input") : asked.arguments();
        Invocation below = asked.by().below(agent, asked.id());
        try {
            return Done.of(resultOf(below.run(input)));
        } catch (AgentFailed e) {
            return Done.error(agent.name() + " failed: " + e.getMessage());
        } catch (RunCancelled e) {
            if (RunScope.require().state() != RunState.OPEN) {
                throw e;
            }
            return Done.error(agent.name() + " was cancelled: " + e.reason());
        }
    }

    private ToolResult resultOf(AgentAnswer answer) {
        return switch (answer.outcome()) {
            case AgentOutcome.Answered answered -> ToolResult.of(answered.text());
            case AgentOutcome.LimitReached limit -> ended(limit.reason(), limit.text());
            case AgentOutcome.Stopped stopped -> ended(stopped.reason(), stopped.text());
            case AgentOutcome.Failed failed -> ToolResult.error(failed.reason());
        };
    }

    private ToolResult ended(String reason, String text) {
        String soFar = text.isBlank() ? " It had said nothing yet." : " It had said so far:\n" + text;
        return ToolResult.error(agent.name() + " was ended before it had an answer. " + reason + soFar);
    }
}
