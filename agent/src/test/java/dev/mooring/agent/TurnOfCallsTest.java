package dev.mooring.agent;

import static dev.mooring.agent.StubModel.calls;
import static dev.mooring.agent.StubModel.results;
import static dev.mooring.agent.StubModel.says;
import static dev.mooring.agent.StubModel.saysResults;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.ToolRequest;
import dev.mooring.agent.model.Usage;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.run.AgentRun;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The calls of one turn: their order, and what they report when the server died before them. */
@Tag("counterpart")
@Timeout(120)
class TurnOfCallsTest {
    private static final int PARALLEL_CALLS = 64;

    private static Agent agent(Sessions sessions, StubModel model, String server) {
        return Agent.builder("tester").model(model).tools(sessions, server).build();
    }

    @Test
    void orderedCallsReachTheServerInTheRequestedOrder() throws Exception {
        String[] writes = IntStream.range(0, 12)
                .boxed()
                .flatMap(i -> List.of("notes__write", "{\"text\":\"p" + (10 + i) + "\"}").stream())
                .toArray(String[]::new);
        ToolServer notes = TestServers.notepad("notes")
                .with(ServerSettings.builder().ordered(true).build());
        try (Sessions sessions = Sessions.of(notes)) {
            List<String> orders = AgentRun.<List<String>, Exception>call(() -> {
                List<String> seen = new ArrayList<>();
                for (int i = 0; i < 1_000; i++) {
                    StubModel model = StubModel.of(calls(writes), calls("notes__take", "{}"), saysResults());
                    seen.add(agent(sessions, model, "notes").invoke("go").text());
                }
                return seen;
            });
            assertThat(orders).hasSize(1_000).containsOnly("p10,p11,p12,p13,p14,p15,p16,p17,p18,p19,p20,p21");
        }
    }

    @Test
    void refusedCallDoesNotHoldUpTheOrderedCallsBehindIt() throws Exception {
        ToolServer notes = TestServers.notepad("notes")
                .with(ServerSettings.builder().ordered(true).build());
        StubModel model = StubModel.of(
                calls("notes__write", "{\"wrong\":1}", "notes__write", "{\"text\":\"x\"}", "notes__read", "{}"),
                saysResults());
        try (Sessions sessions = Sessions.of(notes)) {
            assertThat(agent(sessions, model, "notes").invoke("go").text()).endsWith("| noted | x");
        }
    }

    /** Kills the server while the model decides on its calls, and expects every one of them to report the loss. */
    private static void assertEveryCallReportsTheLoss(ToolServer server, Killer killer) throws Exception {
        List<String> reported = new ArrayList<>();
        StubModel model = StubModel.of(
                calls("s__count", "{}"),
                (request, text) -> {
                    killer.kill(results(request).getFirst());
                    List<ToolRequest> all = IntStream.range(0, PARALLEL_CALLS)
                            .mapToObj(i -> new ToolRequest("call_" + i, "s__count", "{}"))
                            .toList();
                    return new ModelTurn("", all, Usage.NONE, ModelTurn.StopReason.CALLS, null);
                },
                (request, text) -> {
                    reported.addAll(results(request));
                    return calls("s__count", "{}").turn(request, text);
                },
                saysResults());
        try (Sessions sessions = Sessions.of(server)) {
            String afterwards = agent(sessions, model, "s").invoke("go").text();
            assertThat(reported)
                    .hasSize(PARALLEL_CALLS)
                    .allSatisfy(result -> assertThat(result).startsWith("ERROR The session with s was lost"));
            assertThat(afterwards).as("the first call on the new session").isEqualTo("1");
        }
    }

    private static final String READ = "{\"server\":\"s\",\"uri\":\"notes://all\"}";

    @Test
    void readsOfATurnReportTheLossOfTheServer() throws Exception {
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        List<String> reported = new ArrayList<>();
        StubModel model = StubModel.of(
                calls("s__write", "{\"text\":\"before\"}"),
                (request, text) -> {
                    killNewChild(before);
                    List<ToolRequest> all = new ArrayList<>();
                    all.add(new ToolRequest("call", "s__write", "{\"text\":\"after\"}"));
                    for (int i = 0; i < PARALLEL_CALLS; i++) {
                        all.add(new ToolRequest("read_" + i, "read_resource", READ));
                    }
                    return new ModelTurn("", all, Usage.NONE, ModelTurn.StopReason.CALLS, null);
                },
                (request, text) -> {
                    reported.addAll(results(request));
                    return calls("read_resource", READ).turn(request, text);
                },
                saysResults());
        try (Sessions sessions = Sessions.of(TestServers.notepad("s", "--resources"))) {
            String afterwards = agent(sessions, model, "s").invoke("go").text();
            assertThat(reported)
                    .hasSize(1 + PARALLEL_CALLS)
                    .allSatisfy(result -> assertThat(result).startsWith("ERROR The session with s was lost"));
            assertThat(afterwards).as("the new session").isEqualTo("[notes://all]\nnotes: ");
        }
    }

    @Test
    void orderedReadsKeepTheirPlaceAmongTheCalls() throws Exception {
        ToolServer notes = TestServers.notepad("s", "--resources")
                .with(ServerSettings.builder().ordered(true).build());
        try (Sessions sessions = Sessions.of(notes)) {
            AgentRun.<Exception>run(() -> {
                for (int i = 0; i < 200; i++) {
                    StubModel model = StubModel.of(
                            calls(
                                    "s__write", "{\"text\":\"1\"}",
                                    "read_resource", READ,
                                    "s__write", "{\"text\":\"2\"}",
                                    "s__take", "{}"),
                            saysResults());
                    assertThat(agent(sessions, model, "s").invoke("go").text())
                            .isEqualTo("noted | [notes://all]\nnotes: 1 | noted | 1,2");
                }
            });
        }
    }

    private interface Killer {
        void kill(String firstResult) throws InterruptedException;
    }

    @Test
    void everyCallOfATurnReportsTheLossOfALocalServer() throws Exception {
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        assertEveryCallReportsTheLoss(TestServers.misbehaving("s"), _ -> killNewChild(before));
    }

    private static void killNewChild(List<ProcessHandle> before) {
        ProcessHandle server = ProcessHandle.current()
                .children()
                .filter(child -> !before.contains(child))
                .findFirst()
                .orElseThrow();
        server.destroyForcibly();
        await().until(() -> !server.isAlive());
    }

    @Test
    void everyCallOfATurnReportsTheLossOfARemoteSession() throws Exception {
        Process process = TestServers.startRemote();
        try {
            String port = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8)).readLine();
            String address = "http://127.0.0.1:" + port;
            ToolServer remote = ToolServer.of("s", ServerLocation.Remote.at(URI.create(address + "/mcp")));
            assertEveryCallReportsTheLoss(
                    remote,
                    _ -> HttpClient.newHttpClient()
                            .sendAsync(
                                    HttpRequest.newBuilder(URI.create(address + "/control"))
                                            .POST(HttpRequest.BodyPublishers.ofString("{\"forget\": true}"))
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .join());
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void subAgentReportsALossOnlyForCallsThatItDecidedOnBefore() throws Exception {
        StubModel helper = StubModel.of(calls("s__count", "{}"), saysResults());
        try (Sessions sessions = Sessions.of(TestServers.misbehaving("s"))) {
            Agent sub = agent(sessions, helper, "s");
            StubModel model =
                    StubModel.of(calls("s__exit", "{}"), calls("agent__tester", "{\"input\":\"go\"}"), says("done"));
            Agent root = Agent.builder("root")
                    .model(model)
                    .tools(sessions, "s")
                    .agent(sub)
                    .build();
            assertThat(root.invoke("go").text()).isEqualTo("done");
            assertThat(results(model.requests().getLast())).containsExactly("1");
        }
    }

    @Test
    void conversationReportsALossThatAnotherConversationOfTheRunWasTold() throws Exception {
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        try (Sessions sessions = Sessions.of(TestServers.misbehaving("s"))) {
            AgentRun.run(() -> {
                Conversation first = countingConversation(sessions, 3);
                Conversation second = countingConversation(sessions, 2);
                assertThat(first.say("go").text()).isEqualTo("1");
                killNewChild(before);
                assertThat(second.say("go").text()).contains("was lost");
                assertThat(second.say("go").text()).isEqualTo("1");
                assertThat(first.say("go").text()).contains("was lost");
                assertThat(first.say("go").text()).isEqualTo("2");
            });
        }
    }

    /** Returns a conversation in which each answer is the result of one call. */
    private static Conversation countingConversation(Sessions sessions, int answers) {
        StubModel.Turn[] turns = IntStream.range(0, answers)
                .boxed()
                .flatMap(_ -> Stream.of(calls("s__count", "{}"), saysResults()))
                .toArray(StubModel.Turn[]::new);
        return agent(sessions, StubModel.of(turns), "s").conversation(InvokeOptions.defaults());
    }
}
