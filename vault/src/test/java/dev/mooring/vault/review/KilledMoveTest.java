package dev.mooring.vault.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.vault.Vault;
import dev.mooring.vault.files.ChildJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Mooring is killed at random moments while it moves a document with many links to it, and while it undoes the move. */
@Tag("process")
@Timeout(value = 1_200, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KilledMoveTest {

    private static final int LINKING = 12;
    private static final String MARK =
            "{>>{\"author\":\"Claude\",\"time\":1700000000,\"g\":\"m1\",\"move\":\"archive/deep/new.md\"}@@"
                    + "move to archive/deep/new.md<<}\n";

    @TempDir
    Path folder;

    @Test
    void aKilledMoveIsMadeCompletelyOrNotAtAll() throws Exception {
        kill(8);
    }

    @Test
    @Tag("long")
    void aMoveThatIsKilledManyTimesIsMadeCompletelyOrNotAtAll() throws Exception {
        kill(300);
    }

    private void kill(int rounds) throws Exception {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        Map<String, String> before = documents(false);
        Map<String, String> after = documents(true);
        for (int round = 0; round < rounds; round++) {
            Path root = Files.createDirectory(folder.resolve("vault" + round)).toRealPath();
            for (var document : before.entrySet()) {
                Files.createDirectories(root.resolve(document.getKey()).getParent());
                Files.writeString(root.resolve(document.getKey()), document.getValue());
            }
            Process process = ChildJvm.start(MovingProcess.class, root.toString(), "notes/old.md");
            try (var progress = process.inputReader(StandardCharsets.UTF_8)) {
                for (int i = 0; i < 3; i++) {
                    assertThat(progress.readLine()).isEqualTo("moved");
                    assertThat(progress.readLine()).isEqualTo("undone");
                }
                LockSupport.parkNanos(random.nextLong(150_000_000));
            } finally {
                process.destroyForcibly().waitFor();
            }

            recover(root);

            assertThat(texts(root)).as("round %d, seed %d", round, seed).isIn(before, after);
            assertThat(root.resolve(".mooring/move.json")).doesNotExist();
        }
    }

    private static Map<String, String> documents(boolean moved) {
        Map<String, String> texts = new TreeMap<>();
        String name = moved ? "new" : "old";
        texts.put(
                moved ? "archive/deep/new.md" : "notes/old.md",
                (moved ? "" : MARK) + "# Old\n\n[n](" + (moved ? "../../notes/n1.md" : "n1.md") + ")\n");
        for (int i = 0; i < LINKING; i++) {
            texts.put(
                    "notes/n" + i + ".md",
                    "Text " + i + " [[" + name + "#h|alias]] ![[" + name + "]] [m]("
                            + (moved ? "../archive/deep/new.md" : "old.md") + ") text.\n");
        }
        return texts;
    }

    /** The next start, which completes or discards the move. */
    private static void recover(Path root) throws IOException {
        try (var vault = Vault.open(root, false)) {
            vault.documents().awaitIndex(Duration.ofSeconds(30));
            await().until(() -> {
                try (Stream<Path> files = Files.walk(root)) {
                    return files.noneMatch(path -> path.toString().endsWith(".tmp"));
                }
            });
        }
    }

    private static Map<String, String> texts(Path root) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String path = root.relativize(file).toString();
                if (!path.startsWith(".mooring")) {
                    texts.put(path, Files.readString(file));
                }
            }
        }
        return texts;
    }
}
