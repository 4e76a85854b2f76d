package dev.mooring.app.servers;

import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.Reply;
import dev.mooring.session.Ephemeral;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolServer;
import dev.mooring.session.config.ServersFile.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Opens servers, each once and all at the same time, by sessions that are closed again at once. */
public final class Survey {
    private Survey() {}

    /**
     * One finding for each entry, in their order.
     *
     * @param heard told of each as it comes, on some thread
     */
    public static List<Finding> of(List<Entry> entries, Consumer<Finding> heard) throws InterruptedException {
        List<ToolServer> usable = entries.stream()
                .flatMap(entry -> entry instanceof Entry.Usable(ToolServer server)
                        ? java.util.stream.Stream.of(server)
                        : java.util.stream.Stream.of())
                .toList();
        try (Sessions sessions = Sessions.builder(usable).build();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Finding>> asked = new ArrayList<>();
            for (Entry entry : entries) {
                asked.add(threads.submit(() -> {
                    Finding finding = find(entry, sessions);
                    heard.accept(finding);
                    return finding;
                }));
            }
            try {
                return collect(asked);
            } finally {
                threads.shutdownNow(); // nobody waits for what is still open when this thread is interrupted
            }
        }
    }

    private static List<Finding> collect(List<Future<Finding>> asked) throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        for (Future<Finding> each : asked) {
            try {
                findings.add(each.get());
            } catch (ExecutionException e) {
                throw new IllegalStateException("a server could not be looked at: " + e.getCause(), e.getCause());
            }
        }
        return findings;
    }

    private static Finding find(Entry entry, Sessions sessions) throws InterruptedException {
        return switch (entry) {
            case Entry.Faulty faulty -> new Finding.Fails(faulty.name(), reason(faulty.fault()), null);
            case Entry.Usable(ToolServer server) -> find(server, sessions);
        };
    }

    private static Finding find(ToolServer server, Sessions sessions) throws InterruptedException {
        long began = System.nanoTime();
        try (Ephemeral session = sessions.ephemeral(server.name())) {
            Duration opened = Duration.ofNanos(System.nanoTime() - began);
            return switch (session.tools()) {
                case Reply.Result(ObjectNode result) -> works(server, session.client(), result, opened);
                case Reply.Fault(var error) ->
                    new Finding.Fails(
                            server.name(),
                            server.secrets()
                                    .redact("it opens, but does not list its tools: " + error.message() + " (code "
                                            + error.code() + ")"),
                            null);
                case Reply.Failed(var failure) ->
                    new Finding.Fails(
                            server.name(),
                            server.secrets().redact("it opens, but does not list its tools: " + failure.message()),
                            Remedy.of(server, failure));
            };
        } catch (OpenFailed e) {
            return new Finding.Fails(server.name(), server.secrets().redact(reason(e)), Remedy.of(server, e.failure()));
        }
    }

    private static Finding works(ToolServer server, McpClient client, ObjectNode result, Duration opened) {
        List<ListedTool> tools = new ArrayList<>();
        for (JsonNode tool : server.secrets().redact(result).path("tools")) {
            if (tool instanceof ObjectNode object) {
                tools.add(new ListedTool(object));
            }
        }
        var self = new dev.mooring.mcp.Implementation(
                server.secrets().redact(client.server().json()));
        return new Finding.Works(server.name(), client.version(), self, List.copyOf(tools), opened);
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
