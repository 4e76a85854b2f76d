package dev.mooring.bench.contender;

import dev.mooring.mcp.Json;
import tools.jackson.databind.node.ObjectNode;

/** The call that all contenders make: an echo tool like that of {@code server-everything}. */
public final class Echo {
    public static final String TOOL = "echo";
    public static final String MESSAGE = "hello, is anybody moored here?";
    static final String SCHEMA = """
            {"type": "object", "properties": {"message": {"type": "string"}}, "required": ["message"]}
            """;

    private Echo() {}

    static ObjectNode arguments() {
        return Json.object().put("message", MESSAGE);
    }

    static String said(String message) {
        return "Echo: " + message;
    }
}
