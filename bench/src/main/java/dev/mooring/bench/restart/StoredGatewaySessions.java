package dev.mooring.bench.restart;

import dev.mooring.bench.contender.Echo;
import dev.mooring.bench.contender.ServerWorker;
import dev.mooring.bench.fork.ForkedWorker;
import dev.mooring.bench.measure.Bench;
import dev.mooring.mcp.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Sessions of {@code mooring gateway} on a remote server, which continue after a restart. */
final class StoredGatewaySessions extends StoredSessionsBenchmark {
    @Override
    public String name() {
        return "gateway";
    }

    @Override
    Program open(Bench bench) throws IOException {
        ForkedWorker<ServerWorker.Question, ServerWorker.State> server = ServerWorker.ours();
        ObjectNode servers = Json.object();
        servers.putObject("mcpServers")
                .putObject("up")
                .put("type", "http")
                .put("url", ServerWorker.address(server).toString());
        Path file = bench.scratch("servers.json");
        Files.writeString(file, servers.toString());
        return new Program() {
            @Override
            public List<String> arguments(Path state) {
                // With a free port, the gateway keeps its sessions only if it is told where.
                return List.of(
                        "gateway",
                        "--servers",
                        file.toString(),
                        "--max-sessions",
                        "20000",
                        "--store",
                        "sqlite:" + state.resolve("store.db"));
            }

            @Override
            public String path() {
                return "/up/modern/mcp";
            }

            @Override
            public String tool() {
                return Echo.TOOL;
            }

            @Override
            public ObjectNode toolArguments() {
                return Json.object().put("message", Echo.MESSAGE);
            }

            @Override
            public void close() throws IOException {
                server.close();
            }
        };
    }
}
