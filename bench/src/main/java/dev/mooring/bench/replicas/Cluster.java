package dev.mooring.bench.replicas;

import dev.mooring.bench.contender.Echo;
import dev.mooring.bench.contender.GatewayServer;
import dev.mooring.bench.contender.ServerWorker;
import dev.mooring.bench.fork.ForkedWorker;
import dev.mooring.bench.measure.Bench;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Replicas of the gateway in JVMs of their own, with a PostgreSQL and an upstream server. */
final class Cluster implements AutoCloseable {
    private static final String SESSION = "dev.mooring/session_id";

    private final List<Closeable> opened = new ArrayList<>();
    private final List<URI> replicas = new ArrayList<>();
    private final String upstream;

    Cluster(Bench bench, int size) throws IOException {
        EmbeddedPostgres postgres = EmbeddedPostgres.start();
        opened.add(postgres);
        Path key = Files.writeString(bench.scratch("cluster.key"), "0123456789abcdef0123456789abcdef");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        ForkedWorker<ServerWorker.Question, ServerWorker.State> server = ServerWorker.ours();
        opened.add(server::close);
        upstream = ServerWorker.address(server).toString();
        for (int i = 0; i < size; i++) {
            replicas.add(start(
                    GatewayServer.CLUSTER,
                    "postgresql://postgres@127.0.0.1:" + postgres.getPort() + "/postgres",
                    key.toString(),
                    upstream));
        }
    }

    private URI start(String... arguments) throws IOException {
        ForkedWorker<ServerWorker.Question, ServerWorker.State> server =
                ServerWorker.fork(GatewayServer.class, arguments);
        opened.add(server::close);
        return ServerWorker.address(server);
    }

    URI replica(int index) {
        return replicas.get(index);
    }

    /** Starts a gateway with a SQLite file on the same upstream server. */
    URI startSingle() throws IOException {
        return start(GatewayServer.DURABLE, upstream);
    }

    static McpClient open(URI gateway) throws Exception {
        return McpClient.open(
                ServerLocation.Remote.at(gateway),
                ClientOptions.builder().era(EraChoice.MODERN).build());
    }

    /** Starts a session and returns its id. */
    static String mint(McpClient client) throws InterruptedException {
        String session = Json.stringAt(call(client, null).path("_meta"), SESSION);
        if (session == null) {
            throw new IllegalStateException("The call started no session");
        }
        return session;
    }

    /** Calls the tool in a session, or without one if it is null. */
    static ObjectNode call(McpClient client, @Nullable String session) throws InterruptedException {
        ObjectNode arguments = Json.object().put("message", Echo.MESSAGE);
        if (session != null) {
            arguments.put("session_id", session);
        }
        Reply reply = client.callTool(Echo.TOOL, arguments);
        if (reply instanceof Reply.Result(ObjectNode result)
                && !result.path("isError").asBoolean(false)) {
            return result;
        }
        throw new IllegalStateException("The call failed: " + reply);
    }

    @Override
    public void close() throws IOException {
        for (Closeable each : opened.reversed()) {
            each.close();
        }
    }
}
