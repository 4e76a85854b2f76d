package dev.mooring.mcp.server.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Estimates of the memory that JSON needs. */
public final class JsonSize {
    /** The peak while a text is parsed, as a multiple of its length: the text, the parser's buffers, and the strings. */
    public static final int PARSING_FACTOR = 4;

    /** An object or array with its hash table, and its entry in the parent. */
    private static final int BYTES_PER_NODE = 64;

    private static final int BYTES_PER_CHARACTER = 2;

    private JsonSize() {}

    /** Returns whether a value needs more than a number of bytes. Stops counting at the limit. */
    static boolean exceeds(@Nullable JsonNode value, int maxBytes) {
        if (value == null) {
            return false;
        }
        Deque<JsonNode> open = new ArrayDeque<>();
        open.add(value);
        long bytes = 0;
        while (!open.isEmpty() && bytes <= maxBytes) {
            JsonNode node = open.remove();
            bytes += BYTES_PER_NODE;
            if (node.isString()) {
                bytes += (long) BYTES_PER_CHARACTER * node.stringValue().length();
            }
            if (node.isObject()) {
                for (var property : node.properties()) {
                    bytes += (long) BYTES_PER_CHARACTER * property.getKey().length();
                }
            }
            // Avoids queueing the children of a large node: each of them counts at least its own size.
            if ((long) node.size() * BYTES_PER_NODE > maxBytes) {
                return true;
            }
            node.forEach(open::add);
        }
        return bytes > maxBytes;
    }

    /** Estimates the bytes of the nodes of a tree that is parsed from UTF-8 text. */
    public static long ofNodes(byte[] utf8) {
        long nodes = 0;
        for (byte b : utf8) {
            if (b == ',' || b == '[' || b == '{' || b == ':') {
                nodes++;
            }
        }
        return BYTES_PER_NODE * nodes;
    }
}
