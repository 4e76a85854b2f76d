package dev.mooring.mcp.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.RequestId;
import java.io.ByteArrayOutputStream;
import java.util.Optional;

/**
 * Finds the value of the top-level {@code "id"} in a JSON object that is too large to buffer, or malformed. Written by
 * hand, because these rare cases do not justify a non-blocking parser.
 */
public final class TopLevelId {
    private static final int MAX_TOKEN = 256;

    private int depth;
    private boolean inString;
    private boolean escaped;
    private boolean afterColon;
    private boolean isIdValue;

    /** The current key or value as written, with quotes; truncated if it is too long for an id. */
    private final ByteArrayOutputStream token = new ByteArrayOutputStream();

    private Optional<RequestId> id = Optional.empty();

    /** Returns the id in a malformed object, if the object has one before the fault. */
    public static Optional<RequestId> in(byte[] bytes, int offset, int length) {
        TopLevelId id = new TopLevelId();
        id.feed(bytes, offset, offset + length);
        return id.value();
    }

    /** Scans the next bytes of the object. */
    void feed(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            scan(bytes[i]);
        }
    }

    /** Returns the id, if the scanned bytes contain it. */
    public Optional<RequestId> value() {
        return id;
    }

    private void scan(byte b) {
        if (inString) {
            scanInString(b);
            return;
        }
        switch (b) {
            case '"' -> {
                inString = true;
                if (depth == 1) {
                    token.reset();
                    append(b);
                }
            }
            case '{', '[' -> {
                depth++;
                token.reset();
            }
            case '}', ']' -> {
                endOfValue();
                depth--;
            }
            case ',' -> endOfValue();
            case ':' -> {
                if (depth == 1 && !afterColon) {
                    isIdValue = token.toString(UTF_8).equals("\"id\"");
                    afterColon = true;
                    token.reset();
                }
            }
            default -> {
                if (depth == 1 && afterColon && isIdValue && b > ' ') {
                    append(b);
                }
            }
        }
    }

    private void scanInString(byte b) {
        if (depth == 1) {
            append(b);
        }
        if (escaped) {
            escaped = false;
        } else if (b == '\\') {
            escaped = true;
        } else if (b == '"') {
            inString = false;
        }
    }

    private void endOfValue() {
        if (depth == 1) {
            if (isIdValue && afterColon) {
                id = parseToken();
            }
            afterColon = false;
            isIdValue = false;
            token.reset();
        }
    }

    private Optional<RequestId> parseToken() {
        try {
            return Optional.ofNullable(RequestId.from(Json.parse(token.toByteArray())));
        } catch (MalformedJson e) {
            return Optional.empty();
        }
    }

    private void append(byte b) {
        if (token.size() < MAX_TOKEN) {
            token.write(b);
        }
    }
}
