package dev.mooring.mcp.client.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.util.Random;
import tools.jackson.databind.JsonNode;

/** A program that performs the handshake and answers the tool {@code good}, but responds to everything else with noise. */
final class HostileStdioServer {
    private HostileStdioServer() {}

    /** Runs the server. The only argument is the seed. */
    public static void main(String[] arguments) throws Exception {
        Random random = new Random(Long.parseLong(arguments[0]));
        Noise noise = new Noise(random);
        OutputStream out = System.out;
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        String line;
        while ((line = in.readLine()) != null) {
            JsonNode message = Json.parse(line);
            long id = message.path("id").asLong(-1);
            if (message.path("method").asString("").equals("initialize")) {
                writeLine(
                        out,
                        Json.bytes(Json.objectOf("{\"jsonrpc\":\"2.0\",\"id\":" + id
                                + ",\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                                + "\"serverInfo\":{\"name\":\"hostile\",\"version\":\"1\"}}}")));
            } else if (message.at("/params/name").asString("").equals("good")) {
                // Ends an unterminated line of noise.
                out.write('\n');
                writeLine(out, Noise.answer(id, "good"));
            } else if (id >= 0 && message.has("method")) {
                for (int i = random.nextInt(4); i >= 0; i--) {
                    out.write(noise.about(id));
                    if (random.nextInt(4) > 0) {
                        out.write(random.nextBoolean() ? "\n".getBytes(UTF_8) : "\r\n".getBytes(UTF_8));
                    }
                }
                out.flush();
            }
        }
    }

    private static void writeLine(OutputStream out, byte[] message) throws IOException {
        out.write(message);
        out.write('\n');
        out.flush();
    }
}
