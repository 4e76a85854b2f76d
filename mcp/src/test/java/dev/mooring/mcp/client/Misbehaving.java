package dev.mooring.mcp.client;

import dev.mooring.mcp.Counterparts;
import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** The scripted stdio server {@code misbehaving.mjs}, and helpers to call it. */
final class Misbehaving {
    private Misbehaving() {}

    static ServerLocation.Local server(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Counterparts.node());
        command.add(Counterparts.script("misbehaving.mjs").toString());
        command.addAll(List.of(arguments));
        return new ServerLocation.Local(command, ChildEnvironment.inherited(Map.of()), null);
    }

    static ObjectNode message(String text) {
        return Json.object().put("message", text);
    }

    /** Returns the text of a tool result, and fails on any other reply. */
    static String text(Reply reply) {
        if (reply instanceof Reply.Result(var result)) {
            return result.at("/content/0/text").stringValue();
        }
        throw new AssertionError("expected a result, got " + reply);
    }

    static String call(McpClient client, String tool) throws InterruptedException {
        return text(client.callTool(tool, Json.object()));
    }

    static Failure failure(Reply reply) {
        if (reply instanceof Reply.Failed(var failure)) {
            return failure;
        }
        throw new AssertionError("expected a failure, got " + reply);
    }

    static ProcessHandle process(McpClient client) throws InterruptedException {
        return ProcessHandle.of(Long.parseLong(call(client, "pid"))).orElseThrow();
    }
}
