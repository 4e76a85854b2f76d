package dev.mooring.bench.gateway;

import dev.mooring.bench.contender.GatewayServer;
import dev.mooring.bench.fork.Worker;
import dev.mooring.bench.protocol.Footprint;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.ServerLocation;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.node.ObjectNode;

/** Opens handles of a gateway in this JVM and leaves them idle. The client is modern, so it keeps no state per handle. */
public final class HandleOpener implements Worker<HandleOpener.Task, HandleOpener.Opened> {
    private final GatewayServer gateway;
    private final McpClient client;

    /**
     * The handles to open.
     *
     * @param tool the tool to call for each handle
     * @param inFlight how many threads open handles
     */
    public record Task(String tool, ObjectNode arguments, int count, int inFlight) {}

    /** The number of failures, the time, and the footprint of this JVM before and after. */
    public record Opened(int failed, double seconds, Footprint before, Footprint after) {}

    /** @param arguments the address of the upstream server, or its command */
    public HandleOpener(List<String> arguments) throws IOException, OpenFailed, InterruptedException {
        gateway = new GatewayServer(arguments);
        client = McpClient.open(
                ServerLocation.Remote.at(gateway.address()),
                ClientOptions.builder().era(EraChoice.MODERN).build());
    }

    @Override
    public Class<Task> taskType() {
        return Task.class;
    }

    @Override
    public Opened perform(Task task) throws IOException {
        Footprint before = Footprint.now();
        var failed = new AtomicInteger();
        var next = new AtomicInteger();
        long start = System.nanoTime();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < task.inFlight; i++) {
                callers.execute(() -> {
                    while (next.getAndIncrement() < task.count) {
                        if (!open(task)) {
                            failed.incrementAndGet();
                        }
                    }
                });
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Opened(failed.get(), seconds, before, Footprint.now());
    }

    /** A call without a session id opens a handle. */
    private boolean open(Task task) {
        try {
            return client.callTool(task.tool, Json.shallowCopy(task.arguments)) instanceof Reply.Result(var result)
                    && !result.path("isError").asBoolean(false);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        client.close();
        gateway.close();
    }
}
