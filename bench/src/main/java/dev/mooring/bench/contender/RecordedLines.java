package dev.mooring.bench.contender;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.client.OpenFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The lines that Mooring's client writes to a stdio server, as recorded.
 *
 * @param before the line of a call up to its id
 * @param between the text from the id to the progress token, which is the same number
 * @param after the text after the progress token
 */
public record RecordedLines(String initialize, String initialized, String before, String between, String after) {
    /** Records the handshake and one call. */
    public static void record(List<String> server, Path file) throws IOException, OpenFailed, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("LEGACY", "sh", "-c", "tee \"$0\" | \"$@\"", file.toString()));
        arguments.addAll(server);
        MooringClient ours = new MooringClient(arguments);
        ours.call();
        ours.close();
        var _ = read(file);
    }

    static RecordedLines read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        String call = lines.get(2);
        try {
            long id = Json.parse(call).path("id").longValue();
            String[] parts = call.split("(?<=\"(id|progressToken)\":)" + id + "\\b", -1);
            if (parts.length != 3) {
                throw new IOException("Unexpected position of the id: " + call);
            }
            return new RecordedLines(lines.get(0), lines.get(1), parts[0], parts[1], parts[2]);
        } catch (MalformedJson e) {
            throw new IOException(e);
        }
    }

    String call(long id) {
        return before + id + between + id + after;
    }
}
