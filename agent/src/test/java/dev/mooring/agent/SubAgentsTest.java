package dev.mooring.agent;

import static dev.mooring.agent.AgentTest.ANYTHING;
import static dev.mooring.agent.AgentTest.agent;
import static dev.mooring.agent.StubModel.calls;
import static dev.mooring.agent.StubModel.says;
import static dev.mooring.agent.StubModel.saysResults;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.agent.model.Model;
import dev.mooring.agent.model.ModelFailed;
import dev.mooring.agent.model.ModelFailed.Kind;
import dev.mooring.agent.model.ModelRequest;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.TextListener;
import dev.mooring.agent.model.ToolDescription;
import dev.mooring.agent.model.ToolOutput;
import dev.mooring.mcp.Json;
import dev.mooring.run.AgentRun;
import dev.mooring.run.RunCancelled;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SubAgentsTest {
    private static final String INPUT = "{\"input\":\"look\"}";

    @Test
    void subAgentIsAToolWithItsDescriptionAndATextInput() throws Exception {
        Agent below = Agent.builder("reviewer")
                .description("Reviews things")
                .model(StubModel.of(says("fine")))
                .build();
        StubModel model = StubModel.of(calls("agent__reviewer", INPUT), saysResults());
        assertThat(agent(model).agent(below).build().invoke("go").text()).isEqualTo("fine");
        ToolDescription tool = model.requests().getFirst().tools().getFirst();
        assertThat(tool.description()).isEqualTo("Reviews things");
        assertThat(tool.inputSchema().at("/properties/input/type").stringValue())
                .isEqualTo("string");
    }

    @Test
    void subAgentWithAnInputSchemaIsAToolWithThatSchema() throws Exception {
        StubModel inner = StubModel.of(says("fine"));
        Agent below = Agent.builder("reviewer")
                .inputSchema(Json.objectOf("{\"type\":\"object\",\"required\":[\"topic\"]}"))
                .model(inner)
                .build();
        StubModel model = StubModel.of(
                calls("agent__reviewer", "{}"), calls("agent__reviewer", "{\"topic\":\"tea\"}"), says("done"));
        RecordingListener events = new RecordingListener();
        agent(model).agent(below).build().invoke("go", InvokeOptions.defaults().listener(events));
        assertThat(events.ofType(AgentEvent.ToolReturned.class))
                .extracting(event -> event.result().isError())
                .containsExactly(true, false);
        assertThat(inner.requests().getFirst().conversation().getFirst().toString())
                .contains("{\"topic\":\"tea\"}");
    }

    @Test
    void failureOfASubAgentIsAnErrorResultForItsCaller() throws Exception {
        Agent below = Agent.builder("reviewer")
                .model(StubModel.of(StubModel.fails(new ModelFailed(Kind.REFUSED, "wrong key"))))
                .build();
        StubModel model = StubModel.of(calls("agent__reviewer", INPUT), saysResults());
        assertThat(agent(model).agent(below).build().invoke("go").text())
                .startsWith("ERROR reviewer failed: ")
                .contains("wrong key");
    }

    @Test
    void exceptionOfAModelOfASubAgentIsAnErrorResultForItsCaller() throws Exception {
        Model broken = new Model() {
            @Override
            public String name() {
                return "own/broken";
            }

            @Override
            public ModelTurn answer(ModelRequest request, TextListener text) {
                throw new IllegalStateException("the weights are missing");
            }
        };
        Agent below = Agent.builder("reviewer").model(broken).build();
        StubModel model = StubModel.of(calls("agent__reviewer", INPUT), saysResults());
        assertThat(agent(model).agent(below).build().invoke("go").text())
                .isEqualTo("ERROR reviewer failed: own/broken: the weights are missing");
    }

    @Test
    void eventsOfASubAgentNameTheCallThatStartedIt() throws Exception {
        RecordingListener events = new RecordingListener();
        Agent below =
                Agent.builder("reviewer").model(StubModel.of(says("fine"))).build();
        StubModel model = StubModel.of(calls("agent__reviewer", INPUT), says("done"));
        agent(model).agent(below).build().invoke("go", InvokeOptions.defaults().listener(events));
        AgentEvent.AgentStarted root =
                events.ofType(AgentEvent.AgentStarted.class).getFirst();
        AgentEvent.AgentStarted child =
                events.ofType(AgentEvent.AgentStarted.class).getLast();
        assertThat(root.parent()).isNull();
        assertThat(child.parent()).isEqualTo(root.scope());
        assertThat(child.call())
                .isEqualTo(events.ofType(AgentEvent.ToolCalled.class).getFirst().call());
        assertThat(events.ofType(AgentEvent.AgentEnded.class))
                .extracting(AgentEvent.AgentEnded::scope)
                .containsExactly(child.scope(), root.scope());
    }

    @Test
    void agentsMayNestEightLevelsDeep() throws Exception {
        Agent deepest = Agent.builder("a9").model(StubModel.of(says("bottom"))).build();
        Agent at = deepest;
        for (int i = 8; i >= 0; i--) {
            at = Agent.builder("a" + i)
                    .model(StubModel.of(calls("agent__a" + (i + 1), INPUT), saysResults()))
                    .agent(at)
                    .build();
        }
        String eightDeep = at.agents().getFirst().invoke("go").text();
        assertThat(eightDeep).isEqualTo("bottom");
        Agent again = Agent.builder("a9").model(StubModel.of(says("bottom"))).build();
        for (int i = 8; i >= 0; i--) {
            again = Agent.builder("a" + i)
                    .model(StubModel.of(calls("agent__a" + (i + 1), INPUT), saysResults()))
                    .agent(again)
                    .build();
        }
        assertThat(again.invoke("go").text())
                .contains("Sub-agent depth limit reached: a0 > a1 > a2 > a3 > a4 > a5 > a6 > a7 > a8 > a9");
    }

    @Test
    void agentCannotContainItself() {
        Agent.Builder builder = agent(StubModel.of());
        Agent first = builder.build();
        Agent second = builder.agent(first).build();
        assertThat(first.agents()).isEmpty();
        assertThat(second.agents()).containsExactly(first);
    }

    @Test
    void depthIncludesAgentsThatAFunctionCalls() throws Exception {
        AtomicReference<Agent> self = new AtomicReference<>();
        FunctionTool again = FunctionTool.of(
                "again",
                "",
                ANYTHING,
                arguments -> ToolOutput.of(self.get().invoke("again").text()));
        StubModel model = StubModel.of(calls("again", "{}"), calls("again", "{}"), saysResults(), saysResults());
        self.set(agent(model).tool(again).maxDepth(1).build());
        assertThat(self.get().invoke("go").text()).contains("Sub-agent depth limit reached: tester > tester > tester");
    }

    @Test
    void cancellingTheRunStopsSubAgents() {
        Agent below = Agent.builder("reviewer")
                .model(StubModel.of((request, listener) -> {
                    AgentRun.require().cancel("enough");
                    Thread.sleep(100_000);
                    throw new AssertionError();
                }))
                .build();
        RecordingListener events = new RecordingListener();
        Agent root = agent(StubModel.of(calls("agent__reviewer", INPUT)))
                .agent(below)
                .build();
        assertThatThrownBy(() -> root.invoke("go", InvokeOptions.defaults().listener(events)))
                .isInstanceOf(RunCancelled.class)
                .hasMessageContaining("enough");
        assertThat(events.ofType(AgentEvent.AgentEnded.class))
                .hasSize(2)
                .extracting(AgentEvent.AgentEnded::outcome)
                .allMatch(new AgentOutcome.Stopped("", "the run was cancelled")::equals);
    }
}
