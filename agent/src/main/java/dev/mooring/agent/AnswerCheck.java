package dev.mooring.agent;

import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.run.Decision;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Decides whether a turn without calls is the agent's answer. An answer that breaks the output schema may be mended once. */
final class AnswerCheck {
    private static final Pattern FENCED =
            Pattern.compile("\\A\\s*```[a-zA-Z]*\\s*\\n(.*?)\\n?```\\s*\\z", Pattern.DOTALL);

    private final Agent agent;
    private List<String> faults = List.of();
    private boolean repaired;

    AnswerCheck(Agent agent) {
        this.agent = agent;
    }

    /** The outcome, or null if the model is to try again. */
    @Nullable
    AgentOutcome outcomeOf(ModelTurn turn) throws AgentFailed {
        if (turn.stopReason() == ModelTurn.StopReason.REFUSAL) {
            throw new AgentFailed.ModelError(
                    agent.model().name() + " refused to answer" + (turn.text().isBlank() ? "" : ": " + turn.text()),
                    null);
        }
        if (turn.stopReason() == ModelTurn.StopReason.LENGTH) {
            return new AgentOutcome.LimitReached(
                    turn.text(),
                    Decision.Limit.TOKENS,
                    "The answer was cut off: " + agent.model().name() + " reached its longest answer.");
        }
        CheckedSchema schema = agent.checkedOutput();
        if (schema == null) {
            return new AgentOutcome.Answered(turn.text(), null);
        }
        JsonNode output = parsed(turn.text());
        if (output != null) {
            faults = schema.faultsOf(output);
            if (faults.isEmpty()) {
                return new AgentOutcome.Answered(turn.text(), output);
            }
        }
        if (repaired) {
            throw new AgentFailed.InvalidOutput(agent.name(), faults, turn.text());
        }
        return null;
    }

    /** What the model is told of its last answer. */
    ChatEntry.UserMessage repair() {
        repaired = true;
        return new ChatEntry.UserMessage("This answer does not fit the JSON Schema that it has to fit: "
                + String.join("; ", faults) + ". Answer again, with JSON that fits and nothing else.");
    }

    private @Nullable JsonNode parsed(String text) {
        Matcher fenced = FENCED.matcher(text);
        try {
            return Json.parse(fenced.matches() ? fenced.group(1) : text);
        } catch (MalformedJson e) {
            faults = List.of("it is not JSON: " + e.getMessage());
            return null;
        }
    }
}
