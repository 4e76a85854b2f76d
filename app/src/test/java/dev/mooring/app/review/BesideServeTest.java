package dev.mooring.app.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.MooringProcess;
import dev.mooring.app.documents.ServeProcess;
import dev.mooring.app.terminal.PseudoTerminal;
import dev.mooring.mcp.client.McpClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code mooring review} and {@code mooring serve} in two processes on one folder, with an assistant that edits. */
@Timeout(180)
@Tag("process")
class BesideServeTest {
    private static final int WRITERS = 3;
    private static final int LINES_EACH = 400;
    private static final int REVIEWS = 3;

    @TempDir
    Path folder;

    @TempDir
    Path home;

    private String text(String path) throws IOException {
        return Files.readString(folder.resolve(path));
    }

    private static String line(int writer, int number, String state) {
        return "Task " + number + " of writer " + writer + " is " + state + ".\n";
    }

    /** The document after each writer has made this many edits. */
    private static String tasks(List<Integer> done) {
        var text = new StringBuilder();
        for (int writer = 0; writer < WRITERS; writer++) {
            for (int number = 0; number < LINES_EACH; number++) {
                text.append(line(writer, number, number < done.get(writer) ? "done" : "open"));
            }
        }
        return text.toString();
    }

    /** Edits lines until stopped, and returns their number. */
    private static int edit(ServeProcess serve, int writer, AtomicBoolean enough) throws Exception {
        try (McpClient client = serve.open()) {
            int number = 0;
            while (number < LINES_EACH && !enough.get()) {
                ReviewedFolder.suggest(client, "tasks.md", line(writer, number, "open"), line(writer, number, "done"));
                number++;
            }
            return number;
        }
    }

    private int acceptAll() throws Exception {
        MooringProcess.Ended ended =
                new MooringProcess(home, Map.of()).run("review", folder.toString(), "--accept-all");
        assertThat(ended.out()).as(ended.err()).matches("\\d+ accepted\n");
        return Integer.parseInt(ended.out().substring(0, ended.out().indexOf(' ')));
    }

    @Test
    void everyEditIsAcceptedOnceDuringConcurrentEdits() throws Exception {
        Files.writeString(folder.resolve("tasks.md"), tasks(List.of(0, 0, 0)));
        var enough = new AtomicBoolean();
        int accepted = 0;
        List<Integer> done = new ArrayList<>();
        try (ServeProcess serve = ServeProcess.start(folder);
                ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> edited = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                Callable<Integer> task = () -> edit(serve, writer, enough);
                edited.add(writers.submit(task));
            }
            try {
                for (int review = 0; review < REVIEWS; review++) {
                    accepted += acceptAll();
                }
            } finally {
                enough.set(true);
            }
            for (Future<Integer> each : edited) {
                done.add(each.get());
            }
            accepted += acceptAll();
        }
        assertThat(text("tasks.md")).isEqualTo(tasks(done));
        assertThat(accepted)
                .isEqualTo(done.stream().mapToInt(Integer::intValue).sum())
                .isPositive();
    }

    @Test
    void personReviewsWhileTheAssistantEdits() throws Exception {
        Files.writeString(
                folder.resolve("list.md"),
                "Buy " + ReviewedFolder.replaced("Claude", "milk", "oat milk", Duration.ofHours(1))
                        + " and bread, and " + ReviewedFolder.deleted("Codex", "maybe ", Duration.ofHours(1))
                        + "eggs.\n");
        try (ServeProcess serve = ServeProcess.start(folder);
                McpClient claude = serve.open();
                PseudoTerminal terminal = PseudoTerminal.run("review", folder.toString())) {
            terminal.shows("oat milk");
            ReviewedFolder.suggest(claude, "list.md", "bread", "rye bread");
            terminal.press("a").shows("accepted").shows("rye ");

            // The assistant changes the suggestion that the person is looking at.
            ReviewedFolder.suggest(claude, "list.md", "rye bread", "corn bread");
            terminal.press("a").shows("Not decided. The suggestion has changed").shows("corn ");
            terminal.press("r").shows("rejected").shows("maybe ").press("a");
            terminal.shows("2 accepted, 1 rejected, 0 skipped. No suggestions left.");

            assertThat(terminal.exitCode()).isZero();
            assertThat(text("list.md")).isEqualTo("Buy oat milk and bread, and eggs.\n");
            assertThat(ReviewedFolder.read(claude, "list.md"))
                    .contains("Buy oat milk and bread, and eggs.")
                    .doesNotContain("corn");
        }
    }
}
