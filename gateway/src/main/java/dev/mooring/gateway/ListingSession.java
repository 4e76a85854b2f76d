package dev.mooring.gateway;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.Subscription;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.session.CallOutcome;
import dev.mooring.session.EphemeralSession;
import dev.mooring.session.Owner;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The session on which the gateway lists a server, receives its change notifications, and sends requests that depend on no
 * caller's state. It belongs to no handle and is opened on first use. A lock serializes all other operations.
 */
final class ListingSession {
    private static final Logger LOG = LoggerFactory.getLogger(ListingSession.class);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
    private static final int MAX_SUBSCRIPTIONS = 1_000;

    private final ToolServer server;
    private final Sessions sessions;
    private final Owner owner;
    private final ReentrantLock lock = new ReentrantLock();

    /** By resource URI. A modern server has a subscription stream for each, a legacy server none. Guarded by the lock. */
    private final Map<String, Optional<Subscription>> subscriptions = new HashMap<>();

    private volatile @Nullable EphemeralSession session;

    /** @param owner whose account opens the session */
    ListingSession(ToolServer server, Sessions sessions, Owner owner) {
        this.server = server;
        this.sessions = sessions;
        this.owner = owner;
    }

    boolean isOpen() {
        EphemeralSession current = session;
        return current != null && current.client().failure() == null;
    }

    UpstreamListing list(Duration idle) throws UpstreamUnavailable, InterruptedException {
        lock.lockInterruptibly();
        try {
            return UpstreamListing.request(server, open().client(), idle);
        } finally {
            lock.unlock();
        }
    }

    private EphemeralSession open() throws UpstreamUnavailable, InterruptedException {
        EphemeralSession current = session;
        if (current != null && current.client().failure() == null) {
            return current;
        }
        closeSession();
        EphemeralSession opened;
        try {
            opened = sessions.ephemeral(owner, server.name());
        } catch (OpenFailed e) {
            throw new UpstreamUnavailable(
                    "Cannot open a session with " + server.name() + ": "
                            + server.secrets().redact(e.failure().message()),
                    e.failure());
        }
        session = opened;
        receiveListChanges(opened.client());
        for (String uri : List.copyOf(subscriptions.keySet())) {
            try {
                subscriptions.put(uri, subscribe(opened.client(), uri));
            } catch (Refusal e) {
                LOG.warn("Cannot renew the subscription to {} of {}: {}", uri, server.name(), e.getMessage());
            }
        }
        return opened;
    }

    /** Opens a stream for change notifications. The gateway's own listener receives them, as those of every session. */
    private static void receiveListChanges(McpClient client) throws InterruptedException {
        ObjectNode filter = Json.object();
        addIfDeclared(client, filter, "tools", "toolsListChanged");
        addIfDeclared(client, filter, "prompts", "promptsListChanged");
        addIfDeclared(client, filter, "resources", "resourcesListChanged");
        if (!filter.isEmpty()) {
            var _ = client.listen(filter, notification -> {});
        }
    }

    private static void addIfDeclared(McpClient client, ObjectNode filter, String capability, String field) {
        if (client.capabilities().path(capability).path("listChanged").asBoolean(false)) {
            filter.put(field, true);
        }
    }

    /** Sends a request that depends on no caller's state. Does not hold the lock while the server answers. */
    CallOutcome request(String method, ObjectNode params, CallOptions options)
            throws UpstreamUnavailable, InterruptedException {
        EphemeralSession current;
        lock.lockInterruptibly();
        try {
            current = open();
        } finally {
            lock.unlock();
        }
        CallOutcome outcome = current.request(method, params, options);
        if (outcome instanceof CallOutcome.SessionLost) {
            closeLost(current);
        }
        return outcome;
    }

    /** Closes a session that the server no longer knows, although its connection works. */
    private void closeLost(EphemeralSession lost) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (session == lost) {
                closeSession();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Subscribes to a resource until no client subscribes to it any more; see {@link #maintain}. */
    void subscribe(String uri) throws UpstreamUnavailable, Refusal, InterruptedException {
        lock.lockInterruptibly();
        try {
            McpClient client = open().client();
            if (subscriptions.containsKey(uri)) {
                return;
            }
            if (subscriptions.size() >= MAX_SUBSCRIPTIONS) {
                throw new Refusal(McpError.invalidRequest("Cannot subscribe to " + uri + ": the gateway has reached its"
                        + " limit of " + MAX_SUBSCRIPTIONS + " subscriptions to resources of " + server.name()));
            }
            subscriptions.put(uri, subscribe(client, uri));
        } finally {
            lock.unlock();
        }
    }

    private Optional<Subscription> subscribe(McpClient client, String uri) throws Refusal, InterruptedException {
        if (client.era() == Era.MODERN) {
            ObjectNode filter = Json.object();
            filter.putArray("resourceSubscriptions").add(uri);
            return Optional.of(client.listen(filter, notification -> {}));
        }
        switch (request(client, Methods.RESOURCES_SUBSCRIBE, uri)) {
            case Reply.Result _ -> {}
            case Reply.Rejected(var error) -> throw new Refusal(server.secrets().redact(error));
            case Reply.Failed(var failure) ->
                throw new Refusal(new McpError(
                        McpError.INTERNAL_ERROR,
                        "Cannot subscribe to " + uri + " of " + server.name() + ": "
                                + server.secrets().redact(failure.message())));
        }
        return Optional.empty();
    }

    private static Reply request(McpClient client, String method, String uri) throws InterruptedException {
        return client.request(
                method,
                Json.object().put("uri", uri),
                CallOptions.builder().timeout(REQUEST_TIMEOUT).build());
    }

    /**
     * Cancels subscriptions without subscribers, reopens a lost session that has subscriptions, and closes an
     * idle session. Does nothing while another operation is in progress.
     *
     * @param hasSubscribers tells whether a client subscribes to a resource
     * @param isIdle whether the session may be closed if it has no subscriptions
     */
    void maintain(Predicate<String> hasSubscribers, boolean isIdle) {
        if (!lock.tryLock()) {
            return;
        }
        try {
            for (String uri : List.copyOf(subscriptions.keySet())) {
                if (!hasSubscribers.test(uri)) {
                    unsubscribe(uri);
                }
            }
            if (!subscriptions.isEmpty()) {
                EphemeralSession current = session;
                if (current != null && !current.isAlive(REQUEST_TIMEOUT)) {
                    closeSession();
                }
                open();
            } else if (isIdle) {
                closeSession();
            }
        } catch (UpstreamUnavailable e) {
            LOG.debug("{}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void unsubscribe(String uri) throws InterruptedException {
        Optional<Subscription> subscription = subscriptions.remove(uri);
        EphemeralSession current = session;
        if (subscription != null && subscription.isPresent()) {
            subscription.get().close();
        } else if (current != null && isOpen()) {
            request(current.client(), Methods.RESOURCES_UNSUBSCRIBE, uri);
        }
    }

    /** Closes the session, so that the next use opens one with the current sign-in. Subscriptions move to that session. */
    void reset() {
        lock.lock();
        try {
            closeSession();
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            subscriptions.clear();
            closeSession();
        } finally {
            lock.unlock();
        }
    }

    private void closeSession() {
        EphemeralSession current = session;
        session = null;
        if (current != null) {
            current.close();
        }
    }
}
