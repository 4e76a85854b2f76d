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
import dev.mooring.session.EphemeralSession;
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
 * The session by which the gateway asks a server what it offers. It is opened when somebody wants to know, hears of
 * changes while it is open, and belongs to no handle. Whatever is done on it is done one at a time.
 */
final class ListSession {
    private static final Logger LOG = LoggerFactory.getLogger(ListSession.class);
    private static final Duration ASK_FOR = Duration.ofSeconds(10);
    private static final int MAX_WATCHED = 1_000;

    private final ToolServer server;
    private final Sessions sessions;
    private final ReentrantLock lock = new ReentrantLock();

    /** The resources that clients want to hear of; a modern server tells of each by a subscription of its own. */
    private final Map<String, Optional<Subscription>> watched = new HashMap<>();

    private volatile @Nullable EphemeralSession session;

    ListSession(ToolServer server, Sessions sessions) {
        this.server = server;
        this.sessions = sessions;
    }

    boolean isOpen() {
        EphemeralSession open = session;
        return open != null && open.client().failure() == null;
    }

    Catalogue ask(Duration idle) throws Unavailable, InterruptedException {
        lock.lockInterruptibly();
        try {
            return Catalogue.of(server, open(), idle);
        } finally {
            lock.unlock();
        }
    }

    private McpClient open() throws Unavailable, InterruptedException {
        EphemeralSession known = session;
        if (known != null && known.client().failure() == null) {
            return known.client();
        }
        closeSession();
        EphemeralSession opened;
        try {
            opened = sessions.ephemeral(server.name());
        } catch (OpenFailed e) {
            throw new Unavailable(server.name() + " could not be opened: "
                    + server.secrets().redact(e.failure().message()));
        }
        session = opened;
        listen(opened.client());
        for (String uri : List.copyOf(watched.keySet())) {
            try {
                watched.put(uri, subscribe(opened.client(), uri));
            } catch (Refusal e) {
                LOG.warn("{} no longer tells of changes to {}: {}", server.name(), uri, e.getMessage());
            }
        }
        return opened.client();
    }

    /** The gateway hears what every session hears; this only opens the way where there is one to be opened. */
    private static void listen(McpClient client) throws InterruptedException {
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

    /** Has the server tell of changes to a resource, until nobody wants to hear of them; see {@link #tend}. */
    void watch(String uri) throws Unavailable, Refusal, InterruptedException {
        lock.lockInterruptibly();
        try {
            McpClient client = open();
            if (watched.containsKey(uri)) {
                return;
            }
            if (watched.size() >= MAX_WATCHED) {
                throw new Refusal(McpError.invalidRequest("too many resources of " + server.name() + " are watched"));
            }
            watched.put(uri, subscribe(client, uri));
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
            case Reply.Fault(var error) -> throw new Refusal(server.secrets().redact(error));
            case Reply.Failed(var failure) ->
                throw new Refusal(new McpError(
                        McpError.INTERNAL_ERROR,
                        server.name() + " does not answer: " + server.secrets().redact(failure.message())));
        }
        return Optional.empty();
    }

    private static Reply request(McpClient client, String method, String uri) throws InterruptedException {
        return client.request(
                method,
                Json.object().put("uri", uri),
                CallOptions.builder().timeout(ASK_FOR).build());
    }

    /**
     * Drops what nobody wants to hear of any more, and opens a session anew that was lost while somebody does.
     *
     * @param wanted whether anybody wants to hear of changes to a resource
     * @param unused whether nobody has wanted a list for long either, so that the session may be closed
     */
    void tend(Predicate<String> wanted, boolean unused) {
        if (!lock.tryLock()) {
            return;
        }
        try {
            for (String uri : List.copyOf(watched.keySet())) {
                if (!wanted.test(uri)) {
                    forget(uri);
                }
            }
            if (!watched.isEmpty()) {
                EphemeralSession known = session;
                if (known != null && !known.isAlive(ASK_FOR)) {
                    closeSession();
                }
                open();
            } else if (unused) {
                closeSession();
            }
        } catch (Unavailable e) {
            LOG.debug("{}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void forget(String uri) throws InterruptedException {
        Optional<Subscription> subscription = watched.remove(uri);
        EphemeralSession open = session;
        if (subscription != null && subscription.isPresent()) {
            subscription.get().close();
        } else if (open != null && isOpen()) {
            request(open.client(), Methods.RESOURCES_UNSUBSCRIBE, uri);
        }
    }

    void close() {
        lock.lock();
        try {
            watched.clear();
            closeSession();
        } finally {
            lock.unlock();
        }
    }

    private void closeSession() {
        EphemeralSession open = session;
        session = null;
        if (open != null) {
            open.close();
        }
    }
}
