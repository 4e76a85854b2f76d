package dev.mooring.gateway.cluster;

import dev.mooring.gateway.cluster.ForwardOutcome.Accepted;
import dev.mooring.handle.cluster.ClusterTimes;
import dev.mooring.handle.cluster.Peer;
import dev.mooring.handle.cluster.protocol.ClusterClock;
import dev.mooring.handle.cluster.protocol.ReceivedPermits;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.client.http.ConnectFailures;
import dev.mooring.mcp.server.InputRequestFailed;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Forwards calls to other replicas. Thread-safe. */
final class ReplicaClient implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicaClient.class);

    /** Limit on the age of a permit, with which a replica accepts a call without an offer. */
    private static final Duration MAX_PERMIT_AGE = Duration.ofMillis(500);

    private final ClusterKey key;
    private final Duration silenceTimeout;
    private final ReceivedPermits permits = new ReceivedPermits(ClusterClock.SYSTEM, MAX_PERMIT_AGE);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** Creates a client. It connects when it forwards the first call. */
    ReplicaClient(ClusterKey key) {
        this(key, ClusterTimes.LEASE.plus(ClusterTimes.DECISION));
    }

    /** @param silenceTimeout how long to wait for the next line of a running call */
    ReplicaClient(ClusterKey key, Duration silenceTimeout) {
        this.key = key;
        this.silenceTimeout = silenceTimeout;
    }

    /**
     * Forwards a call to a replica and waits for its outcome. Sends the call at once if the replica has just issued a permit;
     * otherwise offers it, and confirms it if the replica accepts. An interrupt cancels the call.
     *
     * @param timeout how long to wait for the answer to an offer
     * @param caller receives notifications on this thread, and input requests on others
     */
    ForwardOutcome forward(Peer peer, ForwardedCall call, Duration timeout, ForwardedCaller caller)
            throws InterruptedException {
        String permit = permits.take(peer.id()).orElse(null);
        return permit == null ? offer(peer, call, timeout, caller) : sendPermitted(peer, call, permit, caller);
    }

    private ForwardOutcome offer(Peer peer, ForwardedCall call, Duration timeout, ForwardedCaller caller)
            throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        HttpPost post = request(peer, ForwardingEndpoint.PATH, call.toJson());
        try (var exchange = ReplicaExchange.send(post, timeout)) {
            if (exchange.status() != 200) {
                return new ForwardOutcome.Unreachable(error(peer, exchange.status()));
            }
            ObjectNode first = exchange.next(Duration.ofNanos(deadline - System.nanoTime()));
            if (first == null) {
                return new ForwardOutcome.Unreachable(peer.id() + " does not answer");
            }
            ForwardOutcome refused = refusal(peer, exchange, first);
            if (refused != null) {
                return refused;
            }
            String id = Objects.requireNonNullElse(Json.stringAt(first, ReplicaJson.ACCEPTED), "");
            return confirm(peer, id, exchange, caller);
        } catch (IOException e) {
            return unreachable(peer, e);
        }
    }

    private Accepted confirm(Peer peer, String id, ReplicaExchange exchange, ForwardedCaller caller)
            throws InterruptedException {
        post(peer, id + "/confirm", Json.object());
        try {
            return follow(peer, id, exchange, exchange.next(silenceTimeout), caller);
        } catch (InterruptedException e) {
            post(peer, id + "/cancel", Json.object());
            throw e;
        }
    }

    private ForwardOutcome sendPermitted(Peer peer, ForwardedCall call, String permit, ForwardedCaller caller)
            throws InterruptedException {
        HttpPost post = request(peer, ForwardingEndpoint.PATH, call.toJson().put(ReplicaJson.PERMIT, permit));
        try (var exchange = ReplicaExchange.send(post, silenceTimeout)) {
            if (exchange.status() == 403) {
                return new ForwardOutcome.Unreachable(error(peer, exchange.status()));
            }
            if (exchange.status() != 200) {
                return inDoubt(peer); // a proxy may have sent this status after it forwarded the call
            }
            ObjectNode first = exchange.next(silenceTimeout);
            ForwardOutcome refused = refusal(peer, exchange, first);
            return refused == null ? follow(peer, permit, exchange, first, caller) : refused;
        } catch (IOException e) {
            return ConnectFailures.include(e) ? unreachable(peer, e) : inDoubt(peer);
        } catch (InterruptedException e) {
            post(peer, permit + "/cancel", Json.object());
            throw e;
        }
    }

    private static ForwardOutcome unreachable(Peer peer, IOException e) {
        return new ForwardOutcome.Unreachable(peer.id() + " does not answer: " + e.getMessage());
    }

    private static Accepted inDoubt(Peer peer) {
        return new ForwardOutcome.InDoubt("The connection to " + peer.id() + " is broken");
    }

    private static String error(Peer peer, int status) {
        if (status == 403) {
            LOG.error(
                    "{} at {} refuses this replica. Give all replicas the same cluster key.",
                    peer.id(),
                    peer.address());
        }
        return peer.id() + " answered with status " + status;
    }

    /** Keeps the permit in the last line of a response, and ends the exchange. */
    private void finish(Peer peer, ReplicaExchange exchange, ObjectNode last) {
        String permit = Json.stringAt(last, ReplicaJson.PERMIT);
        if (permit != null) {
            permits.add(peer.id(), permit);
        }
        exchange.finish(silenceTimeout);
    }

    private @Nullable ForwardOutcome refusal(Peer peer, ReplicaExchange exchange, @Nullable ObjectNode line) {
        ObjectNode notSentReason = Json.objectAt(line, ReplicaJson.REFUSED);
        if (line == null || notSentReason == null) {
            return null;
        }
        finish(peer, exchange, line);
        return new ForwardOutcome.Refused(ReplicaJson.notSentReason(notSentReason));
    }

    /**
     * Reads the events of a call that may run. From here on, a failure leaves the call in doubt.
     *
     * @param first the first line, or null if the owner is silent
     */
    private Accepted follow(
            Peer peer, String id, ReplicaExchange exchange, @Nullable ObjectNode first, ForwardedCaller caller)
            throws InterruptedException {
        List<Future<?>> answers = new ArrayList<>();
        ObjectNode line = first;
        try {
            while (line != null) {
                Accepted outcome = ReplicaJson.outcome(line);
                if (outcome != null) {
                    finish(peer, exchange, line);
                    return outcome;
                }
                ObjectNode notification = Json.objectAt(line, ReplicaJson.NOTIFICATION);
                if (notification != null) {
                    caller.notify(notification);
                }
                ObjectNode input = Json.objectAt(line, ReplicaJson.INPUT);
                String number = Json.stringAt(line, ReplicaJson.INPUT_NUMBER);
                if (input != null && number != null) {
                    answers.add(threads.submit(() -> answer(peer, id + "/inputs/" + number, input, caller)));
                }
                line = exchange.next(silenceTimeout);
            }
            post(peer, id + "/cancel", Json.object());
            return inDoubt(peer);
        } finally {
            answers.forEach(answer -> answer.cancel(true));
        }
    }

    private void answer(Peer peer, String path, ObjectNode request, ForwardedCaller caller) {
        ObjectNode answer;
        try {
            answer = ReplicaJson.of(ReplicaJson.RESULT, caller.requestInput(request));
        } catch (InputRequestFailed e) {
            answer = ReplicaJson.of(ReplicaJson.ERROR, ReplicaJson.of(e.error()));
        } catch (InterruptedException e) {
            return; // the call has ended
        } catch (RuntimeException e) {
            LOG.error("An input request of a forwarded call failed", e);
            answer = ReplicaJson.of(ReplicaJson.ERROR, ReplicaJson.of(McpError.internal()));
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
        HttpPost post = request(peer, path, message);
        threads.execute(() -> {
            try (var exchange = ReplicaExchange.send(post, silenceTimeout)) {
                exchange.finish(silenceTimeout);
            } catch (IOException e) {
                LOG.debug("A message to {} is lost: {}", peer.id(), e.toString());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // closed
            }
        });
    }

    private HttpPost request(Peer peer, String path, ObjectNode message) {
        String base = peer.address().endsWith("/")
                ? peer.address().substring(0, peer.address().length() - 1)
                : peer.address();
        byte[] body = Json.bytes(message);
        String digest = ClusterKey.digest(body);
        HttpPost post = new HttpPost(base + path);
        post.setHeader(ClusterKey.DIGEST, digest);
        post.setHeader(ClusterKey.SIGNATURE, key.sign(path, digest));
        post.setEntity(new ByteArrayEntity(body, ContentType.APPLICATION_JSON));
        return post;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
