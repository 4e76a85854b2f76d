package dev.mooring.gateway.cluster;

import dev.mooring.gateway.cluster.CallOwner.AcceptedCall;
import dev.mooring.gateway.cluster.CallOwner.Offer;
import dev.mooring.handle.cluster.ClusterTimes;
import dev.mooring.handle.cluster.Verdict;
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
 * request that is sent again runs nothing: each offer gets a new id, and only a signature of that id confirms it. Thread-safe.
 */
public final class ForwardingEndpoint implements WebHandler {
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

    /** Accepted calls by id, until their response is complete. */
    private final Map<String, RunningCall> calls = new ConcurrentHashMap<>();

    /**
     * Creates the endpoint of a replica.
     *
     * @param onBroadcast receives what other replicas {@linkplain ClusterNode#broadcast broadcast}
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
    }

    /** Waits until no forwarded call is in flight, or the timeout has passed. */
    public void awaitIdle(Duration timeout) throws InterruptedException {
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
                ? onOffer(ForwardedCall.from(json))
                : onMessage(path.substring(PATH.length() + 1), json);
    }

    private static WebResponse forbidden() {
        return WebResponse.of(403, "text/plain", "Only replicas of this cluster may use this address.\n");
    }

    private WebResponse onOffer(ForwardedCall call) {
        return switch (owner.offer(call)) {
            case Offer.Refused(Verdict verdict) -> WebResponse.json(200, Lines.of(Lines.REFUSED, Lines.of(verdict)));
            case Offer.Accepted(AcceptedCall accepted) -> {
                byte[] bytes = new byte[ID_BYTES];
                RANDOM.nextBytes(bytes);
                String id = HexFormat.of().formatHex(bytes);
                var running = new RunningCall(id, accepted, confirmationTimeout, aliveInterval);
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
        RunningCall call = calls.get(parts[0]);
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
}
