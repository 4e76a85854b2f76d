package dev.mooring.bench.contender;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** One recorded HTTP call, without the headers that each client and server sets itself. */
public record RecordedExchange(
        Map<String, String> requestHeaders, String request, Map<String, String> answerHeaders, String answer) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Set<String> OWN = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    static {
        OWN.addAll(List.of(
                "Host",
                "Content-Length",
                "Connection",
                "User-Agent",
                "Date",
                "Server",
                "Keep-Alive",
                "Transfer-Encoding"));
    }

    static RecordedExchange of(byte[] request, byte[] answer) throws IOException {
        String requestText = new String(request, ISO_8859_1);
        String answerText = new String(answer, ISO_8859_1);
        if (!requestText.startsWith("POST ") || !answerText.startsWith("HTTP/1.1 200")) {
            throw new IOException("Not a call: " + requestText + "\n" + answerText);
        }
        return new RecordedExchange(headers(requestText), body(requestText), headers(answerText), body(answerText));
    }

    private static Map<String, String> headers(String message) {
        return message.substring(0, message.indexOf("\r\n\r\n"))
                .lines()
                .skip(1)
                .map(line -> line.split(": *", 2))
                .filter(header -> !OWN.contains(header[0]))
                .collect(Collectors.toMap(
                        header -> header[0], header -> header[1], (one, other) -> other, LinkedHashMap::new));
    }

    private static String body(String message) throws IOException {
        String rest = message.substring(message.indexOf("\r\n\r\n") + 4);
        // The JSON can be surrounded by chunk lengths.
        int from = rest.indexOf('{');
        int to = rest.lastIndexOf('}') + 1;
        if (from < 0 || to <= from) {
            throw new IOException("Expected a JSON body: " + rest);
        }
        String body = rest.substring(from, to);
        return new String(body.getBytes(ISO_8859_1), UTF_8);
    }

    void save(Path file) throws IOException {
        Files.writeString(file, JSON.writeValueAsString(this));
    }

    public static RecordedExchange load(Path file) throws IOException {
        return JSON.readValue(Files.readString(file), RecordedExchange.class);
    }
}
