package dev.mooring.gateway;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.session.Ephemeral;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolServer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server behind the gateway, and what it offers. One session of its own serves for asking that; it is opened when
 * somebody wants to know, hears of changes while it is open, and belongs to no handle.
 */
final class Upstream {
    private static final Logger LOG = LoggerFactory.getLogger(Upstream.class);

    /** Who asks again so soon after a failure gets the same answer. */
    private static final Duration FAILURE_LASTS = Duration.ofSeconds(3);

    /** How long lists are good for once nobody would hear of a change. */
    private static final Duration UNWATCHED_LASTS = Duration.ofMinutes(1);

    private static final Duration ASK_FOR = Duration.ofSeconds(10);

    private final ToolServer server;
    private final Sessions sessions;
    private final Duration idle;

    /** Guards the opening of the session and the asking, so that all who want to know wait for one. */
    private final ReentrantLock asking = new ReentrantLock();

    private final Set<String> watched = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Ephemeral session;
    private volatile State state = new State.NotAsked();
    private volatile boolean changed;
    private volatile long lastAsked = System.nanoTime();

    /** What is known of the server. */
    sealed interface State {
        record NotAsked() implements State {}

        record Known(Catalogue catalogue, long since) implements State {}

        record Failing(String reason, long since) implements State {}
    }

    Upstream(ToolServer server, Sessions sessions, Duration idle) {
        this.server = server;
        this.sessions = sessions;
        this.idle = idle;
    }

    String name() {
        return server.name();
    }

    ToolServer server() {
        return server;
    }

    Duration idle() {
        return idle;
    }

    State state() {
        return state;
    }

    /** What the server offers, or offered when it was last asked; asks only if it never was. */
    Catalogue known() throws Unavailable, InterruptedException {
        return state instanceof State.Known(var catalogue, long _) ? catalogue : current();
    }

    /** What the server offers now: as known where it would have said that something changed, else asked anew. */
    Catalogue current() throws Unavailable, InterruptedException {
        lastAsked = System.nanoTime();
        if (state instanceof State.Known(var catalogue, long since) && isFresh(since)) {
            return catalogue;
        }
        asking.lockInterruptibly();
        try {
            return switch (state) {
                case State.Known(var catalogue, long since) when isFresh(since) -> catalogue;
                case State.Failing(String reason, long since)
                when age(since).compareTo(FAILURE_LASTS) < 0 -> throw new Unavailable(reason);
                default -> ask();
            };
        } finally {
            asking.unlock();
        }
    }

    private boolean isFresh(long since) {
        return !changed && (isOpen() || age(since).compareTo(UNWATCHED_LASTS) < 0);
    }

    private boolean isOpen() {
        Ephemeral open = session;
        return open != null && open.client().lost() == null;
    }

    private static Duration age(long since) {
        return Duration.ofNanos(System.nanoTime() - since);
    }

    private Catalogue ask() throws Unavailable, InterruptedException {
        changed = false;
        try {
            Catalogue catalogue = Catalogue.of(server, open(), idle);
            if (!catalogue.leftOut().isEmpty()) {
                LOG.warn("{}: left out, because they only run as tasks: {}", name(), catalogue.leftOut());
            }
            if (catalogue.argument() != null && !catalogue.argument().hasUsualName()) {
                LOG.warn(
                        "{}: a tool has an argument session_id of its own, so the session is passed as {}",
                        name(),
                        catalogue.argument().name());
            }
            state = new State.Known(catalogue, System.nanoTime());
            return catalogue;
        } catch (Unavailable e) {
            state = new State.Failing(String.valueOf(e.getMessage()), System.nanoTime());
            LOG.warn("{}", e.getMessage());
            throw e;
        }
    }

    private McpClient open() throws Unavailable, InterruptedException {
        Ephemeral open = session;
        if (open != null && open.client().lost() == null) {
            return open.client();
        }
        closeSession();
        try {
            Ephemeral opened = sessions.ephemeral(name());
            session = opened;
            listen(opened.client());
            return opened.client();
        } catch (OpenFailed e) {
            throw new Unavailable(name() + " could not be opened: "
                    + server.secrets().redact(e.failure().message()));
        }
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

    /** Has the server tell of changes to a resource, on the session that asks for lists. */
    void watch(String uri) throws Unavailable, InterruptedException {
        asking.lockInterruptibly();
        try {
            McpClient client = open();
            if (!watched.add(uri)) {
                return;
            }
            if (client.era() == Era.LEGACY) {
                client.request(
                        Methods.RESOURCES_SUBSCRIBE,
                        Json.object().put("uri", uri),
                        CallOptions.DEFAULT.withTimeout(ASK_FOR));
            } else {
                ObjectNode filter = Json.object();
                filter.putArray("resourceSubscriptions").add(uri);
                var _ = client.listen(filter, notification -> {});
            }
        } finally {
            asking.unlock();
        }
    }

    /** Something that any session of the server heard; true if a list has to be asked for anew. */
    boolean heard(Message.Notification notification) {
        boolean isChange = switch (notification.method()) {
            case Methods.TOOLS_CHANGED, Methods.PROMPTS_CHANGED, Methods.RESOURCES_CHANGED -> true;
            default -> false;
        };
        changed |= isChange;
        return isChange;
    }

    /** Closes the session for lists if nobody has wanted one for long. */
    void closeIfIdle() {
        if (session != null && watched.isEmpty() && age(lastAsked).compareTo(idle) >= 0 && asking.tryLock()) {
            try {
                closeSession();
            } finally {
                asking.unlock();
            }
        }
    }

    void close() {
        asking.lock();
        try {
            closeSession();
        } finally {
            asking.unlock();
        }
    }

    private void closeSession() {
        Ephemeral open = session;
        session = null;
        watched.clear();
        if (open != null) {
            open.close();
        }
    }
}
