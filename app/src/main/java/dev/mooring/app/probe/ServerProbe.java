package dev.mooring.app.probe;

import dev.mooring.app.login.SignInText;
import dev.mooring.app.login.SignIns;
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
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Opens servers in parallel, each in an ephemeral session, and lists their tools. */
public final class ServerProbe {
    /** Declares elicitation, because some servers offer certain tools only then. Declines each request. */
    private static final ClientOptions DECLINING = ClientOptions.builder()
            .elicitation(params -> Json.object().put("action", "decline"))
            .build();

    private ServerProbe() {}

    /**
     * Opens the servers of all entries.
     *
     * @param signIns the credentials of the servers
     * @param listener receives each result as soon as it is known, on any thread
     * @return one result for each entry, in the same order
     */
    public static List<ProbedServer> probe(List<Entry> entries, SignIns signIns, Consumer<ProbedServer> listener)
            throws InterruptedException {
        List<ToolServer> usable = entries.stream()
                .flatMap(entry -> entry instanceof Entry.Usable(ToolServer server) ? Stream.of(server) : Stream.of())
                .toList();
        try (Sessions sessions = Sessions.builder(usable)
                        .options(server -> DECLINING.toBuilder()
                                .credentials(signIns.credentials(server))
                                .build())
                        .build();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<ProbedServer>> pending = new ArrayList<>();
            for (Entry entry : entries) {
                pending.add(threads.submit(() -> {
                    ProbedServer result = probe(entry, sessions, signIns);
                    listener.accept(result);
                    return result;
                }));
            }
            try {
                return collect(pending);
            } finally {
                threads.shutdownNow(); // if this thread is interrupted, the others stop
            }
        }
    }

    private static List<ProbedServer> collect(List<Future<ProbedServer>> pending) throws InterruptedException {
        List<ProbedServer> results = new ArrayList<>();
        for (Future<ProbedServer> each : pending) {
            try {
                results.add(each.get());
            } catch (ExecutionException e) {
                throw new IllegalStateException("Cannot probe a server: " + e.getCause(), e.getCause());
            }
        }
        return results;
    }

    private static ProbedServer probe(Entry entry, Sessions sessions, SignIns signIns) throws InterruptedException {
        return switch (entry) {
            case Entry.Invalid invalid -> new ProbedServer.Failed(invalid.name(), reason(invalid.error()), null);
            case Entry.Usable(ToolServer server) -> probe(server, sessions, signIns);
        };
    }

    private static ProbedServer probe(ToolServer server, Sessions sessions, SignIns signIns)
            throws InterruptedException {
        long began = System.nanoTime();
        try (EphemeralSession session = sessions.ephemeral(server.name())) {
            Duration opened = Duration.ofNanos(System.nanoTime() - began);
            Reply reply = session.listTools();
            Reply seen = reply instanceof Reply.Result(ObjectNode result)
                    ? new Reply.Result(server.secrets().redact(result))
                    : reply;
            return switch (ToolListing.of(
                    server,
                    seen,
                    session.client().instructions(),
                    session.client().capabilities())) {
                case ToolListing.Listed listed -> succeeded(server, session.client(), listed, opened, signIns);
                case ToolListing.Unavailable unavailable ->
                    new ProbedServer.Failed(
                            server.name(),
                            "Cannot list the tools: " + unavailable.reason(),
                            reply instanceof Reply.Failed(var failure) ? FailureAdvice.of(server, failure) : null);
            };
        } catch (OpenFailed e) {
            return new ProbedServer.Failed(
                    server.name(), server.secrets().redact(reason(e)), FailureAdvice.of(server, e.failure()));
        }
    }

    private static ProbedServer succeeded(
            ToolServer server, McpClient client, ToolListing.Listed listed, Duration opened, SignIns signIns) {
        var self = new Implementation(server.secrets().redact(client.server().json()));
        return new ProbedServer.Succeeded(
                server.name(), client.version(), self, listed, opened, signedIn(server, signIns));
    }

    private static @Nullable String signedIn(ToolServer server, SignIns signIns) {
        try {
            return signIns.find(server)
                    .map(signIn -> SignInText.of(signIn, Instant.now()))
                    .orElse(null);
        } catch (IOException e) {
            return "cannot read the stored sign-in: " + e.getMessage();
        }
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
