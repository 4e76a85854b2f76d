package dev.mooring.mcp.server.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.http.SampleServer;
import dev.mooring.mcp.server.stdio.StdioServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

@Timeout(120)
class StdioFuzzTest {
    private final long seed = Long.getLong("mooring.fuzz.seed", new Random().nextLong());
    private final Random random = new Random(seed);
    private final HostileInput hostile = new HostileInput(random);

    @RepeatedTest(5)
    void hostileLinesDoNotAffectTheCallsBetweenThem() throws Exception {
        ByteArrayOutputStream input = new ByteArrayOutputStream();
        int good = 0;
        for (int i = 0; i < 1000; i++) {
            if (random.nextInt(5) == 0) {
                line(
                        input,
                        "{\"jsonrpc\":\"2.0\",\"id\":\"good-" + good++
                                + "\",\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"}}");
            } else {
                input.write(hostile.next());
                input.write('\n');
            }
        }
        ByteArrayOutputStream output = new ByteArrayOutputStream();

        StdioServer.builder(new SampleServer().server)
                .maxLineBytes(50_000)
                .build()
                .serve(new ByteArrayInputStream(input.toByteArray()), output);

        int answered = 0;
        for (String line : output.toString(UTF_8).lines().toList()) {
            ObjectNode message = Json.objectOf(line);
            if (message.path("id").asString("").startsWith("good-")) {
                assertThat(message.has("result"))
                        .describedAs("seed %d: %s", seed, line)
                        .isTrue();
                answered++;
            }
        }
        assertThat(answered).describedAs("seed %d", seed).isEqualTo(good);
    }

    private static void line(ByteArrayOutputStream input, String line) throws IOException {
        input.write((line + "\n").getBytes(UTF_8));
    }
}
