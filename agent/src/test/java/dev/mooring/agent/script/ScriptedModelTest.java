package dev.mooring.agent.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.agent.Agent;
import dev.mooring.agent.AgentAnswer;
import dev.mooring.agent.AgentFailed;
import dev.mooring.agent.FunctionTool;
import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.ModelRequest;
import dev.mooring.agent.model.ToolOutput;
import dev.mooring.agent.script.ScriptedModel.InvalidScript;
import dev.mooring.mcp.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ScriptedModelTest {
    private static final FunctionTool ADD = FunctionTool.of(
            "add",
            "Adds",
            Json.objectOf("{\"type\":\"object\",\"required\":[\"a\",\"b\"]}"),
            arguments -> ToolOutput.of(String.valueOf(
                    arguments.path("a").asInt(0) + arguments.path("b").asInt(0))));

    private static Agent agent(String script) throws InvalidScript {
        return Agent.builder("adder")
                .model(ScriptedModel.parse("test.yaml", script))
                .tool(ADD)
                .build();
    }

    @Test
    void modelFollowsTheScript() throws Exception {
        AgentAnswer answer = agent("""
            - say: I add.
              call: {add: {a: 1, b: 2}}
            - expect: 3
              call:
                - add: {a: 10, b: 20}
                - add: {a: "{{result}}", b: 0}
            - expect: [30, 3]
              say: "{{input}} makes {{result}}"
            """).invoke("This");
        assertThat(answer.text()).isEqualTo("This makes 3");
        assertThat(answer.toolCalls()).isEqualTo(3);
        assertThat(answer.usage().outputTokens()).isPositive();
    }

    @Test
    void modelFailsWhenAnExpectedTextIsMissing() throws Exception {
        Agent agent = agent("""
            - call: {add: {a: 1, b: 2}}
            - expect: four
            """);
        assertThatThrownBy(() -> agent.invoke("go"))
                .isInstanceOf(AgentFailed.ModelError.class)
                .hasMessageContaining("script/test.yaml")
                .hasMessageContaining("turn 2 of adder: expected \"four\", but received: 3");
    }

    @Test
    void modelFailsWhenAnExpectedErrorIsMissing() throws Exception {
        Agent agent = agent("""
            - call: {add: {a: 1, b: 2}}
            - expectError: wrong
            """);
        assertThatThrownBy(() -> agent.invoke("go")).hasMessageContaining("expected an error with \"wrong\"");
        assertThat(agent("""
            - call: {add: {}, nothing: {}}
            - expectError: [are invalid, There is no tool]
              say: fine
            """).invoke("go").text()).isEqualTo("fine");
    }

    @Test
    void modelFailsAfterTheLastTurn() throws Exception {
        Agent agent = agent("- call: {add: {a: 1, b: 2}}");
        assertThatThrownBy(() -> agent.invoke("go")).hasMessageContaining("only 1 turns");
    }

    @Test
    void textArrivesWordByWord() throws Exception {
        List<String> received = new ArrayList<>();
        ScriptedModel.parse("x", "- say: one two three")
                .answer(new ModelRequest("a", "", List.of(new ChatEntry.UserMessage("go")), List.of()), received::add);
        assertThat(received).containsExactly("one ", "two ", "three");
    }

    @Nested
    class InvalidScripts {
        @Test
        void invalidScriptIsReportedWithItsPlace() {
            assertInvalid("- {shout: x}", "turn 1: unknown key \"shout\"");
            assertInvalid("agents: {a: {say: x}}", "x.yaml: a: expected a list of turns");
            assertInvalid("- call: [add]", "expected a tool with its arguments");
            assertInvalid("- {pause: soon}", "milliseconds");
            assertInvalid("say: x", "a list of turns");
            assertInvalid("- [", "not valid YAML");
        }

        @Test
        void missingScriptIsAnError() {
            assertThatThrownBy(() -> ScriptedModel.read(Path.of("nowhere.yaml")))
                    .isInstanceOf(InvalidScript.class)
                    .hasMessageContaining("nowhere.yaml");
        }

        private void assertInvalid(String script, String why) {
            assertThatThrownBy(() -> ScriptedModel.parse("x.yaml", script))
                    .isInstanceOf(InvalidScript.class)
                    .hasMessageContaining(why);
        }
    }
}
