package dev.mooring.app.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.agent.AgentEvent;
import dev.mooring.agent.AgentOutcome;
import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.ModelRequest;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.Usage;
import dev.mooring.app.terminal.Screen;
import dev.mooring.run.AgentRun;
import dev.mooring.session.Secrets;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavedRunsTest {
    @TempDir
    Path temporary;

    RunFolder folder;

    @BeforeEach
    void folder() {
        folder = new RunFolder(temporary.resolve("state/mooring/runs"));
    }

    @Nested
    class RecordFile {
        @Test
        void onlyTheOwnerCanReadTheRecord() throws Exception {
            TestRecords.in(folder).ended(5, "answered");
            Path file = folder.runs().getFirst().file();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.path())))
                    .isEqualTo("rwx------");
        }

        @Test
        void eachLineReachesTheFileAtOnce() throws Exception {
            TestRecords record = TestRecords.in(folder);
            SavedRun run = folder.runs().getFirst();
            assertThat(run.lines()).hasSize(1);
            record.write(LineType.NOTE, 1, line -> line.put("text", "one more"));
            assertThat(run.lines()).hasSize(2);
        }

        @Test
        void interruptedThreadWritesToTheRecord() throws Exception {
            TestRecords record = TestRecords.in(folder);
            Thread.currentThread().interrupt();
            record.write(LineType.NOTE, 1, line -> line.put("text", "interrupted"));
            assertThat(Thread.interrupted()).isTrue();
            record.write(LineType.NOTE, 2, line -> line.put("text", "and on"));
            assertThat(folder.runs().getFirst().lines()).hasSize(3);
        }

        @Test
        void recordHasNoSecrets() throws Exception {
            TestRecords.in(folder, List.of("hunter2-hunter2", "with\"quote-and-more"))
                    .call(1, "s", 1, "c", "a", "t", "{\"hunter2-hunter2\": \"hunter2-hunter2\"}")
                    .returned(2, "c", null, false, false, "it is hunter2-hunter2 or with\"quote-and-more")
                    .ended(3, "answered");
            assertThat(folder.runs().getFirst().file())
                    .content()
                    .contains("[secret]")
                    .doesNotContain("hunter2")
                    .doesNotContain("quote-and-more");
        }

        @Test
        void textIsRedactedBeforeItIsCut() throws Exception {
            Secrets secrets = Secrets.of(List.of("hunter2-hunter2"));
            AgentRun.run(() -> {
                Recorder.Subject subject = new Recorder.Subject("scout", secretAt(200), "0.1.0", null);
                Recorder recorder = Recorder.saving(folder, AgentRun.require(), subject, Trace.from(Map.of()), secrets);
                String text = secretAt(200_000);
                ModelRequest request =
                        new ModelRequest("scout", text, List.of(new ChatEntry.UserMessage(text)), List.of());
                ModelTurn turn = ModelTurn.answer(text, Usage.NONE);
                AgentOutcome outcome = new AgentOutcome.Answered(text, null);
                Instant now = Instant.now();
                recorder.onEvent(new AgentEvent.AgentStarted(now, "s", null, null, "scout", "m", text));
                recorder.onEvent(new AgentEvent.TurnStarted(now, "s", 1, request));
                recorder.onEvent(new AgentEvent.TurnEnded(now, "s", 1, turn, Duration.ZERO));
                recorder.onEvent(new AgentEvent.AgentEnded(now, "s", "scout", outcome, Usage.NONE, Duration.ZERO));
                recorder.end("answered", secretAt(2_000));
            });
            assertThat(folder.runs().getFirst().file())
                    .content()
                    .contains("…")
                    .contains("more characters were not recorded")
                    .doesNotContain("hunter");
        }

        @Test
        void lastLineWithALongReasonIsReadCompletely() throws Exception {
            AgentRun.run(() -> {
                Recorder.Subject subject = new Recorder.Subject("scout", "Look.", "0.1.0", null);
                Recorder.saving(folder, AgentRun.require(), subject, Trace.from(Map.of()), Secrets.none())
                        .end("failed", "\u0001".repeat(3_000)); // each character has six in JSON
            });

            assertThat(folder.runs().getFirst().summary().outcome()).isEqualTo("failed");
        }

        /** Returns a text with a secret that begins before a limit and ends after it. */
        private String secretAt(int limit) {
            return "x".repeat(limit - 7) + "hunter2-hunter2, and more";
        }

        @Test
        void oldestRunIsRemovedAtTheLimit() throws Exception {
            RunFolder small = new RunFolder(folder.path(), 3);
            for (int i = 0; i < 3; i++) {
                TestRecords.in(small).ended(1, "answered");
            }
            SavedRun oldest = small.runs().getLast();

            TestRecords.in(small).ended(1, "answered");

            assertThat(small.runs()).hasSize(3).doesNotContain(oldest);
            assertThat(oldest.file()).doesNotExist();
        }
    }

    @Nested
    class Ids {
        @Test
        void idCanBeShortenedWhileItIsUnique() throws Exception {
            String first = TestRecords.in(folder).ended(1, "answered").id();
            String second = TestRecords.in(folder).ended(1, "answered").id();
            int common = 4;
            while (first.charAt(common) == second.charAt(common)) {
                common++;
            }
            assertThat(folder.find(first.substring(4, common + 1)).id()).isEqualTo(first);
            assertThat(folder.find(second.substring(0, common + 1)).id()).isEqualTo(second);
            assertThatThrownBy(() -> folder.find("run_"))
                    .hasMessageContaining("2 runs")
                    .hasMessageContaining(first);
            assertThatThrownBy(() -> folder.find("zzz")).hasMessageContaining("No saved run has the id zzz");
        }
    }

    @Nested
    class IncompleteRecords {
        @Test
        void incompleteRecordHasAllCompleteLines() throws Exception {
            TestRecords record = TestRecords.in(folder);
            record.agent(1, record.id(), null, null, "scout", "Look.")
                    .turn(2, 3, record.id(), 1, "I look.", 10, 5)
                    .call(4, record.id(), 1, "c1", "notes", "open_nodes", "{}");
            SavedRun run = folder.runs().getFirst();
            Files.writeString(run.file(), Files.readString(run.file()) + "{\"event\":\"call-en");

            RecordedRun recorded = RunReader.read(run);

            assertThat(recorded.outcome()).isEqualTo("interrupted");
            assertThat(recorded.calls())
                    .singleElement()
                    .satisfies(call -> assertThat(call.end()).isNull());
            assertThat(recorded.tokensIn()).isEqualTo(10);
        }

        @Test
        void recordThatEndsWithinACharacterIsReadUpToItsLastCompleteLine() throws Exception {
            TestRecords record = TestRecords.in(folder);
            record.agent(1, record.id(), null, null, "scout", "Look.");
            SavedRun run = folder.runs().getFirst();
            byte[] character = "港".getBytes(UTF_8);
            Files.write(run.file(), Arrays.copyOf(character, 2), StandardOpenOption.APPEND);

            assertThat(run.summary().agent()).isEqualTo("harbour-master");
            assertThat(RunReader.read(run).invocations()).hasSize(1);
        }

        @Test
        void runIsRunningWhileItsProcessIsAlive() throws Exception {
            TestRecords record = TestRecords.in(folder);
            ProcessHandle self = ProcessHandle.current();
            SavedRun run = folder.runs().getFirst();
            String started = self.info().startInstant().orElseThrow().toString();
            Files.writeString(
                    run.file(),
                    Files.readString(run.file())
                            .replace("\"pid\":1", "\"pid\":" + self.pid())
                            .replace("\"never\"", "\"" + started + "\""));
            assertThat(run.summary().outcome()).isEqualTo("running");
            record.ended(1, "answered");
            assertThat(run.summary().outcome()).isEqualTo("answered");
        }
    }

    @Nested
    class Tree {
        @Test
        void treeHasTurnsCallsAndSubAgentsWithTheirTimes() throws Exception {
            TestRecords.rich(folder);
            StringWriter shown = new StringWriter();
            new RunTree(RunReader.read(folder.runs().getFirst()), Screen.NONE, new PrintWriter(shown, true)).print();
            assertThat(shown.toString())
                    .contains("harbour-master  answered  10.3 s")
                    .contains("11 calls (1 failed), 3 sessions")
                    .containsPattern("(?m)^ +906 ms  ├─ turn 1  812 in, 64 out$")
                    .containsPattern("(?m)^ +6\\.0 s  .*✓ agent:scout")
                    .containsPattern("(?m)^ +58 ms  .*✓ notes/open_nodes  s1 reused")
                    .containsPattern("(?m)^ +597 ms  .*✗ browser/click")
                    .containsPattern("(?m)^  s2  browser  legacy  opened in 620 ms, 2 calls, lost after 2\\.7 s")
                    .containsPattern("(?m)^  s1  notes  legacy  opened in 376 ms, 6 calls, closed after");
        }

        @Test
        void treeFitsTheScreen() throws Exception {
            TestRecords.rich(folder);
            StringWriter shown = new StringWriter();
            new RunTree(RunReader.read(folder.runs().getFirst()), Screen.NONE, new PrintWriter(shown, true)).print();
            assertThat(shown.toString().lines())
                    .hasSizeGreaterThan(5)
                    .allMatch(line -> line.length() <= 100)
                    .anyMatch(line -> line.length() > 60);
        }
    }
}
