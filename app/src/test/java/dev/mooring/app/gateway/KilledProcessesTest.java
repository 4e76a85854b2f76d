package dev.mooring.app.gateway;

import static dev.mooring.app.gateway.GatewayProcess.in;
import static dev.mooring.app.gateway.GatewayProcess.session;
import static dev.mooring.app.gateway.GatewayProcess.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.RecordingNotepad;
import dev.mooring.app.documents.ServeProcess;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/**
 * Kills serve and gateway at random moments while clients start and use sessions, restarts them, and tries every session. A
 * session whose id a client has received must work, or its loss must be reported.
 */
@Tag("process")
class KilledProcessesTest {
    private static final int CLIENTS = 3;
    private static final int LONGEST_MILLIS = 500;

    @TempDir
    Path folder;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private Path notes;
    private Path state;
    private final AtomicInteger tried = new AtomicInteger();

    @BeforeEach
    void write() throws Exception {
        notes = Files.createDirectory(folder.resolve("notes"));
        state = Files.createDirectory(folder.resolve("state"));
        Files.writeString(notes.resolve("note.md"), "one two three\n");
    }

    @Test
    @Timeout(120)
    void noSessionOfServeIsLostByAKill() throws Exception {
        killServe(3);
    }

    @Test
    @Timeout(180)
    void noSessionOfTheGatewayIsLostSilentlyByAKill() throws Exception {
        killGateway(3);
    }

    @Test
    @Tag("long")
    @Timeout(3600)
    void noSessionOfServeIsLostBy200Kills() throws Exception {
        killServe(200);
        System.out.println("serve: 200 kills, " + tried + " sessions tried, 0 lost");
    }

    @Test
    @Tag("long")
    @Timeout(3600)
    void noSessionOfTheGatewayIsLostSilentlyBy200Kills() throws Exception {
        killGateway(200);
        System.out.println("gateway: 200 kills, " + tried + " sessions tried, 0 lost silently");
    }

    private EraChoice era(int kill) {
        return kill % 2 == 0 ? EraChoice.MODERN : EraChoice.LEGACY;
    }

    /** Work of a client until the process is killed. */
    private interface Work {
        void run() throws Exception;
    }

    /** Runs the work in several threads, and kills the process at a random moment after the first step of one. */
    private void killDuring(Process process, Work step) throws InterruptedException {
        var begun = new CountDownLatch(1);
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(Thread.startVirtualThread(() -> {
                try {
                    while (process.isAlive()) {
                        step.run();
                        begun.countDown();
                    }
                } catch (Exception | AssertionError e) {
                    // Killed during the call.
                }
            }));
        }
        begun.await();
        TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_MILLIS)); // the random moment
        process.destroyForcibly().waitFor();
        for (Thread client : clients) {
            client.join();
        }
    }

    private void killServe(int kills) throws Exception {
        List<String> known = new CopyOnWriteArrayList<>();
        McpClient kept = null;
        int port = GatewayProcess.freePort();
        for (int kill = 0; kill <= kills; kill++) {
            EraChoice era = era(kill);
            try (ServeProcess serve = ServeProcess.start(notes, state, "--port", String.valueOf(port))) {
                try (McpClient client = open(serve.address(), era)) {
                    for (String id : known) {
                        assertThat(text(tool(client, "edit", edit(id))))
                                .as("kill %s, seed %s", kill, seed)
                                .contains("not found"); // after the check of the session
                        tried.incrementAndGet();
                    }
                }
                if (kept != null) { // a transport session from before the kill
                    assertThat(session(tool(kept, "read", Json.object().put("file_path", "note.md"))))
                            .as("kill %s, seed %s", kill, seed)
                            .isNotEmpty();
                    kept.close();
                }
                kept = open(serve.address(), EraChoice.LEGACY);
                known.clear();
                killDuring(serve.process(), () -> {
                    try (McpClient client = open(serve.address(), era)) {
                        for (int i = 0; i < 20; i++) {
                            known.add(session(tool(client, "read", Json.object().put("file_path", "note.md"))));
                        }
                    }
                });
            }
        }
    }

    private static ObjectNode edit(String session) {
        return in(session)
                .put("file_path", "note.md")
                .put("old_string", "absent")
                .put("new_string", "x");
    }

    private static McpClient open(String address, EraChoice era) throws Exception {
        return McpClient.open(
                ServerLocation.Remote.at(URI.create(address)),
                ClientOptions.builder().era(era).build());
    }

    private static ObjectNode tool(McpClient client, String name, ObjectNode arguments) throws Exception {
        return ((Reply.Result) client.callTool(name, arguments)).result();
    }

    private void killGateway(int kills) throws Exception {
        try (var remote = new CountingUpstream()) {
            Path servers = Files.writeString(folder.resolve("servers.json"), """
                    {"mcpServers": {
                      "counter": {"url": "%s", "maxSessions": 10000},
                      %s
                    }}""".formatted(
                    ((ServerLocation.Remote) remote.as("counter").location()).address(), RecordingNotepad.entry()));
            int port = GatewayProcess.freePort();
            Map<String, Integer> counts = new ConcurrentHashMap<>();
            String local = null;
            McpClient kept = null;
            McpClient keptLocal = null;
            for (int kill = 0; kill <= kills; kill++) {
                EraChoice era = era(kill);
                try (GatewayProcess gateway = GatewayProcess.start(servers, state, port, "--max-sessions", "10000")) {
                    tryAll(gateway, era, counts, kill);
                    if (local != null) {
                        assertThat(text(gateway.call("notepad", era, "read", in(local))))
                                .as("kill %s, seed %s", kill, seed)
                                .startsWith("This session was lost at ");
                        tried.incrementAndGet();
                    }
                    if (kept != null && keptLocal != null) {
                        assertThat(text(tool(kept, "count", Json.object())))
                                .as("kill %s, seed %s", kill, seed)
                                .isEqualTo("2");
                        assertThat(text(tool(keptLocal, "read", Json.object())))
                                .as("kill %s, seed %s", kill, seed)
                                .startsWith("This session was lost at ");
                        tried.addAndGet(2);
                        kept.close();
                        keptLocal.close();
                    }
                    kept = gateway.open("counter", EraChoice.LEGACY);
                    tool(kept, "count", Json.object());
                    keptLocal = gateway.open("notepad", EraChoice.LEGACY);
                    tool(keptLocal, "read", Json.object());
                    counts.clear();
                    local = session(gateway.call("notepad", era, "read", Json.object()));
                    killDuring(gateway.process(), () -> {
                        try (McpClient client = gateway.open("counter", era)) {
                            String id = session(tool(client, "count", Json.object()));
                            counts.put(id, 1);
                            for (int i = 0; i < 5; i++) {
                                counts.put(id, Integer.parseInt(text(tool(client, "count", in(id)))));
                            }
                        }
                    });
                }
            }
        }
    }

    /** The call in flight at the kill may or may not have happened. */
    private void tryAll(GatewayProcess gateway, EraChoice era, Map<String, Integer> counts, int kill) throws Exception {
        for (Map.Entry<String, Integer> entry : counts.entrySet()) {
            int last = entry.getValue();
            assertThat(text(gateway.call("counter", era, "count", in(entry.getKey()))))
                    .as("kill %s, seed %s", kill, seed)
                    .isIn(String.valueOf(last + 1), String.valueOf(last + 2));
            tried.incrementAndGet();
        }
    }
}
