package dev.mooring.session;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.ResumableSession;
import dev.mooring.mcp.client.ServerLocation;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Opens sessions within the session limits: one per server, and one for all servers. Thread-safe. */
final class Opener {
    private final Function<ToolServer, ClientOptions> clientOptions;
    private final SessionMetrics metrics;
    private final SessionReporter reporter;
    private final BiConsumer<ToolServer, Message.Notification> notifications;
    private final boolean waitsAtLimit;
    private final int maxSessions;
    private final Semaphore permits;
    private final Map<String, Semaphore> permitsByServer = new ConcurrentHashMap<>();
    private volatile boolean closed;

    Opener(Sessions.Builder options, SessionMetrics metrics, SessionReporter reporter) {
        this.clientOptions = options.clientOptions;
        this.metrics = metrics;
        this.reporter = reporter;
        this.notifications = options.notifications;
        this.waitsAtLimit = options.waitsAtLimit;
        this.maxSessions = options.maxSessions;
        this.permits = new Semaphore(maxSessions, true);
    }

    /**
     * Opens a session with the capabilities and the account of its owner. The caller closes it.
     *
     * @throws OpenFailed if the connection fails, or if a limit is reached and no session ends before the open timeout
     * @throws SessionsClosed if this opener is closed
     */
    HeldSession open(ToolServer server, EraChoice era, Owner owner) throws OpenFailed, InterruptedException {
        return open(server, owner, options -> {
            owner.capabilities()
                    .forEachEntry((name, detail) -> options.capability(name, Json.shallowCopy((ObjectNode) detail)));
            return McpClient.open(server.location(), options.era(era).build());
        });
    }

    /** Continues a session that an earlier connection has opened, within the same limits. The caller closes it. */
    HeldSession resume(ToolServer server, ServerLocation.Remote location, ResumableSession session, Owner owner)
            throws OpenFailed, InterruptedException {
        return open(server, owner, options -> McpClient.resume(location, options.build(), session));
    }

    /** Opens the connection of a session. */
    private interface Connecting {
        McpClient connect(ClientOptions.Builder options) throws OpenFailed, InterruptedException;
    }

    private HeldSession open(ToolServer configured, Owner owner, Connecting connecting)
            throws OpenFailed, InterruptedException {
        requireOpen();
        Account account = owner.account(configured);
        HeldSession session = openAndReport(
                account.view(configured),
                options -> {
                    account.credentials(configured).ifPresent(options::credentials);
                    return connecting.connect(options);
                },
                owner.id());
        if (closed) {
            session.close();
        }
        requireOpen();
        return session;
    }

    private void requireOpen() {
        if (closed) {
            throw new SessionsClosed();
        }
    }

    /** Returns whether a server has as many open sessions as its limit allows. */
    boolean isAtLimit(ToolServer server) {
        Semaphore serverPermits = permitsByServer.get(server.name());
        return serverPermits != null && serverPermits.availablePermits() == 0;
    }

    /** Refuses all openings from now on. */
    void close() {
        closed = true;
    }

    private HeldSession openAndReport(ToolServer server, Connecting connecting, String owner)
            throws OpenFailed, InterruptedException {
        long start = System.nanoTime();
        try {
            HeldSession session = openWithinLimits(server, connecting, owner, start);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            metrics.opened(server.name(), took);
            reporter.report(new SessionEvent.Opened(server.name(), owner, session.id(), session.era(), took));
            return session;
        } catch (OpenFailed e) {
            metrics.failed(server.name());
            String reason = server.secrets().redact(String.valueOf(e.getMessage()));
            reporter.report(new SessionEvent.OpeningFailed(server.name(), owner, reason));
            throw e;
        }
    }

    private HeldSession openWithinLimits(ToolServer server, Connecting connecting, String owner, long start)
            throws OpenFailed, InterruptedException {
        int serverLimit = server.settings().sessionLimit();
        Semaphore serverPermits = permitsByServer.computeIfAbsent(server.name(), _ -> new Semaphore(serverLimit, true));
        long deadline = start + server.settings().openTimeout().toNanos();
        acquire(serverPermits, deadline, "Session limit of " + server.name() + " reached (" + serverLimit + ")");
        boolean open = false;
        try {
            acquire(permits, deadline, "Session limit of all servers reached (" + maxSessions + ")");
            try {
                HeldSession session = connect(server, connecting, owner, serverPermits);
                open = true;
                return session;
            } finally {
                if (!open) {
                    permits.release();
                }
            }
        } finally {
            if (!open) {
                serverPermits.release();
            }
        }
    }

    private void acquire(Semaphore semaphore, long deadline, String limitReached)
            throws OpenFailed, InterruptedException {
        boolean acquired = waitsAtLimit
                ? semaphore.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)
                : semaphore.tryAcquire();
        if (!acquired) {
            String waited = waitsAtLimit ? ", and no session ended before the open timeout" : "";
            throw new OpenFailed(
                    new Failure.ConnectionLost(limitReached + waited + ". End a session or raise maxSessions.", false));
        }
    }

    private HeldSession connect(ToolServer server, Connecting connecting, String owner, Semaphore serverPermits)
            throws OpenFailed, InterruptedException {
        // Set after the connection is open, because the session needs the connection and the connection this listener.
        AtomicReference<@Nullable HeldSession> opened = new AtomicReference<>();
        McpClient client = connecting.connect(optionsFor(server, opened));
        metrics.open(server.name()).incrementAndGet();
        HeldSession session = new HeldSession(server, client, () -> {
            serverPermits.release();
            permits.release();
            metrics.open(server.name()).decrementAndGet();
            HeldSession closed = opened.get();
            if (closed != null) {
                metrics.closed(server.name(), closed.age());
                reporter.report(new SessionEvent.Closed(server.name(), owner, closed.id(), closed.age()));
            }
        });
        opened.set(session);
        return session;
    }

    private ClientOptions.Builder optionsFor(ToolServer server, AtomicReference<@Nullable HeldSession> opened) {
        ServerSettings settings = server.settings();
        ClientOptions base = clientOptions.apply(server);
        return base.toBuilder()
                .openTimeout(settings.openTimeout())
                .callTimeout(settings.callTimeout(), settings.maxCallDuration())
                .redaction(server.secrets()::redact)
                .notifications(notification -> {
                    // The session is notified first, so that a listener that lists the tools gets the new ones.
                    HeldSession session = opened.get();
                    if (session != null) {
                        session.onNotification(notification);
                    }
                    base.notifications().onNotification(notification);
                    notifications.accept(server, notification);
                });
    }
}
