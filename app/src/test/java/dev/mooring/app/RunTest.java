package dev.mooring.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.MooringProcess.Ended;
import dev.mooring.mcp.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Runs the real program with real servers and a scripted model. */
@Timeout(180)
@Tag("counterpart")
class RunTest {
    @TempDir
    Path home;

    private MooringProcess mooring;

    @BeforeEach
    void prepare() {
        mooring = new MooringProcess(home, Map.of());
    }

    private void agent(String name, String front) throws Exception {
        Files.writeString(home.resolve(name + ".md"), "---\nname: " + name + "\n" + front + "\n---\nDo it.\n");
    }

    private void script(String yaml) throws Exception {
        Files.writeString(home.resolve("script.yaml"), yaml);
    }

    /** Returns the entry of a server that counts calls, and writes the pid of each of its processes to a file. */
    private String counting(String name) {
        return Mooring.misbehaving(name, "--marker", home.resolve("starts").toString());
    }

    private List<String> starts() throws Exception {
        return Files.exists(home.resolve("starts")) ? Files.readAllLines(home.resolve("starts")) : List.of();
    }

    private void assertNoServerIsLeft() throws Exception {
        for (String pid : starts()) {
            assertThat(ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive))
                    .isEmpty();
        }
    }

    @Nested
    class RootWithTwoSubAgents {
        @BeforeEach
        void write() throws Exception {
            Mooring.servers(home, counting("counter"));
            agent("root", "model: script/script.yaml\ntools: counter/count, agent:left, agent:right");
            agent("left", "description: Counts\ntools: counter/count");
            agent("right", "description: Counts\ntools: counter/count");
            script("""
                    agents:
                      root:
                        - call: {counter/count: {}}
                        - expect: "1"
                          call: [{agent:left: {input: go}}, {agent:right: {input: go}}]
                        - expect: [left is done, right is done]
                          call: {counter/count: {}}
                        - expect: "4"
                          say: It is four.
                      left:
                        - call: {counter/count: {}}
                        - say: left is done
                      right:
                        - call: {counter/count: {}}
                        - say: right is done
                    """);
        }

        @Test
        void agentsShareOneServerProcessThatEndsWithTheRun() throws Exception {
            Ended ended = mooring.run("run", "root.md", "count");

            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.out()).isEqualTo("It is four.\n");
            assertThat(ended.err())
                    .contains("✓ counter/count")
                    .contains("s1 opened in")
                    .contains("s1 reused")
                    .contains("✓ agent:left")
                    .containsPattern("answered in .*: 6 calls, 1 session");
            assertThat(starts()).hasSize(1);
            assertNoServerIsLeft();
        }

        @Test
        void runIsSavedForItsOwnerOnlyAndShownAsATree() throws Exception {
            mooring.run("run", "root.md", "count");

            Path record = mooring.records().getFirst();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(record)))
                    .isEqualTo("rw-------");
            assertThat(mooring.run("runs").out()).contains("answered").contains("root");
            assertThat(mooring.run("runs", "show").out())
                    .containsPattern("✓ agent:left\\R.*\\R.*turn 1.*\\R.*✓ counter/count  s1 reused")
                    .containsPattern("s1  counter  legacy  opened in .*, 4 calls, closed after");
            JsonNode run = Json.parse(mooring.run("runs", "show", "--json").out());
            assertThat(run.path("calls")).hasSize(6);
            assertThat(run.path("invocations")).hasSize(3);
            assertThat(run.path("sessions")).hasSize(1);
        }

        @Test
        void noSaveOptionSavesNothing() throws Exception {
            assertThat(mooring.run("run", "root.md", "count", "--no-save").code())
                    .isZero();
            assertThat(mooring.records()).isEmpty();
        }

        @Test
        void concurrentRunsDoNotShareAServerProcess() throws Exception {
            Path err = home.resolve("other.err");
            Process other = mooring.start(err, "run", "root.md", "count");
            try {
                Ended one = mooring.run("run", "root.md", "count");
                assertThat(one.out()).isEqualTo("It is four.\n");
                assertThat(other.waitFor(90, TimeUnit.SECONDS)).isTrue();
                assertThat(other.exitValue()).as(Files.readString(err)).isZero();
            } finally {
                other.destroyForcibly();
            }
            assertThat(starts()).hasSize(2);
            assertNoServerIsLeft();
        }
    }

    @Nested
    class Outcomes {
        @Test
        void jsonOptionPrintsOneObject() throws Exception {
            agent("solo", "model: script/script.yaml\ntools: []\noutput: {type: object, required: [n]}");
            script("- say: '{\"n\": 4}'\n");

            Ended ended = mooring.runWith("the question", "run", "solo.md", "-", "--json");

            assertThat(ended.code()).as(ended.err()).isZero();
            JsonNode report = Json.parse(ended.out());
            assertThat(report.path("outcome").stringValue()).isEqualTo("answered");
            assertThat(report.at("/output/n").intValue()).isEqualTo(4);
            assertThat(report.path("run").stringValue()).startsWith("run_");
            assertThat(report.path("totals").path("turns").intValue()).isEqualTo(1);
            assertThat(Files.readString(mooring.records().getFirst())).contains("the question");
        }

        @Test
        void failureOfTheModelFailsTheRun() throws Exception {
            agent("solo", "model: script/script.yaml\ntools: []");
            script("- expect: something else entirely\n  say: never\n");

            Ended ended = mooring.run("run", "solo.md", "hello");

            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.out()).isEmpty();
            assertThat(ended.err()).contains("something else entirely").contains("failed after");
            assertThat(mooring.run("runs").out()).contains("failed");
        }

        @Test
        void limitEndsTheRunWithExitCodeThree() throws Exception {
            Mooring.servers(home, counting("counter"));
            agent("busy", "model: script/script.yaml\ntools: counter\nlimits: {rounds: 2}");
            script("""
                    - call: {counter/count: {}}
                    - call: {counter/count: {}}
                    - say: never
                    """);

            Ended ended = mooring.run("run", "busy.md", "count on");

            assertThat(ended.code()).as(ended.err()).isEqualTo(RunExecution.LIMIT_REACHED);
            assertThat(ended.err()).contains("stopped by a limit after");
            assertNoServerIsLeft();
        }

        @Test
        void runContinuesAfterAServerDies() throws Exception {
            Mooring.servers(home, counting("counter"));
            agent("brave", "model: script/script.yaml\ntools: counter");
            script("""
                    - call: {counter/count: {}}
                    - call: {counter/exit: {code: 7}}
                    - expectError: lost
                      call: {counter/count: {}}
                    - expect: "1"
                      say: It began anew.
                    """);

            Ended ended = mooring.run("run", "brave.md", "go");

            assertThat(ended.out()).as(ended.err()).isEqualTo("It began anew.\n");
            assertThat(ended.err())
                    .contains("session s1 with counter lost: ")
                    .contains("✗ counter/exit")
                    .contains("s2 opened in")
                    .contains("2 sessions (1 lost)");
            assertThat(mooring.run("runs", "show").out()).containsPattern("s1  counter .* lost after");
            assertThat(starts()).hasSize(2);
            assertNoServerIsLeft();
        }

        @Test
        void errorNamesTheMissingApiKey() throws Exception {
            agent("solo", "model: openai/gpt-5\ntools: []");
            Ended ended = mooring.run("run", "solo.md", "hello");
            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.err()).contains("OPENAI_API_KEY");
        }
    }

    @Nested
    class CallsThatNeedApproval {
        @Test
        void callIsRefusedWithoutATerminal() throws Exception {
            Mooring.servers(home, counting("counter").replaceFirst("\\{", "{\"approve\": \"ask\", "));
            agent("polite", "model: script/script.yaml\ntools: counter");
            script("""
                    - call: {counter/count: {}}
                    - expectError: not allowed
                      say: Then not.
                    """);
            Ended ended = mooring.run("run", "polite.md", "go");
            assertThat(ended.out()).as(ended.err()).isEqualTo("Then not.\n");
        }
    }

    @Nested
    class Secrets {
        private static final String SECRET = "hunter2-and-some-more";

        @Test
        void secretIsRedactedEvenIfTheServerEchoesIt() throws Exception {
            mooring = new MooringProcess(
                    home, Map.of("MY_TOKEN", SECRET, "MOORING_LOG", "debug", "PATH", "/usr/bin:/bin"));
            Mooring.servers(
                    home, counting("leaky").replaceFirst("\\{", "{\"env\": {\"API_TOKEN\": \"\\${MY_TOKEN}\"}, "));
            agent("curious", "model: script/script.yaml\ntools: leaky");
            script("""
                    - call: {leaky/env: {}}
                    - expect: "[secret]"
                      say: Not to be seen.
                    """);

            Ended ended = mooring.run("run", "curious.md", "tell me", "--verbose", "--json");
            Ended shown = mooring.run("runs", "show", "--json");
            Path page = home.resolve("page.html");
            mooring.run("runs", "open", "--output", page.toString());

            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.err()).contains("[secret]");
            assertThat(page).content().contains("[secret]").doesNotContain(SECRET);
            for (String text : List.of(
                    ended.out(),
                    ended.err(),
                    shown.out(),
                    Files.readString(mooring.records().getFirst()))) {
                assertThat(text).doesNotContain(SECRET);
            }
        }
    }

    @Nested
    class Tracing {
        @Test
        void everyCallCarriesItsSpan() throws Exception {
            mooring = new MooringProcess(
                    home, Map.of("TRACEPARENT", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));
            Mooring.servers(home, counting("counter"));
            agent("traced", "model: script/script.yaml\ntools: counter");
            script("""
                    - call: {counter/meta: {}}
                    - expect: "traceparent"
                      say: done
                    """);

            mooring.run("run", "traced.md", "go");

            JsonNode run = Json.parse(mooring.run("runs", "show", "--json").out());
            String span = run.at("/calls/0/span").stringValue();
            assertThat(run.path("trace").stringValue()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
            assertThat(run.at("/calls/0/result").stringValue())
                    .contains("\"traceparent\":\"00-4bf92f3577b34da6a3ce929d0e0e4736-" + span + "-01\"");
        }
    }

    @Nested
    class RemoteModels {
        private static final String KEY = "sk-played-key-123456";

        @Test
        void openAiModelCallsRealServers() throws Exception {
            try (FakeOpenAi openAi = new FakeOpenAi()) {
                mooring = new MooringProcess(home, Map.of("OPENAI_BASE_URL", openAi.address(), "OPENAI_API_KEY", KEY));
                assertModelCallsRealServers("openai/played", openAi);
                assertThat(openAi.keys()).containsOnly("Bearer " + KEY);
            }
        }

        @Test
        void anthropicModelCallsRealServers() throws Exception {
            try (FakeAnthropic anthropic = new FakeAnthropic()) {
                mooring = new MooringProcess(
                        home, Map.of("ANTHROPIC_BASE_URL", anthropic.address(), "ANTHROPIC_API_KEY", KEY));
                assertModelCallsRealServers("anthropic/played", anthropic);
                assertThat(anthropic.keys()).containsOnly(KEY);
                assertThat(anthropic.requests().get(1)).contains("\"tool_use_id\":\"toolu_1\"");
            }
        }

        @Test
        void refusalAndEmptyAnswerEndWithExitCodeFour() throws Exception {
            try (FakeOpenAi openAi = new FakeOpenAi()) {
                mooring = new MooringProcess(home, Map.of("OPENAI_BASE_URL", openAi.address(), "OPENAI_API_KEY", KEY));
                agent("plain", "tools: []");
                openAi.refuses("I cannot help.");
                var refused = mooring.run("run", "plain.md", "go", "--model", "openai/played", "--json");
                assertThat(refused.code()).as(refused.err()).isEqualTo(RunExecution.NO_ANSWER);
                assertThat(Json.objectOf(refused.out()).path("outcome").stringValue())
                        .isEqualTo("refused");
                assertThat(refused.err()).contains("openai/played refused to answer: I cannot help.");
                openAi.says("");
                var empty = mooring.run("run", "plain.md", "go", "--model", "openai/played");
                assertThat(empty.code()).as(empty.err()).isEqualTo(RunExecution.NO_ANSWER);
                assertThat(empty.err()).contains("The answer of openai/played is empty", "no answer after");
            }
        }

        @Test
        void chatWithoutATerminalEndsWithTheExitCodeOfTheLastFailure() throws Exception {
            try (FakeOpenAi openAi = new FakeOpenAi()) {
                mooring = new MooringProcess(home, Map.of("OPENAI_BASE_URL", openAi.address(), "OPENAI_API_KEY", KEY));
                agent("plain", "tools: []");
                openAi.refuses("I cannot help.");
                var refused = mooring.runWith("go\n", "chat", "plain.md", "--model", "openai/played");
                assertThat(refused.code()).as(refused.err()).isEqualTo(RunExecution.NO_ANSWER);
                assertThat(refused.err()).contains("openai/played refused to answer: I cannot help.");

                openAi.refuses("I cannot help.");
                openAi.says("Hello.");
                var answeredLater = mooring.runWith("go\nhi\n", "chat", "plain.md", "--model", "openai/played");
                assertThat(answeredLater.code()).as(answeredLater.err()).isEqualTo(RunExecution.NO_ANSWER);
                assertThat(answeredLater.out()).isEqualTo("Hello.\n");
            }
        }

        private void assertModelCallsRealServers(String model, FakeProvider provider) throws Exception {
            Mooring.servers(
                    home,
                    Mooring.memory("memory", home.resolve("memory.json")),
                    Mooring.local(
                            "everything",
                            Mooring.node(),
                            Mooring.installed("@modelcontextprotocol/server-everything/dist/index.js")));
            agent("worker", "model: " + model + "\ntools: memory, everything/echo");
            provider.calls(
                            "memory__create_entities",
                            "{\"entities\":[{\"name\":\"Ada\",\"entityType\":\"person\",\"observations\":[\"likes tea\"]}]}")
                    .calls("everything__echo", "{\"message\":\"ahoy\"}")
                    .calls("memory__search_nodes", "{\"query\":\"tea\"}")
                    .says("Ada ", "likes ", "tea.");

            Ended ended = mooring.run("run", "worker.md", "Who likes tea?", "--json");

            assertThat(ended.code()).as(ended.err()).isZero();
            JsonNode report = Json.parse(ended.out());
            assertThat(report.path("text").stringValue()).isEqualTo("Ada likes tea.");
            assertThat(report.at("/totals/tokensIn").intValue()).isEqualTo(480);
            assertThat(report.at("/totals/tokensOut").intValue()).isEqualTo(120);
            assertThat(report.at("/totals/sessions").intValue()).isEqualTo(2);
            assertThat(provider.requests().get(3)).contains("likes tea").contains("Echo: ahoy");
            assertThat(Files.readString(mooring.records().getFirst())).doesNotContain(KEY);
        }
    }

    @Nested
    class Signals {
        @ParameterizedTest
        @CsvSource({"INT, 130", "TERM, 143"})
        void signalStopsTheRunAndItsServers(String signal, int code) throws Exception {
            Mooring.servers(home, counting("stuck"));
            agent("patient", "model: script/script.yaml\ntools: stuck");
            script("""
                    - call: {stuck/stall: {}}
                    - say: never
                    """);
            Path err = home.resolve("run.err");
            Process process = mooring.start(err, "run", "patient.md", "wait");
            try {
                Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                    assertThat(mooring.records()).hasSize(1);
                    assertThat(Files.readString(mooring.records().getFirst())).contains("\"tool\":\"stall\"");
                });

                new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid()))
                        .start()
                        .waitFor();

                assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(process.exitValue()).isEqualTo(code);
            } finally {
                process.destroyForcibly();
            }
            assertNoServerIsLeft();
            assertThat(Files.readString(mooring.records().getFirst())).contains("\"outcome\":\"stopped\"");
            assertThat(Files.readString(err)).contains("stopped after");
        }

        @Test
        void recordOfAKilledRunHasAllEventsBefore() throws Exception {
            Mooring.servers(home, counting("stuck"));
            agent("patient", "model: script/script.yaml\ntools: stuck");
            script("""
                    - say: I count first.
                      call: {stuck/count: {}}
                    - call: {stuck/stall: {}}
                    """);
            Process process = mooring.start(home.resolve("run.err"), "run", "patient.md", "wait");
            try {
                Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                    assertThat(mooring.records()).hasSize(1);
                    assertThat(Files.readString(mooring.records().getFirst())).contains("\"tool\":\"stall\"");
                });
            } finally {
                process.destroyForcibly();
            }
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();

            Ended shown = mooring.run("runs", "show");

            assertThat(shown.out())
                    .contains("interrupted")
                    .contains("✓ stuck/count")
                    .contains("… stuck/stall");
            Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertNoServerIsLeft());
        }
    }

    @Nested
    class Examples {
        @Test
        void harbourExampleRunsWithoutAKey() throws Exception {
            Path launcher = Files.writeString(
                    home.resolve("mooring"),
                    "#!/bin/sh\nexec '" + String.join("' '", ChildJvm.mooring()) + "' \"$@\"\n");
            Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
            mooring = new MooringProcess(home, Map.of("MOORING", launcher.toString()));
            Path agents = Mooring.ROOT.resolve("examples/agents");
            String servers = agents.resolve(".mcp.json").toString();

            Ended ended = mooring.run(
                    "run", agents.resolve("harbour.md").toString(), "Which boats are in?", "--servers", servers);

            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.out()).contains("Only the Ada needs a pilot.");
            assertThat(ended.err()).contains("7 calls, 1 session");
            assertThat(mooring.run("doctor", agents.toString(), "--servers", servers)
                            .out())
                    .contains("No problems found.");
        }
    }

    @Nested
    class UsageErrors {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "run                                           | AGENT.md",
                    "run a.md                                      | Missing INPUT.",
                    "run a.md x --input-json {}                    | not both",
                    "run a.md --input-json {                       | --input-json is not valid JSON",
                })
        void usageErrorHasTheReason(String line, String reason) {
            Mooring here = new Mooring();
            assertThat(here.run(line.split(" +"))).isEqualTo(2);
            assertThat(here.err()).contains(reason);
        }
    }
}
