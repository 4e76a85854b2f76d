package dev.mooring.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.MooringProcess.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Continues runs and conversations with the real program and a scripted model. */
@Timeout(180)
@Tag("process")
class ResumeTest {
    private static final String TWO_CALLS = """
            - call: {notepad/add: {text: A}}
            - call: {notepad/add: {text: B}}
            - say: Done.
            """;

    @TempDir
    Path home;

    private MooringProcess mooring;
    private Path servers;

    @BeforeEach
    void prepare() throws Exception {
        mooring = new MooringProcess(home, Map.of());
        servers = Files.writeString(
                home.resolve("servers.json"), "{\"mcpServers\": {" + RecordingNotepad.entry(home) + "}}");
        agent("limits: {rounds: 2}");
        Files.writeString(home.resolve("script.yaml"), TWO_CALLS);
    }

    private void agent(String more) throws Exception {
        Files.writeString(
                home.resolve("a.md"), "---\nmodel: script/script.yaml\ntools: notepad\n" + more + "\n---\nDo it.\n");
    }

    private Ended runToTheLimit(String... more) throws Exception {
        Ended ended =
                mooring.run(Stream.concat(Stream.of("run", "a.md", "--servers", "servers.json", "go"), Stream.of(more))
                        .toArray(String[]::new));
        assertThat(ended.code()).as(ended.err()).isEqualTo(RunExecution.LIMIT_REACHED);
        return ended;
    }

    private List<Path> transcripts() throws Exception {
        Path runs = home.resolve("state/mooring/runs");
        if (!Files.isDirectory(runs)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(runs)) {
            return files.filter(file -> file.toString().endsWith(".transcript")).toList();
        }
    }

    private String runId() throws Exception {
        return transcripts().getFirst().getFileName().toString().replaceFirst(".*-(run_.*)\\.transcript", "$1");
    }

    @Test
    void runContinuesAfterALimitAndOnlyOnce() throws Exception {
        Ended limited = runToTheLimit();
        assertThat(limited.err()).containsPattern("continue with 'mooring resume [0-9a-f]{6}'");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(transcripts().getFirst())))
                .isEqualTo("rw-------");

        Ended resumed = mooring.run("resume", runId(), "--json");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(resumed.out()).contains("\"text\":\"Done.\"");
        assertThat(RecordingNotepad.calls(home)).containsExactly("add A", "add B");
        assertThat(transcripts()).hasSize(1);
        assertThat(mooring.records()).hasSize(2);

        String latest = mooring.records().getLast().getFileName().toString().replaceFirst(".*-(run_.*)\\.jsonl", "$1");
        for (String id : List.of(runId(), latest)) {
            Ended again = mooring.run("resume", id);
            assertThat(again.code()).isEqualTo(1);
            assertThat(again.err()).contains(runId() + " is complete, so there is nothing to resume");
        }
    }

    @Test
    void runThatIsNotSavedHasNoTranscript() throws Exception {
        runToTheLimit("--no-save");
        assertThat(transcripts()).isEmpty();
        Ended resumed = mooring.run("resume");
        assertThat(resumed.code()).isEqualTo(1);
        assertThat(resumed.err()).contains("No run is interrupted");
    }

    @Test
    void damagedTranscriptIsSkippedWithAWarning() throws Exception {
        runToTheLimit();
        Path damaged = transcripts()
                .getFirst()
                .resolveSibling("20990101T000000000Z-run_0123456789abcdef.transcript"); // the last written
        Files.writeString(damaged, "{damaged\n");

        Ended resumed = mooring.run("resume");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(resumed.err()).contains("Skipped run_0123456789abcdef", damaged.getFileName() + " is damaged");
        assertThat(mooring.run("chat", "--continue").err())
                .contains("Skipped run_0123456789abcdef", "No conversation is saved");
    }

    @Test
    void changedServersFileNeedsTrustAndChangedAgentIsReported() throws Exception {
        runToTheLimit();
        Files.writeString(servers, Files.readString(servers) + "\n");
        Ended refused = mooring.run("resume");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err())
                .contains("servers.json has changed since the run began")
                .contains("mooring trust");
        assertThat(RecordingNotepad.calls(home)).containsExactly("add A", "add B");

        assertThat(mooring.run("trust", "--yes", servers.toString()).code()).isZero();
        agent("limits: {rounds: 3}");
        Ended resumed = mooring.run("resume");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(resumed.err()).contains("has changed since the run began. The run continues with the new files.");
    }

    @Test
    void runContinuesOnlyInItsFolder() throws Exception {
        runToTheLimit();
        Path elsewhere = Files.createDirectory(home.resolve("elsewhere"));
        Ended refused = new MooringProcess(
                        elsewhere,
                        Map.of("XDG_STATE_HOME", home.resolve("state").toString()))
                .run("resume");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("was started in " + home.toRealPath());
    }

    @Test
    void runningRunCannotBeResumedAndStoppedRunCan() throws Exception {
        RecordingNotepad.hold(home, "add B");
        Path err = home.resolve("first.err");
        Process first = mooring.start(err, "run", "a.md", "--servers", "servers.json", "go");
        try {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> RecordingNotepad.calls(home).contains("add B"));
            Ended refused = mooring.run("resume", runId());
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.err()).contains(runId() + " is still running in another process");
            assertThat(mooring.run("resume").err()).contains("No run is interrupted");

            new ProcessBuilder("kill", "-INT", String.valueOf(first.pid()))
                    .start()
                    .waitFor();
            assertThat(first.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            first.destroyForcibly();
        }
        RecordingNotepad.release(home);
        Ended resumed = mooring.run("resume");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(RecordingNotepad.calls(home)).containsExactly("add A", "add B");
        assertThat(Files.readString(transcripts().getFirst()))
                .containsOnlyOnce("may or may not have happened")
                .containsOnlyOnce("The session with notepad was lost");
    }

    @Test
    void transcriptThatCannotBeWrittenEndsAndTheRunGoesOn() throws Exception {
        agent("");
        List<String> command = new ArrayList<>(List.of("bash", "-c", "ulimit -f 64; exec \"$@\"", "bash"));
        command.addAll(ChildJvm.mooring("run", "a.md", "--servers", "servers.json", "x".repeat(100_000)));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        mooring.prepare(builder);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("Done.").contains("this run cannot be resumed");
        assertThat(transcripts()).isEmpty();
    }

    @Test
    void conversationContinues() throws Exception {
        Files.writeString(home.resolve("script.yaml"), """
                - say: Hello Ada.
                - expect: Who am I?
                  say: You are Ada.
                """);
        Ended first = mooring.runWith("I am Ada.\n", "chat", "a.md", "--servers", "servers.json");
        assertThat(first.out()).isEqualTo("Hello Ada.\n");

        assertThat(mooring.run("resume", runId()).err()).contains("is a conversation", "mooring chat --continue");
        mooring.run(
                "chat", "a.md", "--servers", "servers.json"); // without a message, so that there is nothing to continue
        Ended next = mooring.runWith("Who am I?\n", "chat", "--continue");
        assertThat(next.code()).as(next.err()).isZero();
        assertThat(next.out()).isEqualTo("You are Ada.\n");
        Ended usage = mooring.run("chat", "a.md", "--continue");
        assertThat(usage.code()).isEqualTo(2);
        assertThat(usage.err()).contains("Leave out AGENT.md");
    }
}
