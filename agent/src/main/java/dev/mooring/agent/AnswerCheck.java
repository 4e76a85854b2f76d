package dev.mooring.agent;

import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.run.BudgetDecision;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Checks the model's answer against the output schema. The model may correct its answer once. */
final class AnswerCheck {
    private static final Pattern FENCED =
            Pattern.compile("\\A\\s*```[a-zA-Z]*\\s*\\n(.*?)\\n?```\\s*\\z", Pattern.DOTALL);

    private final Agent agent;
    private List<String> faults = List.of();
    private boolean isCorrectionRequested;

    AnswerCheck(Agent agent) {
        this.agent = agent;
    }

    /** Returns the outcome of a turn without tool calls, or null if the model must correct its answer. */
    @Nullable
    AgentOutcome outcomeOf(ModelTurn turn) throws AgentFailed {
        if (turn.stopReason() == ModelTurn.StopReason.REFUSAL) {
            throw new AgentFailed.Refused(agent.model().name(), turn.text());
        }
        if (turn.stopReason() == ModelTurn.StopReason.LENGTH) {
            return new AgentOutcome.LimitReached(
                    turn.text(),
                    BudgetDecision.Limit.TOKENS,
                    "The answer is incomplete: " + agent.model().name() + " reached its maximum output length.");
        }
        CheckedSchema schema = agent.checkedOutput();
        if (turn.text().isBlank() && (schema == null || isCorrectionRequested)) {
            throw new AgentFailed.EmptyAnswer(agent.model().name());
        }
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
        if (isCorrectionRequested) {
            throw new AgentFailed.InvalidOutput(agent.name(), faults, turn.text());
        }
        return null;
    }

    /** Returns the message that requests a correction of the last answer. */
    ChatEntry.UserMessage requestCorrection() {
        isCorrectionRequested = true;
        return new ChatEntry.UserMessage("This answer does not match the required JSON Schema: "
                + String.join("; ", faults) + ". Answer again with matching JSON and nothing else.");
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
