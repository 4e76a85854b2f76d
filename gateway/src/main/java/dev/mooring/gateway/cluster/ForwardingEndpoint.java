package dev.mooring.gateway.cluster;

import dev.mooring.gateway.cluster.CallOwner.AcceptedCall;
import dev.mooring.gateway.cluster.CallOwner.OfferReply;
import dev.mooring.gateway.cluster.ForwardOutcome.InDoubt;
import dev.mooring.handle.cluster.ClusterTimes;
import dev.mooring.handle.cluster.protocol.ClusterClock;
import dev.mooring.handle.cluster.protocol.NotSentReason;
import dev.mooring.handle.cluster.protocol.Permits;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.server.http.WebHandler;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Accepts the calls that other replicas forward. Refuses every request without a signature of the cluster key. A recorded
 * request that is sent again runs nothing: each offer gets a new id, only a signature of that id confirms it, and a permit is
 * good for one call. Thread-safe.
 */
public final class ForwardingEndpoint implements WebHandler, AutoCloseable {
    /** The path of all requests between replicas. */
    static final String PATH = "/cluster/calls";

    /** The path of messages that concern a call of any replica. */
    static final String MESSAGES = "/cluster/messages";

    private static final int MAX_BODY_BYTES = 64 * 1024 * 1024;
    private static final int ID_BYTES = 16;
    private static final Duration IDLE_CHECK = Duration.ofMillis(50);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final ClusterKey key;
    private final CallOwner owner;
    private final Consumer<ObjectNode> onBroadcast;
    private final Duration confirmationTimeout;
    private final Duration aliveInterval;
    private final Permits permits = new Permits(ClusterClock.SYSTEM, randomId() + "-");
    private final Thread aliveSender =
            Thread.ofVirtual().name("forwarded-calls-alive").unstarted(this::sendAlive);
    private volatile boolean isDraining;

    /** Accepted calls by id, until their response is complete. */
    private final Map<String, ReceivedCall> calls = new ConcurrentHashMap<>();

    /**
     * Creates the endpoint of a replica.
     *
     * @param onBroadcast receives the messages that other replicas {@linkplain ClusterNode#broadcast broadcast}
     */
    public ForwardingEndpoint(ClusterKey key, CallOwner owner, Consumer<ObjectNode> onBroadcast) {
        this(key, owner, onBroadcast, ClusterTimes.DECISION.multipliedBy(2), ClusterTimes.DECISION);
    }

    ForwardingEndpoint(
            ClusterKey key,
            CallOwner owner,
            Consumer<ObjectNode> onBroadcast,
            Duration confirmationTimeout,
            Duration aliveInterval) {
        this.key = key;
        this.owner = owner;
        this.onBroadcast = onBroadcast;
        this.confirmationTimeout = confirmationTimeout;
        this.aliveInterval = aliveInterval;
        aliveSender.start();
    }

    private static String randomId() {
        byte[] bytes = new byte[ID_BYTES];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Tells the forwarding replicas at intervals which calls are running. */
    private void sendAlive() {
        try {
            while (true) {
                Thread.sleep(aliveInterval);
                // On threads of their own, because a write waits for its reader.
                calls.values().forEach(call -> Thread.startVirtualThread(() -> call.sendAlive(aliveInterval)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    /** Issues no more permits, and waits until no forwarded call is in flight or the timeout has passed. */
    public void drain(Duration timeout) throws InterruptedException {
        isDraining = true;
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!calls.isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(IDLE_CHECK);
        }
    }

    @Override
    public @Nullable WebResponse handle(WebRequest request) throws IOException {
        String path = request.path();
        if (!path.equals(PATH) && !path.equals(MESSAGES) && !path.startsWith(PATH + "/")) {
            return null;
        }
        String signature = request.header(ClusterKey.SIGNATURE);
        String digest = request.header(ClusterKey.DIGEST);
        if (signature == null
                || digest == null
                || !request.method().equals("POST")
                || !key.verifies(signature, path, digest)) {
            return forbidden();
        }
        byte[] body = request.body(MAX_BODY_BYTES);
        if (!ClusterKey.digest(body).equals(digest)) {
            return forbidden();
        }
        ObjectNode json;
        try {
            json = Json.parse(body) instanceof ObjectNode object ? object : Json.object();
        } catch (MalformedJson e) {
            return WebResponse.of(400);
        }
        if (path.equals(MESSAGES)) {
            onBroadcast.accept(json);
            return WebResponse.of(204);
        }
        return path.equals(PATH)
                ? onCall(ForwardedCall.from(json), Json.stringAt(json, ReplicaJson.PERMIT))
                : onMessage(path.substring(PATH.length() + 1), json);
    }

    private static WebResponse forbidden() {
        return WebResponse.of(403, "text/plain", "Only replicas of this cluster may use this address.\n");
    }

    /**
     * Adds a permit for the next call to the last line of a response. A replica that stops soon issues none, so that the caller
     * of a call that it misses can safely try again.
     */
    private ObjectNode withPermit(ObjectNode line) {
        return isDraining ? line : line.put(ReplicaJson.PERMIT, permits.issue());
    }

    /** @param permit the permit of the call; null if the call is only offered */
    private WebResponse onCall(ForwardedCall call, @Nullable String permit) {
        if (permit != null && !permits.take(permit)) {
            return WebResponse.json(
                    200, withPermit(ReplicaJson.of(new InDoubt("The permit was used before, or has expired"))));
        }
        return switch (owner.offer(call)) {
            case OfferReply.Refused(NotSentReason notSentReason) ->
                WebResponse.json(200, withPermit(ReplicaJson.of(ReplicaJson.REFUSED, ReplicaJson.of(notSentReason))));
            case OfferReply.Accepted(AcceptedCall accepted) -> {
                String id = permit == null ? randomId() : permit;
                ReceivedCall running = permit == null
                        ? ReceivedCall.offered(id, accepted, this::withPermit, confirmationTimeout)
                        : ReceivedCall.permitted(id, accepted, this::withPermit);
                calls.put(id, running);
                yield WebResponse.streamed(200, "application/x-ndjson", body -> {
                    try {
                        running.serve(body);
                    } finally {
                        calls.remove(id);
                    }
                });
            }
        };
    }

    /** Serves {@code ID/confirm}, {@code ID/cancel} and {@code ID/inputs/NUMBER}. */
    private WebResponse onMessage(String path, ObjectNode json) {
        String[] parts = path.split("/", -1);
        ReceivedCall call = calls.get(parts[0]);
        if (call == null || parts.length < 2) {
            return WebResponse.of(404);
        }
        boolean isKnown = switch (parts[1]) {
            case "confirm" -> call.confirm();
            case "cancel" -> {
                call.cancel();
                yield true;
            }
            case "inputs" -> parts.length == 3 && call.answer(parts[2], json);
            default -> false;
        };
        return WebResponse.of(isKnown ? 204 : 404);
    }

    /** Stops the thread of this endpoint. The HTTP server must not use the endpoint any longer. */
    @Override
    public void close() {
        aliveSender.interrupt();
    }
}
