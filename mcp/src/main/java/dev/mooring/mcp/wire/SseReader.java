package dev.mooring.mcp.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads server-sent events from a stream on the caller's thread. */
public final class SseReader {
    private final InputStream in;
    private final int maxEventBytes;
    private final byte[] buffer = new byte[8192];
    private int position;
    private int limit;
    private boolean skipLineFeed;
    private boolean firstLine = true;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    /** @param maxEventBytes a longer event ends the reading with {@link OversizedEvent} */
    public SseReader(InputStream in, int maxEventBytes) {
        this.in = in;
        this.maxEventBytes = maxEventBytes;
    }

    /**
     * An event that the stream carried.
     *
     * @param id the id that stood in this event, null where none did
     * @param retryMillis the delay before a reconnection that stood in this event, null where none did
     * @param data the lines of data, joined; empty where there were none
     */
    public record Event(
            String name, @Nullable String id, @Nullable Long retryMillis, String data) {}

    /** The next event, or null at the end of the stream. An event cut off by the end is dropped. */
    public @Nullable Event next() throws IOException {
        String name = "message";
        String id = null;
        Long retry = null;
        StringBuilder data = null;
        boolean anything = false;
        while (true) {
            if (!readLine()) {
                return null;
            }
            if (line.size() == 0) {
                if (anything) {
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
                case "retry" -> retry = digits(value);
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
            anything = true;
        }
    }

    /** The line as text; the first of the stream without a byte order mark, which some servers put there. */
    private String lineText() {
        String text = line.toString(UTF_8);
        boolean marked = firstLine && text.startsWith("\ufeff");
        firstLine = false;
        return marked ? text.substring(1) : text;
    }

    private static @Nullable Long digits(String value) {
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

    /** An event is longer than this reader takes. */
    public static final class OversizedEvent extends IOException {
        OversizedEvent(int limit) {
            super("an event is longer than " + limit + " bytes");
        }
    }
}
