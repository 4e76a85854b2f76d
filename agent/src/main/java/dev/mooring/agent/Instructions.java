package dev.mooring.agent;

import dev.mooring.mcp.Json;
import tools.jackson.databind.node.ObjectNode;

/** The system prompt of an agent: its instructions, and its output schema if it has one. */
final class Instructions {
    private Instructions() {}

    static String of(Agent agent) {
        ObjectNode schema = agent.outputSchema();
        if (schema == null) {
            return agent.instructions();
        }
        String form =
                "Your final answer must be JSON that matches this JSON Schema, and nothing else:\n" + Json.text(schema);
        return agent.instructions().isBlank() ? form : agent.instructions() + "\n\n" + form;
    }
}
