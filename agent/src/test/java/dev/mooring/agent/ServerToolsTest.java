package dev.mooring.agent;

import static dev.mooring.agent.AgentTest.agent;
import static dev.mooring.agent.StubModel.calls;
import static dev.mooring.agent.StubModel.says;
import static dev.mooring.agent.StubModel.saysResults;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.Media;
import dev.mooring.agent.model.ToolDescription;
import dev.mooring.agent.model.ToolOutput;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.run.AgentRun;
import dev.mooring.run.Limits;
import dev.mooring.session.Approval;
import dev.mooring.session.Approver;
import dev.mooring.session.CalledOutsideRun;
import dev.mooring.session.PerToolSetting;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with real servers, each in its own process. */
@Tag("counterpart")
class ServerToolsTest {
    @TempDir
    private Path folder;

    private static String result(Sessions sessions, String tool, String arguments) throws Exception {
        StubModel model = StubModel.of(calls(tool, arguments), saysResults());
        return agent(model).tools(sessions, "notes").build().invoke("go").text();
    }

    @Nested
    class SessionOfARun {
        @Test
        void allCallsAndListingsOfARunUseOneSession() throws Exception {
            Path marker = folder.resolve("starts");
            RecordingListener events = new RecordingListener();
            StubModel model = StubModel.of(
                    calls("notes__write", "{\"text\":\"a\"}", "notes__write", "{\"text\":\"b\"}"),
                    calls("notes__read", "{}", "notes__lists", "{}"),
                    saysResults());
            try (Sessions sessions = Sessions.of(TestServers.notepad("notes", "--marker", marker.toString()))) {
                String text = agent(model)
                        .tools(sessions, "notes")
                        .build()
                        .invoke("go", InvokeOptions.defaults().listener(events))
                        .text();
                assertThat(text).isIn("a,b | 2", "b,a | 2");
            }
            assertThat(Files.readAllLines(marker)).hasSize(1);
            List<AgentEvent.ToolReturned> returned = events.ofType(AgentEvent.ToolReturned.class);
            assertThat(returned).extracting(AgentEvent.ToolReturned::session).doesNotContainNull();
            assertThat(returned.stream().map(AgentEvent.ToolReturned::session).distinct())
                    .hasSize(1);
            assertThat(returned.stream().filter(AgentEvent.ToolReturned::opened))
                    .hasSize(1);
        }

        @Test
        void callOutsideARunIsAnError() throws Exception {
            try (Sessions sessions = Sessions.of(TestServers.notepad("notes"))) {
                assertThatThrownBy(() -> sessions.call("notes", "read", Json.object()))
                        .isInstanceOf(CalledOutsideRun.class)
                        .hasMessageContaining("notes/read")
                        .hasMessageContaining("bug");
            }
        }

        @Test
        void sessionStaysOpenDuringAConversation() throws Exception {
            StubModel model = StubModel.of(
                    calls("notes__write", "{\"text\":\"tea\"}"),
                    says("Noted."),
                    calls("notes__read", "{}"),
                    saysResults());
            try (Sessions sessions = Sessions.of(TestServers.notepad("notes"))) {
                AgentRun.<Exception>run(() -> {
                    Conversation conversation =
                            agent(model).tools(sessions, "notes").build().conversation(InvokeOptions.defaults());
                    conversation.say("Note tea.");
                    assertThat(conversation.say("What?").text()).isEqualTo("tea");
                });
            }
        }

        @Test
        void toolThatItsServerListsTwiceCanBeCalled() throws Exception {
            StubModel model = StubModel.of(calls("wild__echo", "{\"message\":\"hello\"}"), saysResults());
            try (Sessions sessions = Sessions.of(TestServers.misbehaving("wild", "--twice"))) {
                assertThat(agent(model)
                                .tools(sessions, "wild")
                                .build()
                                .invoke("go")
                                .text())
                        .isEqualTo("hello");
            }
        }

        @Test
        void lostSessionIsReportedAndTheRunContinues() throws Exception {
            StubModel model = StubModel.of(
                    calls("wild__count", "{}"),
                    calls("wild__exit", "{\"code\":3}"),
                    (request, listener) -> {
                        assertThat(StubModel.results(request).getFirst())
                                .startsWith("ERROR The session with wild was lost during this call")
                                .contains("may or may not have happened");
                        return calls("wild__count", "{}").turn(request, listener);
                    },
                    saysResults());
            try (Sessions sessions = Sessions.of(TestServers.misbehaving("wild"))) {
                assertThat(agent(model)
                                .tools(sessions, "wild")
                                .build()
                                .invoke("go")
                                .text())
                        .isEqualTo("1");
            }
        }
    }

    @Nested
    class Results {
        @Test
        void resultContainsAllBlocksAndDescribesOtherMedia() throws Exception {
            try (Sessions sessions = Sessions.of(TestServers.notepad("notes"))) {
                assertThat(result(sessions, "notes__forms", "{}"))
                        .startsWith("first\n[image/png, ")
                        .contains("[link: note://1]\nlast")
                        .endsWith("{\"count\":0}");
            }
        }

        @Test
        void resultHasImagesForModelsThatAcceptThem() throws Exception {
            StubModel model =
                    StubModel.of(calls("notes__forms", "{}"), says("I see.")).accepting(Media.IMAGE);
            try (Sessions sessions = Sessions.of(TestServers.notepad("notes"))) {
                agent(model).tools(sessions, "notes").build().invoke("go");
            }
            assertThat(model.requests().getLast().conversation().getLast())
                    .isInstanceOfSatisfying(ChatEntry.ToolMessage.class, answered -> {
                        ToolOutput result = answered.answers().getFirst().result();
                        assertThat(result.media())
                                .singleElement()
                                .satisfies(shown -> assertThat(shown.mimeType()).isEqualTo("image/png"));
                    });
        }

        @Test
        void errorResultContainsAllText() throws Exception {
            try (Sessions sessions = Sessions.of(TestServers.notepad("notes"))) {
                assertThat(result(sessions, "notes__refuse", "{}")).isEqualTo("ERROR no\nnever");
            }
        }

        @Test
        void resultMayBeEmpty() throws Exception {
            try (Sessions sessions = Sessions.of(TestServers.notepad("notes"))) {
                StubModel model = StubModel.of(calls("notes__empty", "{}"), (request, text) -> {
                    assertThat(StubModel.results(request)).containsExactly("");
                    return says("done").turn(request, text);
                });
                assertThat(agent(model)
                                .tools(sessions, "notes")
                                .build()
                                .invoke("go")
                                .text())
                        .isEqualTo("done");
            }
        }

        @Test
        void veryLongResultIsTruncated() throws Exception {
            try (Sessions sessions = Sessions.of(TestServers.notepad("notes"))) {
                assertThat(result(sessions, "notes__long", "{}"))
                        .hasSizeLessThan(50_100)
                        .endsWith("[truncated: 10,000 of 60,000 characters omitted]");
            }
        }

        @Test
        void argumentsThatAServerAcceptsAreNotRejected() throws Exception {
            try (Sessions sessions = Sessions.of(TestServers.notepad("notes"))) {
                assertThat(result(sessions, "notes__page", "{\"name\":\"a\"}")).isEqualTo("a 20 start");
                assertThat(result(sessions, "notes__page", "{\"name\":\"a\",\"size\":5,\"from\":null}"))
                        .isEqualTo("a 5 start");
                assertThat(result(sessions, "notes__page", "{\"size\":5}"))
                        .startsWith("ERROR The arguments for notes__page are invalid")
                        .contains("name");
                assertThat(result(sessions, "notes__page", "{\"name\":\"a\",\"size\":\"five\"}"))
                        .startsWith("ERROR The arguments for notes__page are invalid");
            }
        }

        @Test
        void invalidArgumentsAreRejectedWithoutCallingTheServer() throws Exception {
            try (Sessions sessions = Sessions.of(TestServers.notepad("notes"))) {
                assertThat(result(sessions, "notes__write", "{\"txet\":\"x\"}"))
                        .startsWith("ERROR The arguments for notes__write are invalid")
                        .contains("text")
                        .contains("txet");
            }
        }
    }

    @Nested
    class Selection {
        private List<String> namesFor(Sessions sessions, String... wanted) throws Exception {
            StubModel model = StubModel.of(says("done"));
            agent(model).tools(sessions, wanted).build().invoke("go");
            return model.requests().getFirst().tools().stream()
                    .map(ToolDescription::name)
                    .toList();
        }

        @Test
        void selectorChoosesAllToolsOneToolOrAPattern() throws Exception {
            try (Sessions sessions = Sessions.of(TestServers.notepad("notes"))) {
                assertThat(namesFor(sessions, "notes")).contains("notes__write", "notes__meta");
                assertThat(namesFor(sessions, "notes/read")).containsExactly("notes__read");
                assertThat(namesFor(sessions, "notes/re*")).containsExactly("notes__read", "notes__refuse");
            }
        }

        @Test
        void unknownToolIsAnErrorThatListsTheToolsOfTheServer() {
            try (Sessions sessions = Sessions.of(TestServers.notepad("notes"))) {
                assertThatThrownBy(() -> namesFor(sessions, "notes/raed"))
                        .isInstanceOf(AgentFailed.ToolsUnavailable.class)
                        .hasMessageContaining("There is no tool notes/raed. notes has: empty, forms");
                assertThatThrownBy(() -> namesFor(sessions, "nots")).hasMessageContaining("notes");
            }
        }

        @Test
        void toolsThatRequireTasksAreExcluded() throws Exception {
            try (Sessions sessions = Sessions.of(TestServers.notepad("notes"))) {
                assertThat(namesFor(sessions, "notes")).doesNotContain("notes__slow");
                assertThatThrownBy(() -> namesFor(sessions, "notes/slow")).hasMessageContaining("tasks extension");
            }
        }

        @Test
        void toolsWithTheSameNameOnTwoServersAreBothCallable() throws Exception {
            StubModel model = StubModel.of(
                    calls("one__write", "{\"text\":\"a\"}", "two__write", "{\"text\":\"b\"}"),
                    calls("one__read", "{}", "two__read", "{}"),
                    saysResults());
            try (Sessions sessions = Sessions.of(TestServers.notepad("one"), TestServers.notepad("two"))) {
                assertThat(agent(model)
                                .tools(sessions, "one", "two")
                                .build()
                                .invoke("go")
                                .text())
                        .isEqualTo("a | b");
            }
        }

        @Test
        void toolsAreListedAgainAfterAListChangedNotification() throws Exception {
            // The notification may arrive after the result of the call, so the model retries until the tool exists.
            StubModel.Turn look = (request, text) -> {
                boolean isThere =
                        request.tools().stream().anyMatch(tool -> tool.name().equals("notes__late"));
                return calls(isThere ? "notes__late" : "notes__read", "{}").turn(request, text);
            };
            StubModel model = StubModel.of(calls("notes__grow", "{}"), look.until("late"));
            try (Sessions sessions = Sessions.of(TestServers.notepad("notes"))) {
                Agent agent = agent(model)
                        .tools(sessions, "notes")
                        .limits(Limits.none())
                        .build();
                assertThat(agent.invoke("go").text()).isEqualTo("late");
            }
        }

        @Test
        void unreachableServerFailsTheAgentWithTheCause() {
            ToolServer missing = ToolServer.of("gone", ServerLocation.Local.of("/nowhere/at-all"));
            try (Sessions sessions = Sessions.of(missing)) {
                assertThatThrownBy(() -> namesFor(sessions, "gone"))
                        .isInstanceOf(AgentFailed.ToolsUnavailable.class)
                        .hasMessageContaining("Cannot list the tools of gone");
            }
        }

        @Test
        void callCarriesTheMetaOfTheCaller() throws Exception {
            StubModel model = StubModel.of(calls("notes__meta", "{}"), saysResults());
            try (Sessions sessions = Sessions.of(TestServers.notepad("notes"))) {
                InvokeOptions tracing =
                        InvokeOptions.defaults().meta(tool -> Json.object().put("traceparent", "00-" + tool.tool()));
                assertThat(agent(model)
                                .tools(sessions, "notes")
                                .build()
                                .invoke("go", tracing)
                                .text())
                        .contains("\"traceparent\":\"00-meta\"");
            }
        }
    }

    @Nested
    class Approvals {
        private final ServerSettings careful = ServerSettings.builder()
                .approval(PerToolSetting.patterns(
                        Map.of("write", Approval.ASK, "read", Approval.ALLOW, "refuse", Approval.DENY)))
                .build();

        private final StubModel model =
                StubModel.of(calls("notes__write", "{\"text\":\"x\"}", "notes__refuse", "{}"), saysResults());

        private String answer(InvokeOptions options) throws Exception {
            try (Sessions sessions = Sessions.of(TestServers.notepad("notes").with(careful))) {
                return agent(model)
                        .tools(sessions, "notes")
                        .build()
                        .invoke("go", options)
                        .text();
            }
        }

        @Test
        void approverReceivesTheToolAndTheArguments() throws Exception {
            List<Approver.Request> requested = new CopyOnWriteArrayList<>();
            String text = answer(InvokeOptions.defaults().approver(request -> {
                requested.add(request);
                return new Approver.Answer.Allowed();
            }));
            assertThat(text).startsWith("noted | ERROR").contains("notes/refuse was not allowed: the configuration");
            assertThat(requested)
                    .containsExactly(
                            new Approver.Request("tester", "notes", "write", Json.objectOf("{\"text\":\"x\"}")));
            assertThat(model.requests().getFirst().tools())
                    .extracting(ToolDescription::name)
                    .doesNotContain("notes__refuse");
        }

        @Test
        void callIsRefusedWithoutAnApprover() throws Exception {
            assertThat(answer(InvokeOptions.defaults()))
                    .startsWith(
                            "ERROR This call to notes/write was not allowed: no person is available to approve it. The call"
                                    + " was not made.");
        }

        @Test
        void modelReceivesTheReasonOfARefusal() throws Exception {
            assertThat(answer(InvokeOptions.defaults().approver(request -> new Approver.Answer.Refused("not today"))))
                    .contains("not allowed: not today");
        }
    }
}
