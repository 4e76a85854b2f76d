package dev.mooring.mcp.client;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** The thread of a subscription: one long request, asked again when the stream breaks. */
final class ModernSubscription implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(ModernSubscription.class);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final McpClient client;
    private final ObjectNode params;

    ModernSubscription(McpClient client, ObjectNode filter) {
        this.client = client;
        this.params = Json.object();
        params.set("notifications", filter);
    }

    @Override
    public void run() {
        Duration pause = FIRST_PAUSE;
        try {
            while (client.isOpen()) {
                long started = System.nanoTime();
                Reply reply = client.request(Methods.LISTEN, params);
                if (reply instanceof Reply.Fault(var error)) {
                    LOG.warn("the server takes no subscription: {}", error.message());
                    return;
                }
                LOG.debug("a subscription ended and is asked for again: {}", reply);
                boolean lasted = System.nanoTime() - started > LONGEST_PAUSE.toNanos();
                pause = lasted ? FIRST_PAUSE : pause.multipliedBy(2);
                if (pause.compareTo(LONGEST_PAUSE) > 0) {
                    pause = LONGEST_PAUSE;
                }
                Thread.sleep(pause);
            }
        } catch (InterruptedException e) {
            LOG.trace("the subscription was closed");
        }
    }
}
