package dev.mooring.mcp.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that sends without a pause occupies one thread, and other virtual threads still run. */
@Tag("process")
class FloodingServerTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                ": still here\n\n",
                "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}\n\n"
            })
    void aFloodingServerDoesNotStarveOtherVirtualThreads(String again) throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            server.setScript(request -> {
                if (request.verb().equals("GET")) {
                    flood(request.events(), again);
                } else if (!ScriptedServer.legacyOpening(request, "session-1")) {
                    request.result("{\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}");
                }
            });
            Process client = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Djdk.virtualThreadScheduler.parallelism=1",
                            "-Djdk.virtualThreadScheduler.maxPoolSize=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            CallsWhileListening.class.getName(),
                            server.address().toString())
                    .redirectErrorStream(true)
                    .start();
            try {
                assertThat(client.waitFor(30, TimeUnit.SECONDS))
                        .as("ended in time")
                        .isTrue();
                assertThat(new String(client.getInputStream().readAllBytes(), UTF_8))
                        .endsWith(CallsWhileListening.DONE);
            } finally {
                client.destroyForcibly();
            }
        }
    }

    /** Writes on a platform thread, so that it does not occupy a carrier of the virtual threads. */
    private static void flood(OutputStream out, String again) throws InterruptedException {
        byte[] block = again.repeat(100).getBytes(UTF_8);
        Thread.ofPlatform()
                .start(() -> {
                    try {
                        while (true) {
                            out.write(block);
                        }
                    } catch (IOException e) {
                        // The client has closed the connection.
                    }
                })
                .join();
    }
}
