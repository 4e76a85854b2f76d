package dev.mooring.app.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.agent.TranscriptFile;
import dev.mooring.mcp.Json;
import dev.mooring.run.RunId;
import dev.mooring.session.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavedTranscriptTest {
    private static final Instant STARTED = Instant.parse("2026-08-01T10:00:00Z");

    @TempDir
    Path home;

    private static RunId id(int number) {
        return new RunId("run_000000000000000" + number);
    }

    /** Creates a transcript that was last written some minutes after another one. */
    private void create(RunFolder folder, int number, int minutes) throws IOException {
        Path file = folder.newTranscript(id(number), STARTED);
        TranscriptFile.create(file, Json.object().put("number", number), Secrets.none())
                .close();
        Files.setLastModifiedTime(file, FileTime.from(STARTED.plusSeconds(60L * minutes)));
    }

    @Test
    void transcriptsThatWereWrittenLastAreKept() throws Exception {
        RunFolder folder = new RunFolder(home, 2);
        create(folder, 1, 9);
        create(folder, 2, 5);
        create(folder, 3, 7);
        assertThat(folder.transcripts().stream().map(SavedTranscript::id))
                .containsExactly(id(1).value(), id(3).value());
    }

    @Test
    void oldestTranscriptsThatCouldNotBeWrittenAreRemoved() throws Exception {
        RunFolder folder = new RunFolder(home, 2);
        for (int number = 1; number <= 3; number++) {
            Path file = folder.newTranscript(id(number), STARTED.plusSeconds(number));
            Files.createFile(file.resolveSibling(file.getFileName() + ".incomplete"));
        }
        Path other = Files.createFile(home.resolve("notes.incomplete"));

        Path next = folder.newTranscript(id(4), STARTED.plusSeconds(4));

        try (Stream<Path> files = Files.list(home)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .hasSize(3)
                    .contains(other.getFileName().toString())
                    .noneMatch(name -> name.contains(id(1).value()))
                    .noneMatch(name -> name.equals(next.getFileName().toString()));
        }
    }

    @Test
    void openTranscriptIsRunningAndAClosedOneIsInterrupted() throws Exception {
        RunFolder folder = new RunFolder(home);
        Path file = folder.newTranscript(id(1), STARTED);
        try (var _ = TranscriptFile.create(file, Json.object(), Secrets.none())) {
            assertThat(folder.transcripts().getFirst().state()).isEqualTo(SavedTranscript.State.RUNNING);
        }
        SavedTranscript closed = folder.transcripts().getFirst();
        assertThat(closed.state()).isEqualTo(SavedTranscript.State.INTERRUPTED);
        assertThat(closed.hasMessages()).isFalse();
        assertThat(closed.about()).isEmpty();
    }

    @Test
    void transcriptThatEndsWithinACharacterCanBeContinued() throws Exception {
        RunFolder folder = new RunFolder(home);
        create(folder, 1, 0);
        SavedTranscript transcript = folder.transcripts().getFirst();
        byte[] character = "港".getBytes(UTF_8);
        Files.write(transcript.file(), Arrays.copyOf(character, 2), StandardOpenOption.APPEND);

        assertThat(transcript.about().path("number").intValue()).isEqualTo(1);
        assertThat(transcript.hasMessages()).isTrue();
    }

    @Test
    void transcriptOfAProcessThatWasKilledAtOnceIsReported() throws Exception {
        RunFolder folder = new RunFolder(home);
        Files.createFile(folder.newTranscript(id(1), STARTED));
        SavedTranscript empty = folder.transcripts().getFirst();
        assertThatThrownBy(empty::about).isInstanceOf(IOException.class).hasMessageContaining("is empty");
    }
}
