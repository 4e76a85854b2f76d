package dev.mooring.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.MooringProcess.Ended;
import dev.mooring.mcp.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Kills runs of an agent with two sub-agents and a stateful server with {@code kill -9}, and resumes them. A step is a model turn
 * ({@code root 3}: the third turn of the root agent is in progress) or a call of the server (the server has executed it, and has not
 * answered).
 */
@Timeout(180)
@Tag("process")
class KilledRunTest {
    private static final String MAY_HAVE_HAPPENED = "may or may not have happened";
    private static final String SESSION_LOST = "The session with notepad was lost";
    private static final int PAUSE = 100_000;

    @TempDir
    Path home;

    private MooringProcess mooring;

    @BeforeEach
    void write() throws Exception {
        mooring = new MooringProcess(home, Map.of());
        Mooring.servers(home, RecordingNotepad.entry(home));
        agent("root", "model: script/script.yaml\ntools: notepad, agent:left, agent:right");
        agent("left", "description: Notes\ntools: notepad");
        agent("right", "description: Notes\ntools: notepad");
    }

    private void agent(String name, String front) throws Exception {
        Files.writeString(home.resolve(name + ".md"), "---\nname: " + name + "\n" + front + "\n---\nDo it.\n");
    }

    /** Writes the script, whose turn {@code paused} does not end. */
    private void script(String paused) throws Exception {
        Files.writeString(
                home.resolve("script.yaml"),
                "agents:\n"
                        + turns(
                                paused,
                                "root",
                                "call: {notepad/add: {text: A}}",
                                "call: [{agent:left: {input: go}}, {agent:right: {input: go}}]",
                                "call: {notepad/read: {}}",
                                "say: All done.")
                        + turns(paused, "left", "call: {notepad/add: {text: L}}", "say: left is done")
                        + turns(paused, "right", "call: {notepad/add: {text: R}}", "say: right is done"));
    }

    private static String turns(String paused, String agent, String... turns) {
        StringBuilder yaml = new StringBuilder("  " + agent + ":\n");
        for (int i = 0; i < turns.length; i++) {
            int pause = paused.equals(agent + " " + (i + 1)) ? PAUSE : 0;
            yaml.append("    - pause: ")
                    .append(pause)
                    .append("\n      ")
                    .append(turns[i])
                    .append('\n');
        }
        return yaml.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"root 3", "add A", "left 2", "add L"})
    void killedRunResumesToTheEnd(String step) throws Exception {
        runUntil(step, "run", "root.md", "--servers", home.resolve(".mcp.json").toString(), "go");
        resumesToTheEnd();
    }

    @ParameterizedTest
    @Tag("long")
    @ValueSource(
            strings = {
                "root 1", "root 2", "root 3", "root 4", "left 1", "left 2", "right 1", "right 2", "add A", "add L",
                "add R", "read"
            })
    void runKilledAtAnyStepResumesToTheEnd(String step) throws Exception {
        runUntil(step, "run", "root.md", "go");
        resumesToTheEnd();
    }

    @ParameterizedTest
    @Tag("long")
    @CsvSource({"add A, left 2", "left 1, add R", "root 2, root 3", "add L, read"})
    void runKilledTwiceResumesToTheEnd(String step, String next) throws Exception {
        runUntil(step, "run", "root.md", "go");
        runUntil(next, "resume");
        resumesToTheEnd();
    }

    /** Starts a command, and kills the process when the run has reached the step. */
    private void runUntil(String step, String... command) throws Exception {
        boolean isCall = !step.matches(".* \\d");
        script(isCall ? "" : step);
        RecordingNotepad.release(home);
        if (isCall) {
            RecordingNotepad.hold(home, step);
        }
        Process process = mooring.start(home.resolve("killed.err"), command);
        try {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(isCall ? () -> RecordingNotepad.calls(home).contains(step) : hasReached(step));
        } catch (RuntimeException e) {
            throw new AssertionError(Files.readString(home.resolve("killed.err")), e);
        } finally {
            process.destroyForcibly().waitFor();
        }
        script("");
        RecordingNotepad.release(home);
    }

    /** Whether everything before a turn has happened. */
    private Callable<Boolean> hasReached(String step) {
        String agent = step.substring(0, step.indexOf(' '));
        int turn = Integer.parseInt(step.substring(step.indexOf(' ') + 1));
        String conversation = agent.equals("root") ? "root" : agent.equals("left") ? "root/2.0" : "root/2.1";
        return () -> {
            List<JsonNode> lines = transcript();
            if (turn == 1) {
                return lines.stream().anyMatch(line -> isOf(line, "user", conversation));
            }
            long calls = agent.equals("root") && turn == 3 ? 2 : 1;
            return lines.stream()
                            .filter(line -> isOf(line, "result", conversation)
                                    && line.path("turn").asInt(0) == turn - 1)
                            .count()
                    == calls;
        };
    }

    private static boolean isOf(JsonNode line, String type, String conversation) {
        return type.equals(Json.stringAt(line, "type")) && conversation.equals(Json.stringAt(line, "conversation"));
    }

    private Path transcriptFile() throws Exception {
        Path runs = home.resolve("state/mooring/runs");
        if (!Files.isDirectory(runs)) {
            return runs;
        }
        try (Stream<Path> files = Files.list(runs)) {
            return files.filter(file -> file.toString().endsWith(".transcript"))
                    .findFirst()
                    .orElse(runs);
        }
    }

    /** Returns the complete lines of the transcript. */
    private List<JsonNode> transcript() throws Exception {
        Path file = transcriptFile();
        List<JsonNode> lines = new ArrayList<>();
        if (Files.isRegularFile(file)) {
            String text = Files.readString(file);
            for (String line :
                    text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
                lines.add(Json.parse(line));
            }
        }
        return lines;
    }

    private void resumesToTheEnd() throws Exception {
        List<JsonNode> before = transcript();
        Ended ended = mooring.run("resume");

        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).isEqualTo("All done.\n");
        List<JsonNode> after = transcript();
        assertThat(RecordingNotepad.calls(home)).as("executed calls").doesNotHaveDuplicates();
        Set<String> executedOrReported = new HashSet<>(RecordingNotepad.calls(home));
        executedOrReported.addAll(reportedCalls(after));
        assertThat(executedOrReported).containsExactlyInAnyOrder("add A", "add L", "add R", "read");
        assertThat(after.subList(0, before.size())).isEqualTo(before);
        List<JsonNode> added = after.subList(before.size(), after.size());
        assertThat(added.stream().filter(line -> text(line).contains(MAY_HAVE_HAPPENED)))
                .as("reports of calls in flight")
                .hasSize(callsInFlight(before).size());
        List<String> told = added.stream()
                .filter(line -> text(line).contains(SESSION_LOST))
                .map(line -> String.valueOf(Json.stringAt(line, "conversation")))
                .toList();
        assertThat(told)
                .as("conversations that are told of the lost session")
                .containsExactlyInAnyOrderElementsOf(conversationsToTell(before));
        assertThat(Json.stringAt(after.getLast(), "outcome")).isEqualTo("answered");
    }

    private static String text(JsonNode line) {
        String text = Json.stringAt(line, "text");
        return text == null ? "" : text;
    }

    /** Returns the calls of which the model was told that they may or may not have happened, as the server names them. */
    private static Set<String> reportedCalls(List<JsonNode> lines) {
        Map<String, String> names = new HashMap<>();
        Set<String> reported = new HashSet<>();
        for (JsonNode line : lines) {
            String turn = Json.stringAt(line, "conversation") + "/"
                    + line.path("turn").asInt(0) + ".";
            for (int i = 0; i < line.path("calls").size(); i++) {
                JsonNode call = line.path("calls").get(i);
                String arguments = String.valueOf(Json.stringAt(call, "arguments"));
                names.put(
                        turn + i,
                        "notepad__read".equals(Json.stringAt(call, "tool"))
                                ? "read"
                                : arguments.replaceFirst(".*\"text\":\"(.)\".*", "add $1"));
            }
            if (text(line).contains(MAY_HAVE_HAPPENED)) {
                reported.add(String.valueOf(names.get(turn + line.path("call").asInt(0))));
            }
        }
        return reported;
    }

    /** Returns the calls without a result, as conversation, turn and index. */
    private static Set<String> openCalls(List<JsonNode> lines, boolean ofAgents) {
        Set<String> open = new LinkedHashSet<>();
        for (JsonNode line : lines) {
            String turn = Json.stringAt(line, "conversation") + "/"
                    + line.path("turn").asInt(0) + ".";
            if ("turn".equals(Json.stringAt(line, "type"))) {
                for (int i = 0; i < line.path("calls").size(); i++) {
                    String tool =
                            String.valueOf(Json.stringAt(line.path("calls").get(i), "tool"));
                    if (tool.startsWith("agent__") == ofAgents) {
                        open.add(turn + i);
                    }
                }
            } else if ("result".equals(Json.stringAt(line, "type"))) {
                open.remove(turn + line.path("call").asInt(0));
            }
        }
        return open;
    }

    private static Set<String> callsInFlight(List<JsonNode> lines) {
        return openCalls(lines, false);
    }

    /** Returns the conversations that are not finished and do not know that a session which a process has used is lost. */
    private static Set<String> conversationsToTell(List<JsonNode> lines) {
        Set<String> unfinished = new HashSet<>(openCalls(lines, true));
        unfinished.add("root");
        unfinished.removeIf(conversation -> hasAnswer(lines, conversation) || !hasUntoldUse(lines, conversation));
        return unfinished;
    }

    private static boolean hasAnswer(List<JsonNode> lines, String conversation) {
        return lines.stream()
                .anyMatch(line ->
                        isOf(line, "turn", conversation) && line.path("calls").isEmpty());
    }

    private static boolean hasUntoldUse(List<JsonNode> lines, String conversation) {
        int run = 0;
        int lastUse = 0;
        int informed = 0;
        boolean hasBegun = false;
        for (JsonNode line : lines) {
            String type = String.valueOf(Json.stringAt(line, "type"));
            boolean isOwn = conversation.equals(Json.stringAt(line, "conversation"));
            run += type.equals("run") ? 1 : 0;
            if (isOwn && (!hasBegun || type.equals("note"))) {
                hasBegun = true;
                informed = run;
            }
            for (JsonNode call : line.path("calls")) {
                lastUse = call.path("server").isString() ? run : lastUse;
            }
        }
        return lastUse > 0 && lastUse >= informed;
    }
}
