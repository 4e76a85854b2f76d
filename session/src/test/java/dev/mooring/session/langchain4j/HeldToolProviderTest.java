package dev.mooring.session.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.mooring.run.AgentRun;
import dev.mooring.session.Approval;
import dev.mooring.session.ByTool;
import dev.mooring.session.CalledOutsideRun;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.Sessions;
import dev.mooring.session.TestServers;
import dev.mooring.session.ToolServer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
            String text = ((UserMessage) message).singleText();
            return java.util.stream.IntStream.range(0, Integer.parseInt(text))
                    .mapToObj(i -> ToolExecutionRequest.builder()
                            .id("call-" + i)
                            .name("counter__count")
                            .arguments("{}")
                            .build())
                    .toList();
        }
    }

    private final Asking model = new Asking();

    private Assistant assistant(Sessions sessions, boolean onForeignThreads) {
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
                        .approval(ByTool.patterns(Map.of("count", Approval.DENY)))
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
                        .approval(ByTool.all(Approval.ASK))
                        .build());
        try (Sessions sessions = Sessions.of(counter)) {
            Assistant assistant = assistant(sessions, false);
            AgentRun.run(() ->
                    assertThat(assistant.chat("1")).contains("counter/count was not allowed: no person is available"));
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
