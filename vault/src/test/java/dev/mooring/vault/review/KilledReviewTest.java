package dev.mooring.vault.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mooring.vault.Vault;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.files.ChildJvm;
import dev.mooring.vault.files.EditorProcess;
import dev.mooring.vault.server.InMemoryFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Mooring is killed at random moments while it edits and decides, and while an editor saves in place. */
@Tag("process")
@Timeout(value = 1_200, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KilledReviewTest {

    private static final String TEXT = "A line of the person's text.\n".repeat(5_000) + "Counter: 0.\n";

    /** In memory, so that changes are as fast as the saves and meet them often. */
    @TempDir(factory = InMemoryFolder.class)
    Path root;

    @TempDir
    Path drafts;

    @Test
    void noSavedTextIsLostWhenTheProcessIsKilled() throws Exception {
        kill(6);
    }

    @Test
    @Tag("long")
    void noSavedTextIsLostWhenTheProcessIsKilledManyTimes() throws Exception {
        kill(300);
    }

    private void kill(int rounds) throws Exception {
        assumeTrue(KilledReviewTest.class.getModule().isNativeAccessEnabled(), "there are file leases");
        long seed = new Random().nextLong();
        var random = new Random(seed);
        Path file = Files.writeString(root.resolve("a.md"), TEXT);
        Path draft = Files.writeString(drafts.resolve("draft"), TEXT);
        int version = 0;
        try (var editor = new EditorProcess(file, draft)) {
            for (int round = 0; round < rounds; round++) {
                Process process =
                        ChildJvm.start(DecidingProcess.class, root.toRealPath().toString(), "a.md");
                var progress = process.inputReader(StandardCharsets.UTF_8);
                for (int i = 0; i < 10; i++) {
                    assertThat(progress.readLine()).isIn("changed", "busy");
                    editor.run("save " + ++version);
                    String saved = EditorProcess.version(String.valueOf(version), TEXT);
                    await("version " + version)
                            .atMost(Duration.ofSeconds(20))
                            .until(() -> text(file).equals(saved));
                }
                editor.send("save " + ++version);
                LockSupport.parkNanos(random.nextLong(3_000_000));
                process.destroyForcibly().waitFor();
                editor.await("save " + version);

                recover();
                String saved = EditorProcess.version(String.valueOf(version), TEXT);
                assertThat(documents().stream().anyMatch(saved::equals))
                        .as("version %d in round %d, seed %d", version, round, seed)
                        .isTrue();
            }
        }
    }

    /** The next start, which disposes of what the killed process left behind. */
    private void recover() throws IOException {
        try (var vault = Vault.open(root, false)) {
            vault.documents().awaitIndex(Duration.ofSeconds(30));
            await().until(() -> {
                try (Stream<Path> files = Files.list(root)) {
                    return files.noneMatch(path -> path.toString().endsWith(".tmp"));
                }
            });
        }
    }

    /** The documents as a person sees them, with the counter at zero. */
    private List<String> documents() throws IOException {
        try (Stream<Path> files = Files.list(root)) {
            return files.filter(path -> path.toString().endsWith(".md"))
                    .map(KilledReviewTest::text)
                    .toList();
        }
    }

    private static String text(Path file) {
        try {
            String accepted =
                    MarkedText.parse(Files.readString(file)).accepted().text();
            return DecidingProcess.COUNTER.matcher(accepted).replaceAll("Counter: 0.");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
