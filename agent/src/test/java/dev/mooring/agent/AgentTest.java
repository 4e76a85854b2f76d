package dev.mooring.agent;

import static dev.mooring.agent.StubModel.calls;
import static dev.mooring.agent.StubModel.says;
import static dev.mooring.agent.StubModel.saysResults;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.ModelFailed;
import dev.mooring.agent.model.ModelFailed.Kind;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.ToolDescription;
import dev.mooring.agent.model.ToolOutput;
import dev.mooring.agent.model.Usage;
import dev.mooring.mcp.Json;
import dev.mooring.run.AgentRun;
import dev.mooring.run.RunId;
import dev.mooring.run.RunTotals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class AgentTest {
    static final ObjectNode ANYTHING = Json.object().put("type", "object");

    static FunctionTool echo() {
        return FunctionTool.of(
                "echo",
                "Says it again",
                Json.objectOf("""
                    {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}\
                    """),
                arguments -> ToolOutput.of(arguments.get("text").stringValue()));
    }

    static Agent.Builder agent(StubModel model) {
        return Agent.builder("tester").model(model);
    }

    @Nested
    class Loop {
        @Test
        void agentCallsToolsUntilTheModelAnswers() throws Exception {
            StubModel model = StubModel.of(
                    calls("echo", "{\"text\":\"one\"}"), calls("echo", "{\"text\":\"two\"}"), saysResults());
            AgentAnswer answer = agent(model).tool(echo()).build().invoke("go");
            assertThat(answer.text()).isEqualTo("two");
            assertThat(answer.isComplete()).isTrue();
            assertThat(answer.rounds()).isEqualTo(3);
            assertThat(answer.toolCalls()).isEqualTo(2);
            assertThat(answer.usage()).isEqualTo(new Usage(20, 2, 0));
        }

        @Test
        void callsOfATurnRunInParallelAndResultsKeepTheirOrder() throws Exception {
            CyclicBarrier together = new CyclicBarrier(3);
            FunctionTool meet = FunctionTool.of("meet", "Waits for the others", ANYTHING, arguments -> {
                assertThat(Thread.currentThread().isVirtual()).isTrue();
                together.await();
                return ToolOutput.of(arguments.get("name").stringValue());
            });
            StubModel model = StubModel.of(
                    calls("meet", "{\"name\":\"a\"}", "meet", "{\"name\":\"b\"}", "meet", "{\"name\":\"c\"}"),
                    saysResults());
            assertThat(agent(model).tool(meet).build().invoke("go").text()).isEqualTo("a | b | c");
        }

        @Test
        void modelReceivesInstructionsToolsAndTheWholeConversation() throws Exception {
            StubModel model = StubModel.of(calls("echo", "{\"text\":\"one\"}"), says("done"));
            agent(model).instructions("Be brief.").tool(echo()).build().invoke("go");
            assertThat(model.requests()).hasSize(2).allSatisfy(request -> {
                assertThat(request.agent()).isEqualTo("tester");
                assertThat(request.instructions()).isEqualTo("Be brief.");
                assertThat(request.tools()).extracting(ToolDescription::name).containsExactly("echo");
            });
            assertThat(model.requests().getLast().conversation())
                    .extracting(entry -> entry.getClass().getSimpleName())
                    .containsExactly("UserMessage", "ModelMessage", "ToolMessage");
        }

        @Test
        void runTotalsIncludeModelTurnsAndFunctionCalls() throws Exception {
            AtomicReference<RunTotals> totals = new AtomicReference<>();
            StubModel model = StubModel.of(calls("echo", "{\"text\":\"one\"}"), says("done"));
            AgentRun.<Exception>run(() -> {
                agent(model).tool(echo()).build().invoke("go");
                totals.set(AgentRun.require().totals());
            });
            assertThat(totals.get().byServer())
                    .hasEntrySatisfying(
                            "functions", sum -> assertThat(sum.calls()).isEqualTo(1));
            assertThat(totals.get().all().tokensIn()).isEqualTo(20);
        }

        @Test
        void listenerReceivesEventsInOrder() throws Exception {
            RecordingListener events = new RecordingListener();
            StubModel model = StubModel.of(calls("echo", "{\"text\":\"one\"}"), says("done"));
            agent(model)
                    .tool(echo())
                    .build()
                    .invoke("go", InvokeOptions.defaults().listener(events));
            assertThat(events.names())
                    .containsExactly(
                            "AgentStarted",
                            "TurnStarted",
                            "TurnEnded",
                            "ToolCalled",
                            "ToolReturned",
                            "TurnStarted",
                            "TextReceived",
                            "TurnEnded",
                            "AgentEnded");
            assertThat(events.ofType(AgentEvent.ToolCalled.class).getFirst().call())
                    .isEqualTo(events.ofType(AgentEvent.ToolReturned.class)
                            .getFirst()
                            .call());
            assertThat(events.ofType(AgentEvent.AgentEnded.class).getFirst().outcome())
                    .isEqualTo(new AgentOutcome.Answered("done", null));
        }

        @Test
        void exceptionOfAListenerDoesNotAffectTheAgent() throws Exception {
            StubModel model = StubModel.of(says("done"));
            AgentListener broken = event -> {
                throw new IllegalStateException("a fault of the listener");
            };
            assertThat(agent(model)
                            .build()
                            .invoke("go", InvokeOptions.defaults().listener(broken))
                            .text())
                    .isEqualTo("done");
        }
    }

    @Nested
    class CurrentRun {
        private final List<RunId> seen = Collections.synchronizedList(new ArrayList<>());

        private FunctionTool look() {
            return FunctionTool.of("look", "", ANYTHING, arguments -> {
                seen.add(AgentRun.require().id());
                return ToolOutput.of("");
            });
        }

        @Test
        void everyToolRunsInTheRunOfTheAgent() throws Exception {
            StubModel model = StubModel.of(calls("look", "", "look", "{}"), says("done"));
            agent(model).tool(look()).build().invoke("go");
            assertThat(seen).hasSize(2).allMatch(seen.getFirst()::equals);
        }

        @Test
        void noRunIsBoundAfterAnInvocation() throws Exception {
            agent(StubModel.of(says("done"))).build().invoke("go");
            assertThat(AgentRun.current()).isEmpty();
        }

        @Test
        void noRunIsBoundAfterAFailedInvocation() {
            StubModel model = StubModel.of(StubModel.fails(new ModelFailed(Kind.REFUSED, "no")));
            Agent agent = agent(model).build();
            assertThatThrownBy(() -> agent.invoke("go")).isInstanceOf(AgentFailed.ModelError.class);
            assertThat(AgentRun.current()).isEmpty();
        }

        @Test
        void subAgentJoinsTheRunOfItsCaller() throws Exception {
            Agent below = Agent.builder("below")
                    .model(StubModel.of(calls("look", "{}"), says("fine")))
                    .tool(look())
                    .build();
            StubModel model = StubModel.of(calls("look", "{}", "agent__below", "{\"input\":\"x\"}"), saysResults());
            agent(model).tool(look()).agent(below).build().invoke("go");
            assertThat(seen).hasSize(2).allMatch(seen.getFirst()::equals);
        }

        @Test
        void invocationJoinsTheRunOfItsCallerAndLeavesItOpen() throws Exception {
            AgentRun.<Exception>run(() -> {
                RunId around = AgentRun.require().id();
                for (int i = 0; i < 2; i++) {
                    agent(StubModel.of(calls("look", "{}"), says("done")))
                            .tool(look())
                            .build()
                            .invoke("go");
                }
                assertThat(seen).hasSize(2).containsOnly(around);
                assertThat(AgentRun.current()).isPresent();
            });
        }
    }

    @Nested
    class InvalidToolCalls {
        private String resultOf(String tool, String arguments) throws Exception {
            StubModel model = StubModel.of(calls(tool, arguments), saysResults());
            return agent(model).tool(echo()).build().invoke("go").text();
        }

        @Test
        void unknownToolIsAnErrorThatListsTheAvailableTools() throws Exception {
            assertThat(resultOf("invented", "{}"))
                    .startsWith("ERROR There is no tool \"invented\"")
                    .contains("echo");
        }

        @Test
        void argumentsThatAreNotAJsonObjectAreAnError() throws Exception {
            assertThat(resultOf("echo", "{\"text\": "))
                    .startsWith("ERROR The arguments for echo are not a JSON object");
            assertThat(resultOf("echo", "[1]")).startsWith("ERROR The arguments for echo are not a JSON object");
        }

        @Test
        void argumentsThatViolateTheSchemaAreAnError() throws Exception {
            assertThat(resultOf("echo", "{\"text\": 7}"))
                    .startsWith("ERROR The arguments for echo are invalid")
                    .contains("text");
            assertThat(resultOf("echo", "")).contains("required");
        }

        @Test
        void exceptionOfAFunctionIsAnErrorResult() throws Exception {
            FunctionTool broken = FunctionTool.of("broken", "", ANYTHING, arguments -> {
                throw new java.io.IOException("the disk is full");
            });
            StubModel model = StubModel.of(calls("broken", "{}", "echo", "{\"text\":\"still here\"}"), saysResults());
            assertThat(agent(model)
                            .tool(broken)
                            .tool(echo())
                            .build()
                            .invoke("go")
                            .text())
                    .isEqualTo("ERROR broken failed: the disk is full | still here");
        }

        @Test
        void twoToolsWithTheSameNameAreRejected() {
            Agent agent = agent(StubModel.of()).tool(echo()).tool(echo()).build();
            assertThatThrownBy(() -> agent.invoke("go"))
                    .isInstanceOf(AgentFailed.ToolsUnavailable.class)
                    .hasMessageContaining("Two tools have the name echo");
        }

        @Test
        void invalidToolNameIsRejected() {
            assertThatThrownBy(() -> FunctionTool.of("two words", "", ANYTHING, arguments -> ToolOutput.of("")))
                    .hasMessageContaining("two words");
        }
    }

    @Nested
    class LongResult {
        @Test
        void longResultIsTruncatedWithANote() throws Exception {
            StubModel model = StubModel.of(calls("echo", "{\"text\":\"" + "x".repeat(30) + "\"}"), saysResults());
            assertThat(agent(model)
                            .tool(echo())
                            .resultLimit(10)
                            .build()
                            .invoke("go")
                            .text())
                    .isEqualTo("x".repeat(10) + "\n[truncated: 20 of 30 characters omitted]");
        }

        @Test
        void truncationKeepsSurrogatePairsTogether() {
            assertThat(ResultTruncation.truncate(ToolOutput.of("ab\uD83D\uDE00cd"), 3)
                            .text())
                    .startsWith("ab\n[truncated: 4 of 6");
        }
    }

    @Nested
    class FailingModel {
        private final RecordingListener events = new RecordingListener();
        private final InvokeOptions listening = InvokeOptions.defaults().listener(events);
        private final Backoff quick = new Backoff(3, Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofMinutes(1));

        @Test
        void agentRetriesATransientFailure() throws Exception {
            StubModel model = StubModel.of(
                    StubModel.fails(new ModelFailed(Kind.OVERLOADED, "busy")),
                    StubModel.fails(new ModelFailed(Kind.UNREACHABLE, "gone")),
                    says("done"));
            assertThat(agent(model)
                            .backoff(quick)
                            .build()
                            .invoke("go", listening)
                            .text())
                    .isEqualTo("done");
            assertThat(events.ofType(AgentEvent.Retrying.class))
                    .extracting(AgentEvent.Retrying::reason)
                    .containsExactly("busy", "gone");
        }

        @Test
        void agentWaitsAsLongAsTheProviderRequests() throws Exception {
            Duration requested = Duration.ofMillis(20);
            StubModel model = StubModel.of(
                    StubModel.fails(new ModelFailed(Kind.OVERLOADED, "busy", requested, null)), says("done"));
            agent(model).backoff(quick).build().invoke("go", listening);
            assertThat(events.ofType(AgentEvent.Retrying.class).getFirst().after())
                    .isEqualTo(requested);
        }

        @Test
        void agentFailsWhenTheProviderRequestsTooLongAWait() {
            Duration requested = Duration.ofHours(1);
            StubModel model = StubModel.of(StubModel.fails(new ModelFailed(Kind.OVERLOADED, "busy", requested, null)));
            assertThatThrownBy(() -> agent(model).backoff(quick).build().invoke("go"))
                    .isInstanceOf(AgentFailed.ModelError.class);
        }

        @Test
        void agentDoesNotRetryARejectedRequest() {
            StubModel model = StubModel.of(StubModel.fails(new ModelFailed(Kind.REFUSED, "wrong key")));
            assertThatThrownBy(() -> agent(model).backoff(quick).build().invoke("go"))
                    .isInstanceOf(AgentFailed.ModelError.class)
                    .hasMessageContaining("wrong key");
            assertThat(model.requests()).hasSize(1);
        }

        @Test
        void agentFailsAfterTheMaximumNumberOfAttempts() {
            ModelFailed busy = new ModelFailed(Kind.OVERLOADED, "busy");
            StubModel model = StubModel.of(StubModel.fails(busy), StubModel.fails(busy), StubModel.fails(busy));
            assertThatThrownBy(() -> agent(model).backoff(quick).build().invoke("go"))
                    .hasMessageContaining("after 3 attempts");
        }

        @Test
        void refusalOfTheModelIsAFailure() {
            StubModel model = StubModel.of((request, text) ->
                    new ModelTurn("I will not.", List.of(), Usage.NONE, ModelTurn.StopReason.REFUSAL, null));
            assertThatThrownBy(() -> agent(model).build().invoke("go"))
                    .isInstanceOf(AgentFailed.Refused.class)
                    .hasMessageContaining("I will not.");
        }

        @Test
        void backoffDoublesTheDelayUpToTheMaximum() {
            Backoff backoff = new Backoff(10, Duration.ofMillis(100), Duration.ofMillis(350), Duration.ZERO);
            assertThat(backoff.delayAfter(1, null)).isBetween(Duration.ofMillis(75), Duration.ofMillis(100));
            assertThat(backoff.delayAfter(2, null)).isBetween(Duration.ofMillis(150), Duration.ofMillis(200));
            assertThat(backoff.delayAfter(9, null)).isBetween(Duration.ofMillis(260), Duration.ofMillis(350));
            assertThat(backoff.delayAfter(10, null)).isNull();
        }
    }

    @Nested
    class Schemas {
        private final ObjectNode number = Json.objectOf("""
            {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}\
            """);

        @Test
        void answerIsParsedAndValidated() throws Exception {
            StubModel model = StubModel.of(says("```json\n{\"n\": 7}\n```"));
            AgentAnswer answer = agent(model).outputSchema(number).build().invoke("go");
            assertThat(answer.output()).isEqualTo(Json.objectOf("{\"n\": 7}"));
            assertThat(model.requests().getFirst().instructions()).contains("\"n\"");
            assertThat(model.requests().getFirst().outputSchema()).isEqualTo(number);
        }

        @Test
        void modelMayCorrectAnInvalidAnswerOnce() throws Exception {
            StubModel model = StubModel.of(says("seven"), says("{\"n\": 7}"));
            assertThat(agent(model).outputSchema(number).build().invoke("go").output())
                    .isNotNull();
            assertThat(model.requests().getLast().conversation().getLast())
                    .isInstanceOfSatisfying(
                            ChatEntry.UserMessage.class,
                            message -> assertThat(message.text()).contains("not JSON"));
        }

        @Test
        void secondInvalidAnswerIsAFailure() {
            StubModel model = StubModel.of(says("{\"n\": \"x\"}"), says("{\"n\": \"y\"}"));
            assertThatThrownBy(() -> agent(model).outputSchema(number).build().invoke("go"))
                    .isInstanceOfSatisfying(AgentFailed.InvalidOutput.class, failed -> {
                        assertThat(failed.faults()).anyMatch(fault -> fault.contains("n"));
                        assertThat(failed.text()).isEqualTo("{\"n\": \"y\"}");
                    });
        }

        @Test
        void inputIsValidated() throws Exception {
            Agent strict = agent(StubModel.of(says("a"), says("b")))
                    .inputSchema(number)
                    .build();
            assertThat(strict.invoke("{\"n\": 1}").text()).isEqualTo("a");
            assertThat(strict.invoke(Json.objectOf("{\"n\": 1}"), InvokeOptions.defaults())
                            .text())
                    .isEqualTo("b");
            assertThatThrownBy(() -> strict.invoke("{\"m\": 1}")).isInstanceOf(AgentFailed.InvalidInput.class);
            assertThatThrownBy(() -> strict.invoke("one")).hasMessageContaining("not JSON");
        }

        @Test
        void invalidSchemaIsRejected() {
            assertThatThrownBy(() -> agent(StubModel.of()).outputSchema(Json.objectOf("{\"$ref\": \"#/nowhere\"}")))
                    .hasMessageContaining("output schema");
        }
    }

    @Test
    void callIdsAreUniqueInTheRunEvenIfModelsReuseTheirs() throws Exception {
        RecordingListener events = new RecordingListener();
        Agent below = Agent.builder("below")
                .model(StubModel.of(calls("echo", "{\"text\":\"x\"}"), says("ok")))
                .tool(echo())
                .build();
        StubModel model =
                StubModel.of(calls("agent__below", "{\"input\":\"x\"}"), calls("echo", "{\"text\":\"y\"}"), says("z"));
        agent(model)
                .tool(echo())
                .agent(below)
                .build()
                .invoke("go", InvokeOptions.defaults().listener(events));
        assertThat(events.ofType(AgentEvent.ToolCalled.class))
                .extracting(AgentEvent.ToolCalled::call)
                .hasSize(3)
                .doesNotHaveDuplicates();
    }
}
