package dev.mooring.app.probe;

import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.session.EphemeralSession;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolListing;
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
import tools.jackson.databind.node.ObjectNode;

/** Opens servers, each once and all at the same time, by sessions that are closed again at once. */
public final class ServerProbe {
    /** As on a terminal, where a server may ask the person: some offer tools only then. Nobody is asked here, though. */
    private static final ClientOptions ASKABLE = ClientOptions.builder()
            .elicitation(params -> Json.object().put("action", "decline"))
            .build();

    private ServerProbe() {}

    /**
     * One finding for each entry, in their order.
     *
     * @param heard told of each as it comes, on some thread
     */
    public static List<ProbeResult> of(List<Entry> entries, Consumer<ProbeResult> heard) throws InterruptedException {
        List<ToolServer> usable = entries.stream()
                .flatMap(entry -> entry instanceof Entry.Usable(ToolServer server)
                        ? java.util.stream.Stream.of(server)
                        : java.util.stream.Stream.of())
                .toList();
        try (Sessions sessions = Sessions.builder(usable).options(ASKABLE).build();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<ProbeResult>> asked = new ArrayList<>();
            for (Entry entry : entries) {
                asked.add(threads.submit(() -> {
                    ProbeResult finding = find(entry, sessions);
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

    private static List<ProbeResult> collect(List<Future<ProbeResult>> asked) throws InterruptedException {
        List<ProbeResult> findings = new ArrayList<>();
        for (Future<ProbeResult> each : asked) {
            try {
                findings.add(each.get());
            } catch (ExecutionException e) {
                throw new IllegalStateException("a server could not be looked at: " + e.getCause(), e.getCause());
            }
        }
        return findings;
    }

    private static ProbeResult find(Entry entry, Sessions sessions) throws InterruptedException {
        return switch (entry) {
            case Entry.Faulty faulty -> new ProbeResult.Fails(faulty.name(), reason(faulty.fault()), null);
            case Entry.Usable(ToolServer server) -> find(server, sessions);
        };
    }

    private static ProbeResult find(ToolServer server, Sessions sessions) throws InterruptedException {
        long began = System.nanoTime();
        try (EphemeralSession session = sessions.ephemeral(server.name())) {
            Duration opened = Duration.ofNanos(System.nanoTime() - began);
            Reply reply = session.listTools();
            Reply seen = reply instanceof Reply.Result(ObjectNode result)
                    ? new Reply.Result(server.secrets().redact(result))
                    : reply;
            return switch (ToolListing.of(server, seen)) {
                case ToolListing.Listed listed -> works(server, session.client(), listed, opened);
                case ToolListing.Unavailable unavailable ->
                    new ProbeResult.Fails(
                            server.name(),
                            "it opens, but does not list its tools: " + unavailable.reason(),
                            reply instanceof Reply.Failed(var failure) ? FailureAdvice.of(server, failure) : null);
            };
        } catch (OpenFailed e) {
            return new ProbeResult.Fails(
                    server.name(), server.secrets().redact(reason(e)), FailureAdvice.of(server, e.failure()));
        }
    }

    private static ProbeResult works(ToolServer server, McpClient client, ToolListing.Listed listed, Duration opened) {
        var self = new Implementation(server.secrets().redact(client.server().json()));
        return new ProbeResult.Works(server.name(), client.version(), self, listed, opened);
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
