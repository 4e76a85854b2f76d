package dev.mooring.mcp.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads server-sent events from a stream, on the caller's thread. Not thread-safe. */
public final class SseReader {
    private final InputStream in;
    private final int maxEventBytes;
    private final byte[] buffer = new byte[8192];
    private int position;
    private int limit;
    private boolean skipLineFeed;
    private boolean firstLine = true;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    /**
     * Creates a reader.
     *
     * @param maxEventBytes the size of the largest event; a larger one causes {@link OversizedEvent}
     */
    public SseReader(InputStream in, int maxEventBytes) {
        this.in = in;
        this.maxEventBytes = maxEventBytes;
    }

    /**
     * An event of the stream.
     *
     * @param name the event type; "message" if the event has none
     * @param id the id in this event; null if it has none
     * @param retryMillis the reconnection delay in this event; null if it has none
     * @param data the lines of data, joined; empty if there are none
     */
    public record Event(
            String name, @Nullable String id, @Nullable Long retryMillis, String data) {}

    /** Returns the next event, or null at the end of the stream. Drops an incomplete event at the end. */
    public @Nullable Event next() throws IOException {
        String name = "message";
        String id = null;
        Long retry = null;
        StringBuilder data = null;
        boolean hasFields = false;
        while (true) {
            if (!readLine()) {
                return null;
            }
            if (line.size() == 0) {
                if (hasFields) {
                    return new Event(name, id, retry, data == null ? "" : data.toString());
                }
                continue;
            }
            String text = lineText();
            int colon = text.indexOf(':');
            if (colon == 0) {
                continue;
            }
            String field = colon < 0 ? text : text.substring(0, colon);
            String value = colon < 0 ? "" : text.substring(text.startsWith(": ", colon) ? colon + 2 : colon + 1);
            switch (field) {
                case "event" -> name = value;
                case "id" -> id = value;
                case "retry" -> retry = parseMillis(value);
                case "data" -> {
                    data = data == null ? new StringBuilder() : data.append('\n');
                    if (data.length() + value.length() > maxEventBytes) {
                        throw new OversizedEvent(maxEventBytes);
                    }
                    data.append(value);
                }
                default -> {
                    continue;
                }
            }
            hasFields = true;
        }
    }

    /** Returns the line as text. Removes a byte order mark from the first line, since some servers send one. */
    private String lineText() {
        String text = line.toString(UTF_8);
        boolean hasMark = firstLine && text.startsWith("\ufeff");
        firstLine = false;
        return hasMark ? text.substring(1) : text;
    }

    private static @Nullable Long parseMillis(String value) {
        return !value.isEmpty() && value.length() < 10 && value.chars().allMatch(c -> c >= '0' && c <= '9')
                ? Long.valueOf(value)
                : null;
    }

    private boolean readLine() throws IOException {
        line.reset();
        while (true) {
            if (position == limit && !fill()) {
                return false;
            }
            int start = position;
            while (position < limit && buffer[position] != '\n' && buffer[position] != '\r') {
                position++;
            }
            if (start == position && position < limit && buffer[position] == '\n' && skipLineFeed) {
                skipLineFeed = false;
                position++;
                continue;
            }
            if (position > start) {
                skipLineFeed = false;
                line.write(buffer, start, position - start);
                if (line.size() > maxEventBytes) {
                    throw new OversizedEvent(maxEventBytes);
                }
            }
            if (position < limit) {
                skipLineFeed = buffer[position] == '\r';
                position++;
                return true;
            }
        }
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = Math.max(0, in.read(buffer));
        return limit > 0;
    }

    /** Thrown if an event exceeds the size limit. */
    public static final class OversizedEvent extends IOException {
        OversizedEvent(int limit) {
            super("an event is larger than " + limit + " bytes");
        }
    }
}
