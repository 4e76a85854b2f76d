package dev.mooring.mcp.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.RequestId;
import java.io.ByteArrayOutputStream;
import java.util.Optional;

/**
 * Finds the value of the top-level {@code "id"} in a JSON object that streams by and is too large to keep. By hand,
 * because a parser that can be fed pieces would have to be kept alive for this one rare case.
 */
public final class TopLevelId {
    private static final int MAX_KEPT = 256;

    private int depth;
    private boolean inString;
    private boolean escaped;
    private boolean afterColon;
    private boolean isIdValue;

    /** The key or value that is being read, as it is written, quotes included; cut off where it is no id anyway. */
    private final ByteArrayOutputStream token = new ByteArrayOutputStream();

    private Optional<RequestId> found = Optional.empty();

    void feed(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            take(bytes[i]);
        }
    }

    /** The id, if it has been seen. */
    public Optional<RequestId> value() {
        return found;
    }

    private void take(byte b) {
        if (inString) {
            takeInString(b);
            return;
        }
        switch (b) {
            case '"' -> {
                inString = true;
                if (depth == 1) {
                    token.reset();
                    keep(b);
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
                    keep(b);
                }
            }
        }
    }

    private void takeInString(byte b) {
        if (depth == 1) {
            keep(b);
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
                found = parsed();
            }
            afterColon = false;
            isIdValue = false;
            token.reset();
        }
    }

    private Optional<RequestId> parsed() {
        try {
            return Optional.ofNullable(RequestId.from(Json.parse(token.toByteArray())));
        } catch (MalformedJson e) {
            return Optional.empty();
        }
    }

    private void keep(byte b) {
        if (token.size() < MAX_KEPT) {
            token.write(b);
        }
    }
}
