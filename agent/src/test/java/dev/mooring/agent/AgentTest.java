package dev.mooring.agent;

import static dev.mooring.agent.Played.calls;
import static dev.mooring.agent.Played.says;
import static dev.mooring.agent.Played.saysResults;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.agent.model.ToolResult;
import dev.mooring.mcp.Json;
import dev.mooring.run.AgentRun;
import dev.mooring.run.RunId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class AgentTest {
    private static final ObjectNode ANYTHING = Json.object().put("type", "object");

    private static FunctionTool echo() {
        return FunctionTool.of(
                "echo",
                "Says it again",
                Json.objectOf("""
                    {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}\
                    """),
                arguments -> ToolResult.of(arguments.get("text").stringValue()));
    }

    private static Agent.Builder agent(Played model) {
        return Agent.builder("tester").model(model);
    }

    @Nested
    class TheLoop {
        @Test
        void goesOnUntilThereIsAnAnswer() throws Exception {
            Played model =
                    Played.of(calls("echo", "{\"text\":\"one\"}"), calls("echo", "{\"text\":\"two\"}"), saysResults());
            AgentAnswer answer = agent(model).tool(echo()).build().invoke("go");
            assertThat(answer.text()).isEqualTo("two");
            assertThat(answer.isComplete()).isTrue();
            assertThat(answer.rounds()).isEqualTo(3);
            assertThat(answer.toolCalls()).isEqualTo(2);
            assertThat(answer.usage().in()).isEqualTo(20);
        }

        @Test
        void makesTheCallsOfATurnAtOnceAndKeepsTheirOrder() throws Exception {
            CyclicBarrier together = new CyclicBarrier(3);
            FunctionTool meet = FunctionTool.of("meet", "Waits for the others", ANYTHING, arguments -> {
                together.await();
                return ToolResult.of(arguments.get("name").stringValue());
            });
            Played model = Played.of(
                    calls("meet", "{\"name\":\"a\"}", "meet", "{\"name\":\"b\"}", "meet", "{\"name\":\"c\"}"),
                    saysResults());
            assertThat(agent(model).tool(meet).build().invoke("go").text()).isEqualTo("a | b | c");
        }

        @Test
        void isInARunThatEveryToolSeesAndThatIsGoneAfterwards() throws Exception {
            List<RunId> seen = Collections.synchronizedList(new ArrayList<>());
            FunctionTool look = FunctionTool.of("look", "", ANYTHING, arguments -> {
                seen.add(AgentRun.require().id());
                return ToolResult.of("");
            });
            Played model = Played.of(calls("look", "", "look", "{}"), says("done"));
            agent(model).tool(look).build().invoke("go");
            assertThat(seen).hasSize(2).allMatch(seen.getFirst()::equals);
            assertThat(AgentRun.current()).isEmpty();
        }
    }
}
