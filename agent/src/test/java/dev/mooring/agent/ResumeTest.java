package dev.mooring.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.Media;
import dev.mooring.agent.model.Model;
import dev.mooring.agent.model.ModelRequest;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.ToolOutput;
import dev.mooring.agent.model.ToolRequest;
import dev.mooring.agent.model.Usage;
import dev.mooring.mcp.Json;
import dev.mooring.run.AgentRun;
import dev.mooring.run.Limits;
import dev.mooring.session.Secrets;
import dev.mooring.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Resumes invocations from their transcript. An error takes the place of a crash: the file has what a killed process leaves. */
class ResumeTest {
    private static final StubModel.Turn CRASHES = (request, text) -> {
        throw new AssertionError("crash");
    };

    @TempDir
    Path folder;

    private final List<String> executed = new ArrayList<>();

    private Path file() {
        return folder.resolve("transcript");
    }

    private TranscriptFile create(Secrets secrets) throws IOException {
        return TranscriptFile.create(file(), Json.object().put("a", 1), secrets);
    }

    private TranscriptFile open() throws IOException {
        return TranscriptFile.open(file(), Secrets.none());
    }

    private Agent.Builder agent(String name, Model model) {
        return Agent.builder(name)
                .model(model)
                .tool(FunctionTool.of("note", "Notes", Json.objectOf("{\"type\": \"object\"}"), arguments -> {
                    executed.add(Json.text(arguments));
                    if (arguments.path("crash").asBoolean(false)) {
                        throw new AssertionError("crash");
                    }
                    return new ToolOutput(
                            "noted", List.of(new ToolOutput.Attachment(Media.IMAGE, "image/png", "AAAA")), false);
                }));
    }

    private void crash(Agent agent) throws Exception {
        try (TranscriptFile transcript = create(Secrets.none())) {
            assertThatThrownBy(() -> agent.invoke("go", InvokeOptions.defaults().transcript(transcript)))
                    .isInstanceOf(AssertionError.class);
        }
    }

    private AgentAnswer resume(Agent agent) throws Exception {
        try (TranscriptFile transcript = open()) {
            return agent.resume(transcript, InvokeOptions.defaults());
        }
    }

    private static List<String> userMessages(ModelRequest request) {
        return request.conversation().stream()
                .filter(ChatEntry.UserMessage.class::isInstance)
                .map(entry -> ((ChatEntry.UserMessage) entry).text())
                .toList();
    }

    @Test
    void modelSeesTheSameMessagesAfterTheResumption() throws Exception {
        ModelTurn first = new ModelTurn(
                "I note.",
                List.of(new ToolRequest("id-7", "note", "{ \"x\": 1 }")),
                new Usage(5, 4, 3),
                ModelTurn.StopReason.CALLS,
                "{\"signature\": \"abc\"}");
        StubModel before = StubModel.of((request, text) -> first, CRASHES);
        crash(agent("a", before).build());
        StubModel after = StubModel.of(StubModel.says("done"));

        assertThat(resume(agent("a", after).build()).text()).isEqualTo("done");
        assertThat(after.requests().getFirst().conversation())
                .isEqualTo(before.requests().getLast().conversation())
                .contains(new ChatEntry.ModelMessage(first));
        assertThat(executed).containsExactly("{\"x\":1}");
    }

    @Test
    void callInFlightIsReportedOnceAndNotRepeated() throws Exception {
        crash(agent("a", StubModel.of(StubModel.calls("note", "{\"n\":1}", "note", "{\"crash\":true}")))
                .build());
        StubModel second = StubModel.of(CRASHES);
        assertThatThrownBy(() -> resume(agent("a", second).build())).isInstanceOf(AssertionError.class);
        StubModel third = StubModel.of(StubModel.saysResults());

        assertThat(resume(agent("a", third).build()).text())
                .contains("noted | ERROR ")
                .containsOnlyOnce("may or may not have happened");
        assertThat(executed).containsExactlyInAnyOrder("{\"n\":1}", "{\"crash\":true}");
        assertThat(second.requests().getFirst().conversation())
                .isEqualTo(third.requests().getFirst().conversation());
    }

    @Test
    void unfinishedSubAgentContinuesAndFinishedOneIsNotRepeated() throws Exception {
        Agent done = agent("done", StubModel.of(StubModel.says("first answer"))).build();
        Agent open = agent("open", StubModel.of(StubModel.calls("note", "{\"n\":1}"), CRASHES))
                .build();
        StubModel root = StubModel.of(
                StubModel.calls("agent__done", "{\"input\":\"x\"}"),
                StubModel.calls("agent__open", "{\"input\":\"y\"}"));
        crash(agent("root", root).agent(done).agent(open).build());

        StubModel continued = StubModel.of(StubModel.says("second answer"));
        Agent resumed = agent("root", StubModel.of(StubModel.saysResults()))
                .agent(agent("done", StubModel.of()).build())
                .agent(agent("open", continued).build())
                .build();
        assertThat(resume(resumed).text()).isEqualTo("second answer");
        assertThat(userMessages(continued.requests().getFirst())).containsExactly("y");
        assertThat(executed).hasSize(1);
    }

    @Test
    void answerThatTheCrashKeptFromTheCallerIsReturnedWithoutTheModel() throws Exception {
        Agent agent = agent("a", StubModel.of(StubModel.says("done"))).build();
        try (TranscriptFile transcript = create(Secrets.none())) {
            agent.invoke("go", InvokeOptions.defaults().transcript(transcript));
        }
        List<String> lines = Files.readAllLines(file());
        Files.write(file(), lines.subList(0, lines.size() - 1));

        assertThat(resume(agent("a", StubModel.of()).build()).text()).isEqualTo("done");
    }

    @Test
    void invocationContinuesAfterALimit() throws Exception {
        Agent limited = agent("a", StubModel.of(StubModel.calls("note", "{}")))
                .limits(Limits.builder().rounds(1).build())
                .build();
        try (TranscriptFile transcript = create(Secrets.none())) {
            AgentAnswer answer = limited.invoke("go", InvokeOptions.defaults().transcript(transcript));
            assertThat(answer.outcome()).isInstanceOf(AgentOutcome.LimitReached.class);
        }
        assertThat(resume(agent("a", StubModel.of(StubModel.saysResults())).build())
                        .text())
                .isEqualTo("noted");
        assertThat(executed).hasSize(1);
    }

    @Test
    void conversationContinuesWithAllMessages() throws Exception {
        StubModel before = StubModel.of(StubModel.says("Hello Ada."), StubModel.calls("note", "{\"crash\":true}"));
        try (TranscriptFile transcript = create(Secrets.none())) {
            Agent agent = agent("a", before).build();
            AgentRun.run(() -> {
                Conversation conversation =
                        agent.conversation(InvokeOptions.defaults().transcript(transcript));
                conversation.say("I am Ada.");
                assertThatThrownBy(() -> conversation.say("Note it.")).isInstanceOf(AssertionError.class);
            });
        }
        StubModel after = StubModel.of(StubModel.says("You are Ada."));
        try (TranscriptFile transcript = open()) {
            Agent agent = agent("a", after).build();
            AgentRun.run(() -> agent.conversation(InvokeOptions.defaults().transcript(transcript))
                    .say("Who am I?"));
        }
        assertThat(userMessages(after.requests().getFirst())).containsExactly("I am Ada.", "Note it.", "Who am I?");
        assertThat(after.requests().getFirst().conversation().toString())
                .containsOnlyOnce("may or may not have happened");
    }

    @Test
    void abortedAnswerIsKeptWhenTheConversationGoesOn() throws Exception {
        StubModel model = StubModel.of(StubModel.calls("note", "{\"crash\":true}"), StubModel.says("Fine."));
        List<ChatEntry> history;
        try (TranscriptFile transcript = create(Secrets.none())) {
            Agent agent = agent("a", model).build();
            history = AgentRun.<List<ChatEntry>, Exception>call(() -> {
                Conversation conversation =
                        agent.conversation(InvokeOptions.defaults().transcript(transcript));
                assertThatThrownBy(() -> conversation.say("Note it.")).isInstanceOf(AssertionError.class);
                conversation.say("Never mind.");
                return conversation.history();
            });
        }
        try (TranscriptFile transcript = open()) {
            assertThat(agent("a", StubModel.of())
                            .build()
                            .conversation(InvokeOptions.defaults().transcript(transcript))
                            .history())
                    .isEqualTo(history);
        }
    }

    @Test
    void onlyTheOwnerCanReadTheFile() throws Exception {
        create(Secrets.none()).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    @Test
    void secretsAreRedactedAlsoInArguments() throws Exception {
        String secret = "s3cret\"quoted";
        Agent agent = agent(
                        "a",
                        StubModel.of(
                                StubModel.calls("note", Json.text(Json.object().put("key", secret))),
                                StubModel.says("The key is " + secret)))
                .build();
        try (TranscriptFile transcript = create(Secrets.of(List.of(secret)))) {
            agent.invoke("use " + secret, InvokeOptions.defaults().transcript(transcript));
        }
        assertThat(Files.readString(file())).doesNotContain("s3cret").contains("[secret]");
    }

    @Test
    void incompleteLastLineIsIgnored() throws Exception {
        crash(agent("a", StubModel.of(StubModel.calls("note", "{}"), CRASHES)).build());
        Files.writeString(file(), "{\"type\":\"turn\",\"conv", StandardOpenOption.APPEND);

        assertThat(resume(agent("a", StubModel.of(StubModel.saysResults())).build())
                        .text())
                .isEqualTo("noted");
        assertThat(executed).hasSize(1);
        try (TranscriptFile transcript = open()) {
            assertThat(transcript.isComplete()).isTrue();
            assertThat(transcript.about()).isEqualTo(Json.object().put("a", 1));
        }
    }

    @Test
    void damagedLineIsNamed() throws Exception {
        crash(agent("a", StubModel.of(CRASHES)).build());
        Files.writeString(file(), "garbage\n", StandardOpenOption.APPEND);
        assertThatThrownBy(this::open).isInstanceOf(IOException.class).hasMessageContaining("line 4");
    }

    @Test
    void openTranscriptCannotBeOpenedAgain() throws Exception {
        try (var _ = create(Secrets.none())) {
            assertThatThrownBy(this::open).isInstanceOf(TranscriptFile.InUse.class);
        }
        open().close();
    }

    @Test
    void completeInvocationCannotBeResumed() throws Exception {
        Agent agent = agent("a", StubModel.of(StubModel.says("done"))).build();
        try (TranscriptFile transcript = create(Secrets.none())) {
            agent.invoke("go", InvokeOptions.defaults().transcript(transcript));
        }
        assertThatThrownBy(() -> resume(agent))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is complete");
        try (TranscriptFile transcript = open()) {
            assertThatThrownBy(() -> agent.invoke("go", InvokeOptions.defaults().transcript(transcript)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("has messages");
        }
    }

    @Nested
    @Tag("counterpart")
    class SessionsOfServers {
        private Agent agent(Sessions sessions, StubModel.Turn... turns) {
            return Agent.builder("a")
                    .model(StubModel.of(turns))
                    .tools(sessions, "notepad")
                    .build();
        }

        @Test
        void lossIsReportedOnceForEachRunThatUsedTheSession() throws Exception {
            StubModel.Turn add = StubModel.calls("notepad__write", "{\"text\":\"x\"}");
            try (Sessions sessions = Sessions.of(TestServers.notepad("notepad"))) {
                crash(agent(sessions, add, CRASHES));
                Agent again = agent(sessions, add, CRASHES);
                assertThatThrownBy(() -> resume(again)).isInstanceOf(AssertionError.class);
                assertThat(losses(again)).isEqualTo(1);
                Agent idle = agent(sessions, CRASHES);
                assertThatThrownBy(() -> resume(idle)).isInstanceOf(AssertionError.class);
                assertThat(losses(idle)).isEqualTo(2);
                Agent last = agent(sessions, StubModel.says("done"));
                assertThat(resume(last).text()).isEqualTo("done");
                assertThat(losses(last)).isEqualTo(2);
            }
        }

        @Test
        void sessionOfTheSameRunIsNotReportedAsLost() throws Exception {
            try (Sessions sessions = Sessions.of(TestServers.notepad("notepad"))) {
                Agent last = agent(sessions, StubModel.calls("notepad__read", "{}"), StubModel.saysResults());
                AgentRun.run(() -> {
                    crash(agent(sessions, StubModel.calls("notepad__write", "{\"text\":\"x\"}"), CRASHES));
                    assertThat(resume(last).text()).contains("x");
                });
                assertThat(losses(last)).isZero();
            }
        }

        private static long losses(Agent agent) {
            return userMessages(((StubModel) agent.model()).requests().getLast()).stream()
                    .filter(text -> text.contains("The session with notepad was lost"))
                    .count();
        }
    }
}
