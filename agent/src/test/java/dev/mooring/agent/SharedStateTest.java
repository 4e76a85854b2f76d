package dev.mooring.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.agent.file.AgentTree;
import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.provider.Models;
import dev.mooring.agent.provider.StubProvider;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.run.AgentRun;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.Sessions;
import dev.mooring.session.Sharing;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the central case: an agent and its sub-agents share the state of a server process. */
@Tag("counterpart")
class SharedStateTest {
    private static final String SCRIPT = """
        agents:
          root:
            - say: I note it and let the others look.
              call: {notes/write: {text: "{{input}}"}}
            - expect: noted
              call:
                - agent:left: {input: "{{input}}"}
                - agent:right: {input: "{{input}}"}
            - expect: [left is done, right is done]
              call: {notes/read: {}}
            - say: "{{result}}"
          left:
            - call: {notes/read: {}}
            - call: {notes/write: {text: "{{input}}-left"}}
            - expect: noted
              say: left is done
          right:
            - call: {notes/read: {}}
            - call: {notes/write: {text: "{{input}}-right"}}
            - expect: noted
              say: right is done
        """;

    @TempDir
    private Path folder;

    private Agent agent(Sessions sessions) throws Exception {
        Files.writeString(folder.resolve("play.yaml"), SCRIPT);
        write("root", "tools: notes, agent:left, agent:right\nmodel: script/play.yaml");
        write("left", "tools: notes/read, notes/write");
        write("right", "tools: notes");
        return AgentTree.read(folder.resolve("root.md")).build(sessions, name -> Models.named(name, Map.of()), null);
    }

    private void write(String name, String matter) throws IOException {
        Files.writeString(folder.resolve(name + ".md"), "---\n" + matter + "\n---\nDo your part.\n");
    }

    private Path marker() {
        return folder.resolve("starts");
    }

    private ToolServer notes() {
        return TestServers.notepad("notes", "--marker", marker().toString());
    }

    private List<Long> started() throws IOException {
        return Files.readAllLines(marker()).stream().map(Long::valueOf).toList();
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    @Test
    void oneProcessServesTheWholeRunAndEndsWithIt() throws Exception {
        try (Sessions sessions = Sessions.of(notes())) {
            String seen = agent(sessions).invoke("tea").text();
            assertThat(seen.split(",")).containsExactlyInAnyOrder("tea", "tea-left", "tea-right");
            assertThat(started()).hasSize(1).noneMatch(SharedStateTest::isAlive);
        }
    }

    @Test
    void parallelRunsDoNotShareState() throws Exception {
        try (Sessions sessions = Sessions.of(notes());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Agent agent = agent(sessions);
            Callable<String> one = () -> agent.invoke("one").text();
            Callable<String> two = () -> agent.invoke("two").text();
            var answers = threads.invokeAll(List.of(one, two));
            assertThat(answers.get(0).get().split(",")).containsExactlyInAnyOrder("one", "one-left", "one-right");
            assertThat(answers.get(1).get().split(",")).containsExactlyInAnyOrder("two", "two-left", "two-right");
            assertThat(started()).hasSize(2).noneMatch(SharedStateTest::isAlive);
        }
    }

    @Test
    void sessionPerAgentSeparatesTheStateOfAgents() throws Exception {
        ToolServer own =
                notes().with(ServerSettings.builder().sharing(Sharing.AGENT).build());
        try (Sessions sessions = Sessions.of(own)) {
            assertThat(agent(sessions).invoke("tea").text()).isEqualTo("tea");
            assertThat(started()).hasSize(3).noneMatch(SharedStateTest::isAlive);
        }
    }

    @Nested
    class ConversationWithState {
        private final StubModel model = StubModel.of(
                StubModel.calls("notes__write", "{\"text\":\"tea\"}"),
                StubModel.says("Noted."),
                StubModel.says("Nothing."),
                StubModel.says("Nothing, really."));

        private Conversation conversation(Sessions sessions) {
            return Agent.builder("writer")
                    .model(model)
                    .tools(sessions, "notes")
                    .build()
                    .conversation(InvokeOptions.defaults());
        }

        private static ToolServer sharedBy(Sharing sharing, ToolServer server) {
            return server.with(ServerSettings.builder().sharing(sharing).build());
        }

        private List<String> receivedMessages() {
            return model.requests().getLast().conversation().stream()
                    .filter(entry -> entry instanceof ChatEntry.UserMessage)
                    .map(entry -> ((ChatEntry.UserMessage) entry).text())
                    .toList();
        }

        @Test
        void modelIsToldThatTheSessionOfTheAgentEndedWithTheLastAnswer() throws Exception {
            try (Sessions sessions = Sessions.of(sharedBy(Sharing.AGENT, notes()))) {
                Conversation conversation = conversation(sessions);
                AgentRun.<Exception>run(() -> {
                    conversation.say("Note tea.");
                    conversation.say("What did you note?");
                    conversation.say("Really?");
                });
            }
            assertThat(receivedMessages())
                    .satisfiesExactly(
                            text -> assertThat(text).isEqualTo("Note tea."),
                            text -> assertThat(text)
                                    .startsWith("The session with notes has ended since your last answer."),
                            text -> assertThat(text).isEqualTo("What did you note?"),
                            text -> assertThat(text).isEqualTo("Really?"));
        }

        @Test
        void modelIsToldThatTheSessionEndedWithTheRunOfTheLastAnswer() throws Exception {
            try (Sessions sessions = Sessions.of(notes())) {
                Conversation conversation = conversation(sessions);
                AgentRun.<Exception>run(() -> conversation.say("Note tea."));
                AgentRun.<Exception>run(() -> conversation.say("What did you note?"));
            }
            assertThat(receivedMessages())
                    .satisfiesExactly(
                            text -> assertThat(text).isEqualTo("Note tea."),
                            text -> assertThat(text)
                                    .startsWith("The session with notes has ended since your last answer."),
                            text -> assertThat(text).isEqualTo("What did you note?"));
        }

        @Test
        void sharedSessionOutlivesTheRun() throws Exception {
            try (Sessions sessions = Sessions.of(sharedBy(Sharing.SHARED, notes()))) {
                Conversation conversation = conversation(sessions);
                AgentRun.<Exception>run(() -> conversation.say("Note tea."));
                AgentRun.<Exception>run(() -> conversation.say("What did you note?"));
            }
            assertThat(receivedMessages()).containsExactly("Note tea.", "What did you note?");
        }
    }

    @Test
    void runContinuesAfterFailuresOfSubAgentsAndTools() throws Exception {
        Files.writeString(folder.resolve("play.yaml"), """
            agents:
              root:
                - call:
                    - agent:left: {input: x}
                    - wild/exit: {code: 3}
                    - invented: {}
                    - notes/write: {text: still here}
                - expectError: [left failed, was lost during this call, There is no tool]
                  expect: noted
                  call: {notes/read: {}, wild/count: {}}
                - expect: [still here, "1"]
                  say: "All of that, and I went on."
              left:
                - expect: something that never comes
            """);
        write("root", "tools: notes, wild, agent:left\nmodel: script/play.yaml");
        write("left", "tools: []");
        try (Sessions sessions = Sessions.of(notes(), TestServers.misbehaving("wild"))) {
            Agent agent = AgentTree.read(folder.resolve("root.md"))
                    .build(sessions, name -> Models.named(name, Map.of()), null);
            assertThat(agent.invoke("go").text()).isEqualTo("All of that, and I went on.");
        }
    }

    @Test
    void modelsOverHttpShareTheStateOfAServer() throws Exception {
        try (StubProvider openAi = StubProvider.start();
                StubProvider anthropic = StubProvider.start();
                Sessions sessions = Sessions.of(notes())) {
            playOpenAi(openAi);
            playAnthropic(anthropic);
            Map<String, String> environment = Map.of(
                    "OPENAI_BASE_URL",
                    openAi.address() + "/v1",
                    "ANTHROPIC_BASE_URL",
                    anthropic.address(),
                    "ANTHROPIC_API_KEY",
                    "sk-ant-0123456789");
            write("root", "tools: notes, agent:helper\nmodel: openai/gpt-test");
            write("helper", "description: Adds a note\ntools: notes/write\nmodel: anthropic/claude-test");
            Agent agent = AgentTree.read(folder.resolve("root.md"))
                    .build(sessions, name -> Models.named(name, environment), null);
            AgentAnswer answer = agent.invoke("Keep tea in mind.");
            assertThat(answer.text()).isEqualTo("It says tea,milk.");
            assertThat(openAi.requests().getLast().body().path("messages").toString())
                    .contains("tea,milk");
            assertThat(openAi.requests().getFirst().body().path("tools").toString())
                    .contains("notes__write", "agent__helper");
            assertThat(started()).hasSize(1).noneMatch(SharedStateTest::isAlive);
        }
    }

    private static void playOpenAi(StubProvider endpoint) {
        for (String call : List.of(
                "{\"name\":\"notes__write\",\"arguments\":\"{\\\"text\\\":\\\"tea\\\"}\"}",
                "{\"name\":\"agent__helper\",\"arguments\":\"{\\\"input\\\":\\\"Add milk.\\\"}\"}",
                "{\"name\":\"notes__read\",\"arguments\":\"{}\"}")) {
            endpoint.events(
                    "{\"id\":\"1\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"index\":0,\"id\":\"call_1\",\"type\":\"function\",\"function\":"
                            + call + "}]}}]}",
                    "{\"id\":\"1\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}",
                    "[DONE]");
        }
        endpoint.events(
                "{\"id\":\"1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"It says tea,milk.\"}}]}",
                "{\"id\":\"1\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}",
                "[DONE]");
    }

    private static void playAnthropic(StubProvider endpoint) {
        String start =
                "{\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"c\",\"content\":[],\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}";
        endpoint.typedEvents(
                start,
                "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"notes__write\",\"input\":{}}}",
                "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"text\\\":\\\"milk\\\"}\"}}",
                "{\"type\":\"content_block_stop\",\"index\":0}",
                "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"},\"usage\":{\"output_tokens\":5}}",
                "{\"type\":\"message_stop\"}");
        endpoint.typedEvents(
                start,
                "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}",
                "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Done.\"}}",
                "{\"type\":\"content_block_stop\",\"index\":0}",
                "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":5}}",
                "{\"type\":\"message_stop\"}");
    }

    @Test
    void officialServersKeepTheirStateDuringARun() throws Exception {
        Files.writeString(folder.resolve("play.yaml"), """
            - call:
                memory/create_entities: {entities: [{name: Ada, entityType: person, observations: [likes tea]}]}
                everything/echo: {message: hello}
            - expect: [Ada, hello]
              call: {memory/search_nodes: {query: tea}}
            - expect: Ada
              say: Ada likes tea.
            """);
        write("root", "tools: memory/*_entities, memory/search_nodes, everything/echo\nmodel: script/play.yaml");
        ServerLocation.Local memory =
                (ServerLocation.Local) TestServers.official("memory").location();
        ToolServer own = ToolServer.of(
                "memory",
                new ServerLocation.Local(
                        memory.command(),
                        Map.of(
                                "MEMORY_FILE_PATH",
                                folder.resolve("memory.jsonl").toString()),
                        null));
        try (Sessions sessions = Sessions.of(own, TestServers.official("everything"))) {
            Agent agent = AgentTree.read(folder.resolve("root.md"))
                    .build(sessions, name -> Models.named(name, Map.of()), null);
            assertThat(agent.invoke("go").text()).isEqualTo("Ada likes tea.");
        }
    }

    @Test
    void invocationsInOneRunShareState() throws Exception {
        Files.writeString(folder.resolve("play.yaml"), """
            - call: {notes/write: {text: "{{input}}"}, notes/meta: {}}
            - call: {notes/read: {}}
            - say: "{{result}}"
            """);
        write("root", "tools: notes\nmodel: script/play.yaml");
        try (Sessions sessions = Sessions.of(notes())) {
            Agent agent = AgentTree.read(folder.resolve("root.md"))
                    .build(sessions, name -> Models.named(name, Map.of()), null);
            String second = AgentRun.<String, Exception>call(() -> {
                agent.invoke("a");
                return agent.invoke("b").text();
            });
            assertThat(second).isEqualTo("a,b");
        }
        assertThat(started()).hasSize(1);
    }
}
