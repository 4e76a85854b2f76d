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

/** A gateway whose handles are opened and then left alone; its client is modern, so it holds nothing itself. */
public final class Handles implements Worker<Handles.Task, Handles.Opened> {
    private final GatewayServer gateway;
    private final McpClient client;

    /**
     * What to open.
     *
     * @param atOnce how many callers do it
     */
    public record Task(String tool, ObjectNode arguments, int count, int atOnce) {}

    /** What came of it, and what this JVM held before and with them. */
    public record Opened(int failed, double seconds, Footprint before, Footprint with) {}

    /** @param arguments the server's address, or its command */
    public Handles(List<String> arguments) throws IOException, OpenFailed, InterruptedException {
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
        long began = System.nanoTime();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < task.atOnce; i++) {
                callers.execute(() -> {
                    while (next.getAndIncrement() < task.count) {
                        if (!opens(task)) {
                            failed.incrementAndGet();
                        }
                    }
                });
            }
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        return new Opened(failed.get(), seconds, before, Footprint.now());
    }

    /** A call without a handle opens one. */
    private boolean opens(Task task) {
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
