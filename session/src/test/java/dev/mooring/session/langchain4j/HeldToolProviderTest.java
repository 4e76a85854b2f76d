package dev.mooring.session.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.mooring.run.AgentRun;
import dev.mooring.session.Approval;
import dev.mooring.session.CalledOutsideRun;
import dev.mooring.session.PerToolSetting;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.Sessions;
import dev.mooring.session.TestServers;
import dev.mooring.session.ToolServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("counterpart")
@Timeout(60)
class HeldToolProviderTest {
    interface Assistant {
        String chat(String message);
    }

    /** A model that calls the tools named in the message in parallel and then repeats their results. */
    private static final class Asking implements ChatModel {
        private final Set<String> offered = ConcurrentHashMap.newKeySet();

        @Override
        public ChatResponse doChat(ChatRequest request) {
            request.toolSpecifications().stream().map(ToolSpecification::name).forEach(offered::add);
            List<String> answers = request.messages().stream()
                    .filter(message -> message instanceof ToolExecutionResultMessage)
                    .map(message -> ((ToolExecutionResultMessage) message).text())
                    .sorted()
                    .toList();
            AiMessage reply = answers.isEmpty()
                    ? AiMessage.from(wanted(request.messages().getLast()))
                    : AiMessage.from(String.join(",", answers));
            return ChatResponse.builder().aiMessage(reply).build();
        }

        private static List<ToolExecutionRequest> wanted(ChatMessage message) {
            return counts(Integer.parseInt(((UserMessage) message).singleText()));
        }

        static List<ToolExecutionRequest> counts(int count) {
            return IntStream.range(0, count)
                    .mapToObj(i -> call(i, "counter__count"))
                    .toList();
        }

        static ToolExecutionRequest call(int index, String tool) {
            return ToolExecutionRequest.builder()
                    .id("call-" + index)
                    .name(tool)
                    .arguments("{}")
                    .build();
        }
    }

    private final Asking model = new Asking();

    private Assistant assistant(Sessions sessions, boolean onForeignThreads) {
        return assistant(sessions, model, onForeignThreads);
    }

    private static Assistant assistant(Sessions sessions, ChatModel model, boolean onForeignThreads) {
        AiServices<Assistant> services =
                AiServices.builder(Assistant.class).chatModel(model).toolProvider(HeldToolProvider.of(sessions));
        return (onForeignThreads ? services.executeToolsConcurrently(Executors.newFixedThreadPool(4)) : services)
                .build();
    }

    @Test
    void allTurnsOfARunUseOneSession() {
        try (Sessions sessions = Sessions.of(TestServers.counter("counter"))) {
            Assistant assistant = assistant(sessions, false);
            AgentRun.run(() -> {
                assertThat(assistant.chat("1")).isEqualTo("1");
                assertThat(assistant.chat("2")).isEqualTo("2,3");
            });
            AgentRun.run(() -> assertThat(assistant.chat("1")).isEqualTo("1"));
            assertThat(model.offered).contains("counter__count");
        }
    }

    @Test
    void toolsOnFrameworkThreadsBelongToTheRun() {
        try (Sessions sessions = Sessions.of(TestServers.counter("counter"))) {
            Assistant assistant = assistant(sessions, true);
            AgentRun.run(() -> assertThat(assistant.chat("3")).isEqualTo("1,2,3"));
        }
    }

    private static ToolServer ordered() {
        return TestServers.counter("counter")
                .with(ServerSettings.builder().ordered(true).build());
    }

    @Test
    void orderedCallsAreMadeIfTheFrameworkExecutesThemOneAfterAnother() {
        try (Sessions sessions = Sessions.of(ordered())) {
            Assistant assistant = assistant(sessions, false);
            AgentRun.run(() -> assertThat(assistant.chat("3")).isEqualTo("1,2,3"));
        }
    }

    @Test
    void orderedCallsAreRefusedIfTheFrameworkExecutesThemConcurrently() {
        try (Sessions sessions = Sessions.of(ordered());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Assistant assistant = AiServices.builder(Assistant.class)
                    .chatModel(model)
                    .toolProvider(HeldToolProvider.of(sessions))
                    .executeToolsConcurrently(threads)
                    .build();
            AgentRun.run(() -> {
                assertThat(assistant.chat("8").split("counter/count was not called", -1))
                        .as("one call, and 7 refusals")
                        .hasSize(8);
                assertThat(assistant.chat("1"))
                        .as("a call that is alone in its turn")
                        .isEqualTo("2");
            });
        }
    }

    @Test
    void assistantOutsideARunFailsInsteadOfTellingTheModel() {
        try (Sessions sessions = Sessions.of(TestServers.counter("counter"))) {
            Assistant assistant = assistant(sessions, false);
            assertThatThrownBy(() -> assistant.chat("1")).isInstanceOf(CalledOutsideRun.class);
            assertThatThrownBy(() -> HeldToolProvider.of(sessions)
                            .provideTools(new ToolProviderRequest("memory", UserMessage.from("hello"))))
                    .isInstanceOf(CalledOutsideRun.class)
                    .hasMessageContaining("outside a run");
            assertThat(model.offered).isEmpty();
        }
    }

    @Test
    void deniedToolIsNotOffered() {
        ToolServer counter = TestServers.counter("counter")
                .with(ServerSettings.builder()
                        .approval(PerToolSetting.patterns(Map.of("count", Approval.DENY)))
                        .build());
        try (Sessions sessions = Sessions.of(counter)) {
            AgentRun.run(() -> {
                assertThat(toolNames(sessions)).contains("counter__echo").doesNotContain("counter__count");
            });
        }
    }

    @Test
    void callThatNeedsApprovalIsRefusedIfNobodyCanBeAsked() {
        ToolServer counter = TestServers.counter("counter")
                .with(ServerSettings.builder()
                        .approval(PerToolSetting.all(Approval.ASK))
                        .build());
        try (Sessions sessions = Sessions.of(counter)) {
            Assistant assistant = assistant(sessions, false);
            AgentRun.run(() ->
                    assertThat(assistant.chat("1")).contains("counter/count was not allowed: no person is available"));
        }
    }

    /**
     * A model with three turns. The first one calls a tool. In the second one the server dies, and the model calls the tool 8
     * times. In the third one it calls the tool once more.
     */
    private static final class Losing implements ChatModel, StreamingChatModel {
        private final List<ProcessHandle> before =
                ProcessHandle.current().children().toList();
        private final List<String> reported = new ArrayList<>();

        @Override
        public ChatResponse doChat(ChatRequest request) {
            List<ToolExecutionResultMessage> results = request.messages().stream()
                    .filter(ToolExecutionResultMessage.class::isInstance)
                    .map(ToolExecutionResultMessage.class::cast)
                    .toList();
            AiMessage reply = switch (results.size()) {
                case 0 -> calls(1);
                case 1 -> {
                    killServer();
                    yield calls(8);
                }
                case 9 -> {
                    results.subList(1, 9).forEach(result -> reported.add(result.text()));
                    yield calls(1);
                }
                default -> AiMessage.from(results.getLast().text());
            };
            return ChatResponse.builder().aiMessage(reply).build();
        }

        @Override
        public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
            // As a provider does, on a thread of its own.
            Thread.ofVirtual().start(() -> handler.onCompleteResponse(doChat(request)));
        }

        @Override
        public ChatRequestParameters defaultRequestParameters() {
            return ChatRequestParameters.builder().build();
        }

        @Override
        public List<ChatModelListener> listeners() {
            return List.of();
        }

        @Override
        public ModelProvider provider() {
            return ModelProvider.OTHER;
        }

        @Override
        public Set<Capability> supportedCapabilities() {
            return Set.of();
        }

        private void killServer() {
            ProcessHandle server = ProcessHandle.current()
                    .children()
                    .filter(child -> !before.contains(child))
                    .findFirst()
                    .orElseThrow();
            server.destroyForcibly();
            await().until(() -> !server.isAlive());
        }

        private static AiMessage calls(int count) {
            return AiMessage.from(Asking.counts(count));
        }

        private void assertTurnReportedTheLoss(String afterwards) {
            assertThat(reported)
                    .hasSize(8)
                    .allSatisfy(text -> assertThat(text).contains("The session with counter was lost", "NOT sent"));
            assertThat(afterwards).as("the first call on the new session").isEqualTo("1");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyCallOfATurnReportsTheLossOfAServer(boolean onForeignThreads) {
        Losing losing = new Losing();
        try (Sessions sessions = Sessions.of(TestServers.counter("counter"))) {
            Assistant assistant = assistant(sessions, losing, onForeignThreads);
            losing.assertTurnReportedTheLoss(AgentRun.call(() -> assistant.chat("go")));
        }
    }

    interface OtherAssistant {
        String chat(String message);
    }

    @Test
    void assistantReportsALossThatAnotherAssistantOfTheRunWasTold() {
        Losing losing = new Losing();
        try (Sessions sessions = Sessions.of(TestServers.counter("counter"))) {
            HeldToolProvider tools = HeldToolProvider.of(sessions);
            Assistant first = AiServices.builder(Assistant.class)
                    .chatModel(model)
                    .toolProvider(tools)
                    .build();
            OtherAssistant second = AiServices.builder(OtherAssistant.class)
                    .chatModel(model)
                    .toolProvider(tools)
                    .build();
            AgentRun.run(() -> {
                assertThat(first.chat("1")).isEqualTo("1");
                losing.killServer();
                assertThat(second.chat("1")).contains("was lost");
                assertThat(second.chat("1")).isEqualTo("1");
                assertThat(first.chat("1")).contains("was lost");
                assertThat(first.chat("1")).isEqualTo("2");
            });
        }
    }

    /** A tool that calls another assistant, whose server has just died. */
    static final class Delegation {
        private final Assistant assistant;
        private final Runnable kill;

        Delegation(Assistant assistant, Runnable kill) {
            this.assistant = assistant;
            this.kill = kill;
        }

        @Tool("Delegates the work")
        String delegate() {
            kill.run();
            assertThat(assistant.chat("1")).contains("was lost");
            return assistant.chat("1");
        }
    }

    @Test
    void invocationReportsALossThatAnotherOneOfTheSameAssistantWasTold() {
        Losing losing = new Losing();
        List<String> calls = List.of("counter__count", "delegate", "counter__count", "counter__count");
        List<String> results = new ArrayList<>();
        ChatModel caller = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                if (request.messages().getLast() instanceof ToolExecutionResultMessage result) {
                    results.add(result.text());
                }
                AiMessage reply = results.size() == calls.size()
                        ? AiMessage.from("done")
                        : AiMessage.from(Asking.call(results.size(), calls.get(results.size())));
                return ChatResponse.builder().aiMessage(reply).build();
            }
        };
        try (Sessions sessions = Sessions.of(TestServers.counter("counter"))) {
            HeldToolProvider tools = HeldToolProvider.of(sessions);
            Assistant assistant = AiServices.builder(Assistant.class)
                    .chatModel(caller)
                    .toolProvider(tools)
                    .tools(new Delegation(assistant(sessions, false), losing::killServer))
                    .build();
            AgentRun.run(() -> assertThat(assistant.chat("go")).isEqualTo("done"));
        }
        assertThat(results).hasSize(4).startsWith("1", "1").endsWith("2");
        assertThat(results.get(2)).contains("was lost");
    }

    interface StreamingAssistant {
        TokenStream chat(String message);
    }

    @Test
    void everyCallOfAStreamedTurnReportsTheLossOfAServer() throws Exception {
        Losing losing = new Losing();
        try (Sessions sessions = Sessions.of(TestServers.counter("counter"))) {
            StreamingAssistant assistant = AiServices.builder(StreamingAssistant.class)
                    .streamingChatModel(losing)
                    .toolProvider(HeldToolProvider.of(sessions))
                    .build();
            CompletableFuture<String> answer = new CompletableFuture<>();
            AgentRun.run(() -> {
                assistant
                        .chat("go")
                        .onCompleteResponse(
                                response -> answer.complete(response.aiMessage().text()))
                        .onError(answer::completeExceptionally)
                        .start();
                losing.assertTurnReportedTheLoss(answer.get());
            });
        }
    }

    @Test
    void frameworkThatProvidesToolsOnceCanCallAgainAfterALoss() {
        Losing losing = new Losing();
        try (Sessions sessions = Sessions.of(TestServers.counter("counter"))) {
            HeldToolProvider provider = HeldToolProvider.of(sessions);
            AgentRun.run(() -> {
                InvocationContext context = InvocationContext.builder()
                        .invocationId(UUID.randomUUID())
                        .build();
                ToolExecutor count = provider
                        .provideTools(ToolProviderRequest.builder()
                                .invocationContext(context)
                                .userMessage(UserMessage.from("go"))
                                .build())
                        .aiServiceTools()
                        .stream()
                        .filter(tool -> tool.name().equals("counter__count"))
                        .findFirst()
                        .orElseThrow()
                        .toolExecutor();
                ToolExecutionRequest request = Asking.counts(1).getFirst();
                assertThat(count.execute(request, "memory")).isEqualTo("1");
                losing.killServer();
                assertThat(count.execute(request, "memory")).contains("was lost");
                assertThat(count.execute(request, "memory")).isEqualTo("1");
            });
        }
    }

    private static List<String> toolNames(Sessions sessions) {
        return HeldToolProvider.of(sessions)
                .provideTools(new ToolProviderRequest("memory", UserMessage.from("hello")))
                .aiServiceTools()
                .stream()
                .map(tool -> tool.toolSpecification().name())
                .toList();
    }
}
