package dev.mooring.app.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A saved run: a file of JSON lines, named by its start time and id. */
public record SavedRun(String id, Path file) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);
    private static final Pattern NAME = Pattern.compile("\\d{8}T\\d{9}Z-(run_[0-9a-f]{16})\\.jsonl");

    /** Large enough for the whole last line: in JSON, a character of the reason has at most six bytes. */
    private static final int TAIL_BYTES = 16_384;

    static String fileName(String id, Instant started) {
        return TIME.format(started) + "-" + id + ".jsonl";
    }

    /** Returns the saved run in a file; empty if the name is not that of a saved run. */
    static Optional<SavedRun> of(Path file) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        return name.matches() ? Optional.of(new SavedRun(name.group(1), file)) : Optional.empty();
    }

    String fileName() {
        return file.getFileName().toString();
    }

    /** Opens a file that can end within a line, even within a character. Malformed text is no error. */
    static BufferedReader open(Path file) throws IOException {
        return new BufferedReader(new InputStreamReader(Files.newInputStream(file), UTF_8));
    }

    /** Returns all complete lines. */
    List<ObjectNode> lines() throws IOException {
        List<ObjectNode> lines = new ArrayList<>();
        try (BufferedReader reader = open(file)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                ObjectNode parsed = parsed(line);
                if (parsed != null) {
                    lines.add(parsed);
                }
            }
        }
        return lines;
    }

    /** Reads only the first and the last line. */
    public RecordSummary summary() throws IOException {
        ObjectNode first;
        try (BufferedReader reader = open(file)) {
            String line = reader.readLine();
            first = line == null ? null : parsed(line);
        }
        return new RecordSummary(this, first == null ? Json.object() : first, last());
    }

    private @Nullable ObjectNode last() throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "r")) {
            long length = access.length();
            byte[] tail = new byte[(int) Math.min(length, TAIL_BYTES)];
            access.seek(length - tail.length);
            access.readFully(tail);
            String text = new String(tail, UTF_8).stripTrailing();
            ObjectNode last = parsed(text.substring(text.lastIndexOf('\n') + 1));
            return last != null && LineType.ENDED.equals(Json.stringAt(last, "event")) ? last : null;
        }
    }

    private static @Nullable ObjectNode parsed(String line) {
        try {
            return Json.parse(line) instanceof ObjectNode object ? object : null;
        } catch (MalformedJson e) {
            return null; // incomplete: the program was killed while it wrote the line
        }
    }
}
