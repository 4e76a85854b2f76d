package dev.mooring.app.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.vault.critic.MarkedText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Kills the program during 200 writes. Each document is then as before or after a write. */
@Timeout(120)
@Tag("process")
class KilledServeTest {
    private static final int WRITERS = 4;
    private static final int WRITES_EACH = 50;
    private static final int BEFORE_THE_KILL = 60;

    @TempDir
    Path folder;

    /** The last confirmed step of each document. */
    private final AtomicIntegerArray answered = new AtomicIntegerArray(WRITERS);

    private final CountDownLatch enough = new CountDownLatch(BEFORE_THE_KILL);

    private static String text(int step) {
        return "Filler.\n".repeat(500) + "This is step " + step + ".\n";
    }

    private static Reply edit(McpClient client, String path, int step) throws InterruptedException {
        ObjectNode read = ((Reply.Result) client.callTool("read", Json.object().put("file_path", path))).result();
        ObjectNode edit = Json.object()
                .put("file_path", path)
                .put("old_string", "step " + step)
                .put("new_string", "step " + (step + 1))
                .put("session_id", read.at("/_meta/dev.mooring~1session_id").stringValue(""));
        return client.callTool("edit", edit);
    }

    private void write(ServeProcess serve, int writer) {
        try (McpClient client = serve.open()) {
            for (int step = 0; step < WRITES_EACH; step++) {
                Reply reply = edit(client, writer + ".md", step);
                if (!(reply instanceof Reply.Result(ObjectNode result)) || result.has("isError")) {
                    return;
                }
                answered.set(writer, step + 1);
                enough.countDown();
            }
        } catch (Exception e) {
            // Killed during the call.
        }
    }

    @Test
    void killedServerLeavesEveryDocumentComplete() throws Exception {
        Set<PosixFilePermission> permissions =
                Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.GROUP_READ);
        Thread[] writers = new Thread[WRITERS];
        try (ServeProcess serve = ServeProcess.start(folder)) {
            for (int i = 0; i < WRITERS; i++) {
                Path file = Files.writeString(folder.resolve(i + ".md"), text(0));
                Files.setPosixFilePermissions(file, permissions);
                int writer = i;
                writers[i] = Thread.startVirtualThread(() -> write(serve, writer));
            }
            enough.await();
            serve.kill();
        }
        for (Thread writer : writers) {
            writer.join();
        }
        for (int i = 0; i < WRITERS; i++) {
            Path file = folder.resolve(i + ".md");
            MarkedText left = MarkedText.parse(Files.readString(file));
            int last = answered.get(i);

            assertThat(left.accepted().text()).isIn(text(last), text(last + 1));
            assertThat(left.rejected().text()).isEqualTo(text(0));
            assertThat(Files.getPosixFilePermissions(file)).isEqualTo(permissions);
        }
        assertServesAgain();
    }

    private void assertServesAgain() throws Exception {
        String now = MarkedText.parse(Files.readString(folder.resolve("0.md")))
                .accepted()
                .text();
        int step = Integer.parseInt(now.substring(now.lastIndexOf(' ') + 1, now.length() - 2));
        try (ServeProcess serve = ServeProcess.start(folder);
                McpClient client = serve.open()) {
            Reply glob = client.callTool("glob", Json.object().put("pattern", "**"));
            assertThat(((Reply.Result) glob)
                            .result()
                            .at("/content/0/text")
                            .stringValue()
                            .lines())
                    .containsExactlyInAnyOrder("0.md", "1.md", "2.md", "3.md");
            assertThat(((Reply.Result) edit(client, "0.md", step)).result().has("isError"))
                    .isFalse();
        }
    }
}
