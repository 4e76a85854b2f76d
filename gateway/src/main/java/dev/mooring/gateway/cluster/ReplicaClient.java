package dev.mooring.gateway.cluster;

import dev.mooring.gateway.cluster.ForwardOutcome.Ran;
import dev.mooring.handle.cluster.ClusterTimes;
import dev.mooring.handle.cluster.Peer;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.server.InputRequestFailed;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Forwards calls to other replicas. Thread-safe. */
public final class ReplicaClient implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicaClient.class);
    private static final String JSON = "application/json";

    private final ClusterKey key;
    private final Duration silenceTimeout;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http;

    /** Creates a client. It connects when it forwards the first call. */
    public ReplicaClient(ClusterKey key) {
        this(key, ClusterTimes.LEASE.plus(ClusterTimes.DECISION));
    }

    /** @param silenceTimeout how long to wait for the next line of a running call */
    ReplicaClient(ClusterKey key, Duration silenceTimeout) {
        this.key = key;
        this.silenceTimeout = silenceTimeout;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(ClusterTimes.DECISION)
                .executor(threads)
                .build();
    }

    /**
     * Offers a call to a replica, and confirms it if the replica accepts. Waits for the outcome. An interrupt cancels the call.
     *
     * @param patience how long to wait for the answer to the offer
     * @param caller receives notifications on this thread, and input requests on others
     */
    public ForwardOutcome forward(Peer peer, ForwardedCall call, Duration patience, ForwardedCaller caller)
            throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        HttpResponse<InputStream> response;
        try {
            HttpRequest offer = request(peer, ForwardingEndpoint.PATH, Json.bytes(call.toJson()))
                    .timeout(patience)
                    .build();
            response = http.send(offer, HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException e) {
            return new ForwardOutcome.Unreachable(peer.id() + " does not answer: " + e.getMessage());
        }
        try (var events = new EventLines(response.body(), threads)) {
            return response.statusCode() == 200
                    ? follow(peer, events, Duration.ofNanos(deadline - System.nanoTime()), caller)
                    : new ForwardOutcome.Unreachable(refusal(peer, response.statusCode()));
        }
    }

    private static String refusal(Peer peer, int status) {
        if (status == 403) {
            LOG.error(
                    "{} at {} refuses this replica. Give all replicas the same cluster key.",
                    peer.id(),
                    peer.address());
        }
        return peer.id() + " answered with status " + status;
    }

    private HttpRequest.Builder request(Peer peer, String path, byte[] body) {
        String base = peer.address().endsWith("/")
                ? peer.address().substring(0, peer.address().length() - 1)
                : peer.address();
        String digest = ClusterKey.digest(body);
        return HttpRequest.newBuilder(URI.create(base + path))
                .header("Content-Type", JSON)
                .header(ClusterKey.DIGEST, digest)
                .header(ClusterKey.SIGNATURE, key.sign(path, digest))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    }

    private ForwardOutcome follow(Peer peer, EventLines events, Duration patience, ForwardedCaller caller)
            throws InterruptedException {
        ObjectNode first = events.next(patience);
        if (first == null) {
            return new ForwardOutcome.Unreachable(peer.id() + " does not answer");
        }
        ObjectNode refused = Json.objectAt(first, Lines.REFUSED);
        if (refused != null) {
            return new ForwardOutcome.Refused(Lines.verdict(refused));
        }
        String id = Objects.requireNonNullElse(Json.stringAt(first, Lines.ACCEPTED), "");
        post(peer, id + "/confirm", Json.object());
        try {
            return await(peer, id, events, caller);
        } catch (InterruptedException e) {
            post(peer, id + "/cancel", Json.object());
            throw e;
        }
    }

    /** Reads the events of a confirmed call. From here on, a failure leaves the call in doubt. */
    private Ran await(Peer peer, String id, EventLines events, ForwardedCaller caller) throws InterruptedException {
        while (true) {
            ObjectNode line = events.next(silenceTimeout);
            if (line == null) {
                post(peer, id + "/cancel", Json.object());
                return new ForwardOutcome.InDoubt("The connection to " + peer.id() + " is broken");
            }
            Ran outcome = Lines.outcome(line);
            if (outcome != null) {
                return outcome;
            }
            ObjectNode notification = Json.objectAt(line, Lines.NOTIFICATION);
            if (notification != null) {
                caller.notify(notification);
            }
            ObjectNode input = Json.objectAt(line, Lines.INPUT);
            String number = Json.stringAt(line, Lines.INPUT_NUMBER);
            if (input != null && number != null) {
                events.fork(() -> answer(peer, id + "/inputs/" + number, input, caller));
            }
        }
    }

    private void answer(Peer peer, String path, ObjectNode request, ForwardedCaller caller) {
        ObjectNode answer;
        try {
            answer = Lines.of(Lines.RESULT, caller.requestInput(request));
        } catch (InputRequestFailed e) {
            answer = Lines.of(Lines.ERROR, Lines.of(e.error()));
        } catch (InterruptedException e) {
            return; // the call has ended
        } catch (RuntimeException e) {
            LOG.error("An input request of a forwarded call failed", e);
            answer = Lines.of(Lines.ERROR, Lines.of(McpError.internal()));
        }
        post(peer, path, answer);
    }

    /** Sends a message about a call. If it gets lost, the owner abandons the call, or the call ends by its own timeout. */
    private void post(Peer peer, String path, ObjectNode message) {
        send(peer, ForwardingEndpoint.PATH + "/" + path, message);
    }

    /** Sends a message that concerns a call of any replica. It may get lost. */
    void broadcast(Peer peer, ObjectNode message) {
        send(peer, ForwardingEndpoint.MESSAGES, message);
    }

    private void send(Peer peer, String path, ObjectNode message) {
        HttpRequest request =
                request(peer, path, Json.bytes(message)).timeout(silenceTimeout).build();
        var _ = http.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .whenComplete((_, e) -> logFailure(peer, e));
    }

    private static void logFailure(Peer peer, @Nullable Throwable e) {
        if (e != null) {
            LOG.debug("A message to {} is lost: {}", peer.id(), e.toString());
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
        threads.shutdownNow();
    }
}
