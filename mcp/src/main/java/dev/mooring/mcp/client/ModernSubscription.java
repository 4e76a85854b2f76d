package dev.mooring.mcp.client;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.transport.Transport;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Keeps a {@code subscriptions/listen} request open, with backoff between attempts. Runs on its own thread. */
final class ModernSubscription implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(ModernSubscription.class);
    private static final Duration MIN_BACKOFF = Duration.ofSeconds(1);
    private static final Duration MAX_BACKOFF = Duration.ofMinutes(1);

    private final EraRequests requests;
    private final Transport transport;
    private final ObjectNode params;
    private final UnaryOperator<String> redaction;

    ModernSubscription(EraRequests requests, Transport transport, ObjectNode filter, UnaryOperator<String> redaction) {
        this.requests = requests;
        this.transport = transport;
        this.params = Json.object();
        params.set("notifications", filter);
        this.redaction = redaction;
    }

    @Override
    public void run() {
        Duration backoff = MIN_BACKOFF;
        try {
            while (transport.failure() == null) {
                long started = System.nanoTime();
                Reply reply = requests.send(Methods.LISTEN, params, CallOptions.DEFAULT);
                if (reply instanceof Reply.Rejected(var error)) {
                    LOG.warn("The server rejected a subscription: {}", redaction.apply(error.message()));
                    return;
                }
                LOG.debug("A subscription ended; the client requests it again: {}", redaction.apply(reply.toString()));
                boolean wasLong = System.nanoTime() - started > MAX_BACKOFF.toNanos();
                backoff = wasLong ? MIN_BACKOFF : backoff.multipliedBy(2);
                if (backoff.compareTo(MAX_BACKOFF) > 0) {
                    backoff = MAX_BACKOFF;
                }
                Thread.sleep(backoff);
            }
        } catch (InterruptedException e) {
            LOG.trace("The subscription was closed");
        }
    }
}
