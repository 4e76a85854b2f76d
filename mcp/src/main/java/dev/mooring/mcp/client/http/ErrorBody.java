package dev.mooring.mcp.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.MalformedMessage;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The body of an HTTP error.
 *
 * @param error the JSON-RPC error; null if the body has none
 * @param text the start of the body on one line, with secrets redacted; empty if the body is a JSON-RPC error, or is not text
 */
record ErrorBody(@Nullable McpError error, String text) {
    static final ErrorBody NONE = new ErrorBody(null, "");

    private static final int MAX_CHARACTERS = 500;

    static ErrorBody of(byte[] body, boolean isJson, UnaryOperator<String> redaction) {
        McpError error = isJson ? parse(body) : null;
        // Redacts the whole body first, because an escape or the cut could split a secret.
        return new ErrorBody(error, error == null ? cut(onOneLine(redaction.apply(new String(body, UTF_8)))) : "");
    }

    private static @Nullable McpError parse(byte[] body) {
        try {
            return Message.from(Json.parse(body)) instanceof Message.ErrorResponse response ? response.error() : null;
        } catch (MalformedJson | MalformedMessage e) {
            return null;
        }
    }

    private static String onOneLine(String text) {
        StringBuilder line = new StringBuilder();
        text.strip().replaceAll("\\s+", " ").codePoints().forEach(c -> {
            if (isPrintable(c)) {
                line.appendCodePoint(c);
            } else {
                line.append(String.format("\\u%04x", c));
            }
        });
        return line.toString();
    }

    private static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.PRIVATE_USE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    private static String cut(String line) {
        return line.codePointCount(0, line.length()) <= MAX_CHARACTERS
                ? line
                : line.substring(0, line.offsetByCodePoints(0, MAX_CHARACTERS)) + "…";
    }
}
