package dev.mooring.agent;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Checks the input of an agent against its schema. */
final class InputCheck {
    private InputCheck() {}

    static void require(Agent agent, JsonNode input) throws AgentFailed.InvalidInput {
        CheckedSchema schema = agent.checkedInput();
        if (schema == null) {
            return;
        }
        List<String> faults = schema.faultsOf(input);
        // A schema may accept a plain string. Otherwise the text must be JSON.
        if (!faults.isEmpty() && input.isString()) {
            try {
                faults = schema.faultsOf(Json.parse(input.stringValue()));
            } catch (MalformedJson e) {
                faults = List.of("it is not JSON: " + e.getMessage());
            }
        }
        if (!faults.isEmpty()) {
            throw new AgentFailed.InvalidInput(agent.name(), faults);
        }
    }
}
