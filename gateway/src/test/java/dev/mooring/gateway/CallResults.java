package dev.mooring.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.McpClient;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** Calls tools and reads their results. */
final class CallResults {
    private static final Pattern LINE = Pattern.compile(
            "(?s)(.*?)\\n*(?:This call started a new session\\.[^\\n]*\\n)?\\[session: ([0-9a-z]{26}(?:[0-9a-z]{4})?)]");

    private CallResults() {}

    static ObjectNode call(McpClient client, String tool, ObjectNode arguments) throws Exception {
        return result(client.callTool(tool, arguments));
    }

    static ObjectNode call(McpClient client, String tool) throws Exception {
        return call(client, tool, Json.object());
    }

    static ObjectNode callIn(String session, McpClient client, String tool) throws Exception {
        return call(client, tool, Json.object().put("session_id", session));
    }

    static ObjectNode result(Reply reply) {
        assertThat(reply).isInstanceOf(Reply.Result.class);
        return ((Reply.Result) reply).result();
    }

    static String text(ObjectNode result) {
        return result.at("/content/0/text").asString("");
    }

    /** Returns the first text block without the line that names the session. */
    static String plainText(ObjectNode result) {
        Matcher line = LINE.matcher(text(result));
        return line.matches() ? line.group(1) : text(result);
    }

    /** Returns the session id in the first text block, and asserts that the metadata have the same id. */
    static String session(ObjectNode result) {
        Matcher line = LINE.matcher(text(result));
        assertThat(line.matches()).describedAs(result.toString()).isTrue();
        assertThat(result.path("_meta").path(SessionAnnotation.META).stringValue())
                .isEqualTo(line.group(2));
        return line.group(2);
    }

    static boolean isError(ObjectNode result) {
        return result.path("isError").asBoolean(false);
    }
}
