package dev.mooring.agent;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.mooring.mcp.Json;
import dev.mooring.session.Secrets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TranscriptFileTest {
    @Test
    void transcriptIsNotInUseAfterItsFolderCannotBeSynced(@TempDir Path parent) throws Exception {
        Path folder = Files.createDirectory(
                parent.resolve("unreadable"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("-wx------")));
        assumeFalse(Files.isReadable(folder), "root can read every folder");
        Path path = folder.resolve("transcript.jsonl");

        assertThatThrownBy(() -> TranscriptFile.create(path, Json.object(), Secrets.none()))
                .isInstanceOf(AccessDeniedException.class);

        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        assertThatCode(() -> TranscriptFile.open(path, Secrets.none()).close()).doesNotThrowAnyException();
    }
}
