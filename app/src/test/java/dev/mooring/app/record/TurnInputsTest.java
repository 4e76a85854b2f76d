package dev.mooring.app.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.ModelRequest;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.ToolAnswer;
import dev.mooring.agent.model.ToolOutput;
import dev.mooring.agent.model.Usage;
import dev.mooring.mcp.Json;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class TurnInputsTest {
    private static final ChatEntry ASKED = new ChatEntry.UserMessage("Which boats are in?");
    private static final ChatEntry MODEL = new ChatEntry.ModelMessage(ModelTurn.answer("Wait.", Usage.NONE));

    private final TurnInputs inputs = new TurnInputs(UnaryOperator.identity());

    private String described(String instructions, ChatEntry... conversation) {
        ObjectNode line = Json.object();
        inputs.describe("scope", new ModelRequest("scout", instructions, List.of(conversation), List.of()), line);
        return Json.text(line);
    }

    private static ChatEntry results(ToolOutput... results) {
        return new ChatEntry.ToolMessage(List.of(results).stream()
                .map(each -> new ToolAnswer("x", "look", each))
                .toList());
    }

    @Test
    void firstTurnHasTheInstructionsAndTheUsersMessage() {
        assertThat(described("Be a scout.", ASKED))
                .isEqualTo("{\"instructions\":\"Be a scout.\",\"earlier\":0,"
                        + "\"messages\":[{\"role\":\"user\",\"text\":\"Which boats are in?\"}]}");
    }

    @Test
    void laterTurnHasOnlyTheMessagesSinceTheModelsLastTurn() {
        described("Be a scout.", ASKED);
        inputs.returned("scope", "c1", "The Ada.");

        assertThat(described("Be a scout.", ASKED, MODEL, results(ToolOutput.of("The Ada."))))
                .isEqualTo("{\"earlier\":2,\"messages\":"
                        + "[{\"role\":\"tool\",\"tool\":\"look\",\"failed\":false,\"call\":\"c1\"}]}");
    }

    @Test
    void resultThatDiffersFromThatOfTheCallIsWritten() {
        inputs.returned("scope", "c1", "The Ada, and much more");

        assertThat(described("", ASKED, MODEL, results(ToolOutput.error("The Ada"))))
                .contains("{\"role\":\"tool\",\"tool\":\"look\",\"failed\":true,\"text\":\"The Ada\"}");
    }

    @Test
    void changedInstructionsAreWrittenAgain() {
        described("Be a scout.", ASKED);

        assertThat(described("Be a clerk.", ASKED)).contains("\"instructions\":\"Be a clerk.\"");
        assertThat(described("Be a clerk.", ASKED)).doesNotContain("instructions");
        inputs.ended("scope");
        assertThat(described("Be a clerk.", ASKED)).contains("instructions");
    }
}
