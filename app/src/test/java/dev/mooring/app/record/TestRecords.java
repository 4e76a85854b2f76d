package dev.mooring.app.record;

import dev.mooring.mcp.Json;
import dev.mooring.run.AgentRun;
import dev.mooring.run.RunId;
import dev.mooring.session.Secrets;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes records of runs for tests. */
final class TestRecords {
    private static final AtomicInteger COUNT = new AtomicInteger();

    /** Later than that of the record before. */
    private final Instant started = Instant.parse("2026-11-15T21:04:05.250Z").plusMillis(COUNT.getAndIncrement());

    private final RunId id = AgentRun.call(() -> AgentRun.require().id());
    private final RunWriter writer;

    private TestRecords(RunFolder folder, Secrets secrets, boolean isRunning) throws IOException {
        ProcessHandle process = ProcessHandle.current();
        String processStarted =
                process.info().startInstant().map(Instant::toString).orElseThrow();
        writer = folder.begin(id, started, secrets);
        write(
                LineType.RUN,
                0,
                line -> line.put("id", id.value())
                        .put("agent", "harbour-master")
                        .put("asked", "Which boats are in, and which need a pilot?")
                        .put("started", started.toString())
                        .put("mooring", "0.1.0")
                        .put("trace", "4bf92f3577b34da6a3ce929d0e0e4736")
                        .put("pid", isRunning ? process.pid() : 1)
                        .put("pidStarted", isRunning ? processStarted : "never"));
    }

    static TestRecords in(RunFolder folder) throws IOException {
        return new TestRecords(folder, Secrets.none(), false);
    }

    /** Begins the record of a run that this process seems to run. */
    static TestRecords running(RunFolder folder) throws IOException {
        return new TestRecords(folder, Secrets.none(), true);
    }

    static TestRecords in(RunFolder folder, List<String> secrets) throws IOException {
        return new TestRecords(folder, Secrets.of(secrets), false);
    }

    String id() {
        return id.value();
    }

    RunWriter writer() {
        return writer;
    }

    TestRecords write(String event, double at, Consumer<ObjectNode> fields) {
        ObjectNode line = writer.line(event, started.plusNanos((long) (at * 1_000_000)));
        fields.accept(line);
        writer.write(line);
        return this;
    }

    TestRecords agent(
            double at, String scope, @Nullable String parent, @Nullable String call, String name, String input) {
        return write(
                LineType.AGENT,
                at,
                line -> line.put("scope", scope)
                        .put("parent", parent)
                        .put("call", call)
                        .put("agent", name)
                        .put("model", "anthropic/claude-sonnet-4-5")
                        .put("input", input));
    }

    TestRecords agentEnded(double at, String scope, String output) {
        return write(
                LineType.AGENT_ENDED,
                at,
                line -> line.put("scope", scope).put("outcome", "answered").put("output", output));
    }

    /** Writes the start of a turn, with a user's message and the results of calls as input. */
    TestRecords turnStarted(double at, String scope, int round, String instructions, String message, String... calls) {
        return write(LineType.TURN, at, line -> {
            line.put("scope", scope)
                    .put("round", round)
                    .put(TurnInputs.INSTRUCTIONS, instructions)
                    .put(TurnInputs.EARLIER, 2 * (round - 1));
            ArrayNode messages = line.putArray(TurnInputs.MESSAGES);
            if (!message.isEmpty()) {
                messages.addObject().put("role", "user").put("text", message);
            }
            for (String call : calls) {
                messages.addObject()
                        .put("role", "tool")
                        .put("tool", "notes__open_nodes")
                        .put("call", call);
            }
        });
    }

    TestRecords turn(double begin, double end, String scope, int round, String text, long in, long out) {
        write(LineType.TURN, begin, line -> line.put("scope", scope).put("round", round));
        return write(
                LineType.TURN_ENDED,
                end,
                line -> line.put("scope", scope)
                        .put("round", round)
                        .put("text", text)
                        .put("tokensIn", in)
                        .put("tokensOut", out));
    }

    TestRecords call(double at, String scope, int round, String id, String server, String tool, String arguments) {
        return write(
                LineType.CALL,
                at,
                line -> line.put("scope", scope)
                        .put("round", round)
                        .put("call", id)
                        .put("kind", server.equals("agent") ? "agent" : "server")
                        .put("server", server.equals("agent") ? "" : server)
                        .put("tool", tool)
                        .put("span", "00f067aa0ba902b7")
                        .set("arguments", Json.objectOf(arguments)));
    }

    TestRecords returned(
            double at, String id, @Nullable String session, boolean opened, boolean failed, String result) {
        return write(
                LineType.CALL_ENDED,
                at,
                line -> line.put("call", id)
                        .put("session", session)
                        .put("opened", opened)
                        .put("failed", failed)
                        .put("result", result));
    }

    TestRecords session(double at, String id, String server, String what, double took, String reason) {
        return write(
                LineType.SESSION,
                at,
                line -> line.put("session", id)
                        .put("server", server)
                        .put("owner", this.id.value())
                        .put("era", "legacy")
                        .put("what", what)
                        .put("took", took)
                        .put("reason", reason));
    }

    TestRecords ended(double at, String outcome) {
        write(
                LineType.ENDED,
                at,
                line -> line.put("outcome", outcome)
                        .putObject("totals")
                        .put("calls", 12)
                        .put("tokensIn", 9000)
                        .put("tokensOut", 800));
        writer.close();
        return this;
    }

    /** Writes a run with two sub-agents that share a session, a lost session and a failed call. */
    static TestRecords rich(RunFolder folder) throws IOException {
        TestRecords record = in(folder);
        String root = record.id();
        String scout = root + "/1";
        String clerk = root + "/2";
        record.agent(2, root, null, null, "harbour-master", "Which boats are in, and which need a pilot?")
                .turn(4, 910, root, 1, "I will note the question first.", 812, 64)
                .call(912, root, 1, "c1", "notes", "create_entities", "{\"entities\":[{\"name\":\"harbour\"}]}")
                .session(1290, "s1", "notes", "opened", 376, "")
                .returned(1312, "c1", "s1", true, false, "[{\"name\":\"harbour\",\"observations\":[]}]")
                .turn(1316, 2204, root, 2, "Two of my people look into it at once.", 1104, 71)
                .call(2206, root, 2, "c2", "agent", "scout", "{\"input\":\"Which boats are in?\"}")
                .call(2207, root, 2, "c3", "agent", "clerk", "{\"input\":\"Who asked for a pilot?\"}")
                .agent(2209, scout, root, "c2", "scout", "Which boats are in?")
                .agent(2210, clerk, root, "c3", "clerk", "Who asked for a pilot?")
                .turn(2212, 2960, scout, 1, "", 640, 80)
                .turn(2213, 3180, clerk, 1, "", 655, 58)
                .call(2962, scout, 1, "c4", "notes", "open_nodes", "{\"names\":[\"harbour\"]}")
                .returned(3020, "c4", "s1", false, false, "harbour: quiet since noon")
                .call(2963, scout, 1, "c5", "browser", "navigate", "{\"url\":\"https://port.example/berths\"}")
                .call(2964, scout, 1, "c6", "notes", "search_nodes", "{\"query\":\"pilot\"}")
                .returned(3002, "c6", "s1", false, false, "[]")
                .session(3590, "s2", "browser", "opened", 620, "")
                .call(3183, clerk, 1, "c7", "notes", "add_observations", "{\"observations\":[\"Ada wants a pilot\"]}")
                .returned(3231, "c7", "s1", false, false, "ok")
                .returned(4405, "c5", "s2", true, false, "Berths: Ada, Grace, Edsger")
                .turn(3236, 4090, clerk, 2, "Only Ada asked.", 741, 39)
                .agentEnded(4092, clerk, "Only the Ada asked for a pilot.")
                .returned(4094, "c3", null, false, false, "Only the Ada asked for a pilot.")
                .turn(4410, 5105, scout, 2, "", 890, 44)
                .call(5107, scout, 2, "c8", "browser", "click", "{\"selector\":\"#berth-7\"}")
                .session(5702, "s2", "browser", "lost", 0, "the server exited with code 134")
                .returned(
                        5704,
                        "c8",
                        "s2",
                        false,
                        true,
                        "The session with browser was lost during this call (the server exited with code 134). The call"
                                + " may or may not have happened.")
                .turn(5706, 6502, scout, 3, "The browser died; I start again.", 1010, 47)
                .call(6504, scout, 3, "c9", "browser", "navigate", "{\"url\":\"https://port.example/berths/7\"}")
                .session(7080, "s3", "browser", "opened", 574, "")
                .returned(7420, "c9", "s3", true, false, "Berth 7: free")
                .call(6505, scout, 3, "c10", "notes", "add_observations", "{\"observations\":[\"berth 7 is free\"]}")
                .returned(6551, "c10", "s1", false, false, "ok")
                .turn(7424, 8195, scout, 4, "Three boats.", 1130, 52)
                .agentEnded(8197, scout, "In port: Ada, Grace and Edsger. Berth 7 is free.")
                .returned(8198, "c2", null, false, false, "In port: Ada, Grace and Edsger. Berth 7 is free.")
                .turn(8201, 9010, root, 3, "", 1490, 90)
                .call(9012, root, 3, "c11", "notes", "read_graph", "{}")
                .returned(9049, "c11", "s1", false, false, "{\"entities\":[{\"name\":\"harbour\"}],\"relations\":[]}")
                .turn(9052, 10240, root, 4, "", 1702, 118)
                .agentEnded(
                        10242, root, "Ada, Grace and Edsger are in port. Only the Ada needs a pilot; berth 7 is free.")
                .session(10302, "s3", "browser", "closed", 0, "")
                .session(10309, "s1", "notes", "closed", 0, "")
                .ended(10311, "answered");
        return record;
    }
}
