package dev.mooring.bench.contender;

import dev.mooring.bench.measure.Bench;
import java.util.ArrayList;
import java.util.List;

/** The commands of other projects' proxies that serve a stdio server over HTTP, at {@code /mcp}. */
public final class NodeProxies {
    private NodeProxies() {}

    /** Returns the command of supergateway in its stateful mode: one process of the server for each session. */
    public static List<String> supergateway(Bench bench, List<String> server, int port) {
        return List.of(
                node(bench),
                bench.file("counterparts/node_modules/supergateway/dist/index.js"),
                "--stdio",
                String.join(" ", server),
                "--outputTransport",
                "streamableHttp",
                "--stateful",
                "--logLevel",
                "none",
                "--port",
                String.valueOf(port));
    }

    /** Returns the command of mcp-proxy, which has one process of the server for all sessions. */
    public static List<String> mcpProxy(Bench bench, List<String> server, int port) {
        List<String> command = new ArrayList<>(List.of(
                node(bench),
                bench.file("counterparts/node_modules/mcp-proxy/dist/bin/mcp-proxy.mjs"),
                "--server",
                "stream",
                "--host",
                "127.0.0.1",
                "--port",
                String.valueOf(port),
                "--"));
        command.addAll(server);
        return command;
    }

    private static String node(Bench bench) {
        return bench.serverEverything().getFirst();
    }
}
