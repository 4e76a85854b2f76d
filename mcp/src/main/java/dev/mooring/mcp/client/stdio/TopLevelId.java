package dev.mooring.mcp.client.stdio;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.OptionalLong;

/**
 * Finds the value of the top-level {@code "id"} in a JSON object that streams by and is too large to keep. By hand,
 * because a parser that can be fed pieces would have to be kept alive for this one rare case.
 */
final class TopLevelId {
    private static final int MAX_KEPT = 32;

    private int depth;
    private boolean inString;
    private boolean escaped;
    private boolean afterColon;
    private boolean isIdValue;
    private final ByteArrayOutputStream token = new ByteArrayOutputStream();
    private OptionalLong found = OptionalLong.empty();

    void feed(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            take(bytes[i]);
        }
    }

    /** The id, if it was a number and has been seen. */
    OptionalLong value() {
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
                token.reset();
                if (depth == 1 && afterColon) {
                    // A string is no number, whatever is in it.
                    isIdValue = false;
                }
            }
            case '{', '[' -> depth++;
            case '}', ']' -> {
                endOfValue();
                depth--;
            }
            case ',' -> endOfValue();
            case ':' -> {
                if (depth == 1 && !afterColon) {
                    isIdValue = token.toString(ISO_8859_1).equals("id");
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
        if (escaped) {
            escaped = false;
        } else if (b == '\\') {
            escaped = true;
        } else if (b == '"') {
            inString = false;
            return;
        }
        if (depth == 1) {
            keep(b);
        }
    }

    private void endOfValue() {
        if (depth == 1) {
            if (isIdValue && afterColon) {
                found = number(token.toString(ISO_8859_1));
            }
            afterColon = false;
            isIdValue = false;
            token.reset();
        }
    }

    private void keep(byte b) {
        if (token.size() < MAX_KEPT) {
            token.write(b);
        }
    }

    private static OptionalLong number(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
