package dev.mooring.agent;

import static dev.mooring.agent.AgentTest.ANYTHING;
import static dev.mooring.agent.AgentTest.agent;
import static dev.mooring.agent.AgentTest.echo;
import static dev.mooring.agent.StubModel.calls;
import static dev.mooring.agent.StubModel.says;
import static dev.mooring.agent.StubModel.saysResults;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.ToolOutput;
import dev.mooring.agent.model.ToolRequest;
import dev.mooring.agent.model.Usage;
import dev.mooring.run.AgentRun;
import dev.mooring.run.BudgetDecision.Limit;
import dev.mooring.run.Limits;
import dev.mooring.run.RunOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class LimitsTest {
    private static final String ECHO = "{\"text\":\"x\"}";

    private static AgentOutcome.LimitReached limitOf(AgentAnswer answer) {
        assertThat(answer.isComplete()).isFalse();
        return (AgentOutcome.LimitReached) answer.outcome();
    }

    /** Returns a turn with text and a tool call. */
    private static StubModel.Turn saysAndCalls(String text) {
        return (request, listener) -> {
            listener.onText(text);
            return new ModelTurn(
                    text,
                    List.of(new ToolRequest("1", "echo", ECHO)),
                    new Usage(60, 40, 0),
                    ModelTurn.StopReason.CALLS,
                    null);
        };
    }

    @Test
    void defaultLimitIsOneHundredRounds() {
        assertThat(agent(StubModel.of()).build().limits().rounds()).isEqualTo(100);
        assertThat(Agent.DEFAULT_MAX_DEPTH).isEqualTo(8);
    }

    @Test
    void roundLimitEndsWithTheTextSoFarAndTheReason() throws Exception {
        RecordingListener events = new RecordingListener();
        StubModel model = StubModel.of(saysAndCalls("First."), saysAndCalls("Second."));
        AgentAnswer answer = agent(model)
                .tool(echo())
                .limits(Limits.builder().rounds(2).build())
                .build()
                .invoke("go", InvokeOptions.defaults().listener(events));
        assertThat(limitOf(answer))
                .isEqualTo(new AgentOutcome.LimitReached(
                        "Second.", Limit.ROUNDS, "Limit of the run reached: all 2 rounds are used."));
        assertThat(answer.toolCalls()).isEqualTo(2);
        assertThat(events.ofType(AgentEvent.LimitReached.class)).hasSize(1);
    }

    @Test
    void toolCallLimitAllowsTheFirstCallsOfATurn() throws Exception {
        RecordingListener events = new RecordingListener();
        StubModel model = StubModel.of(calls("echo", ECHO, "echo", ECHO, "echo", ECHO));
        AgentAnswer answer = agent(model)
                .tool(echo())
                .limits(Limits.builder().calls(2).build())
                .build()
                .invoke("go", InvokeOptions.defaults().listener(events));
        assertThat(limitOf(answer).limit()).isEqualTo(Limit.CALLS);
        assertThat(events.ofType(AgentEvent.ToolReturned.class))
                .extracting(event -> event.result().isError())
                .containsExactlyInAnyOrder(false, false, true);
    }

    @Test
    void tokenLimitCountsAllTurns() throws Exception {
        StubModel model = StubModel.of(saysAndCalls("a"), saysAndCalls("b"));
        AgentAnswer answer = agent(model)
                .tool(echo())
                .limits(Limits.builder().tokens(150).build())
                .build()
                .invoke("go");
        assertThat(limitOf(answer).limit()).isEqualTo(Limit.TOKENS);
        assertThat(limitOf(answer).reason()).contains("200 of 150 tokens");
    }

    @Test
    void timeLimitAbortsAModelTurn() throws Exception {
        StubModel model = StubModel.of((request, listener) -> {
            listener.onText("I was about to");
            Thread.sleep(Duration.ofHours(1));
            throw new AssertionError();
        });
        AgentAnswer answer = agent(model)
                .limits(Limits.builder().time(Duration.ofMillis(500)).build())
                .build()
                .invoke("go");
        assertThat(limitOf(answer).limit()).isEqualTo(Limit.TIME);
        assertThat(answer.text()).isEqualTo("I was about to");
    }

    @Test
    void timeLimitInterruptsAToolCall() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        FunctionTool endless = FunctionTool.of("endless", "", ANYTHING, arguments -> {
            try {
                Thread.sleep(Duration.ofHours(1));
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
            return ToolOutput.of("");
        });
        // Loads the classes for a tool call, so that the call below starts well before the limit.
        agent(StubModel.of(calls("echo", ECHO), says("done")))
                .tool(echo())
                .build()
                .invoke("go");
        AgentAnswer answer = agent(StubModel.of(calls("endless", "{}")))
                .tool(endless)
                .limits(Limits.builder().time(Duration.ofMillis(500)).build())
                .build()
                .invoke("go");
        assertThat(limitOf(answer).limit()).isEqualTo(Limit.TIME);
        interrupted.await();
    }

    @Test
    void limitsOfTheRunApplyToAllItsAgents() throws Exception {
        Agent below = Agent.builder("below")
                .model(StubModel.of(calls("echo", ECHO), calls("echo", ECHO)))
                .tool(echo())
                .build();
        Agent root = agent(StubModel.of(calls("agent__below", "{\"input\":\"x\"}")))
                .agent(below)
                .build();
        AgentAnswer answer = AgentRun.<AgentAnswer, Exception>call(
                RunOptions.builder().limits(Limits.builder().rounds(3).build()).build(), () -> root.invoke("go"));
        assertThat(limitOf(answer).reason()).isEqualTo("Limit of the run reached: all 3 rounds are used.");
    }

    @Test
    void limitOfASubAgentIsAnErrorResultForItsCaller() throws Exception {
        Agent below = Agent.builder("below")
                .model(StubModel.of(saysAndCalls("Half of it.")))
                .tool(echo())
                .limits(Limits.builder().rounds(1).build())
                .build();
        StubModel model = StubModel.of(calls("agent__below", "{\"input\":\"x\"}"), saysResults());
        assertThat(agent(model).agent(below).build().invoke("go").text())
                .startsWith("ERROR below ended without an answer. Limit of 'below' reached: all 1 rounds")
                .contains("Half of it.");
    }

    @Test
    void answerAtTheMaximumLengthCountsAsLimitReached() throws Exception {
        StubModel model = StubModel.of((request, listener) ->
                new ModelTurn("It was a dark and", List.of(), Usage.NONE, ModelTurn.StopReason.LENGTH, null));
        AgentAnswer answer = agent(model).build().invoke("go");
        assertThat(limitOf(answer).reason()).contains("incomplete");
    }

    @Test
    void rateLimitDelaysToolCallsInsteadOfRefusingThem() throws Exception {
        StubModel model = StubModel.of(calls("echo", ECHO, "echo", ECHO), saysResults());
        AgentAnswer answer = AgentRun.<AgentAnswer, Exception>call(
                RunOptions.builder()
                        .limits(Limits.builder().rate(1, Duration.ofMillis(20)).build())
                        .build(),
                () -> agent(model).tool(echo()).build().invoke("go"));
        assertThat(answer.text()).isEqualTo("x | x");
    }
}
