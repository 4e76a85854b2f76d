package dev.mooring.session;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Opens sessions, no more at once than allowed. */
final class Opener {
    private final Function<ToolServer, ClientOptions> bases;
    private final SessionMetrics metrics;
    private final SessionListener listener;
    private final BiConsumer<ToolServer, Message.Notification> notifications;
    private final int maxInAll;
    private final boolean waits;
    private final Semaphore all;
    private final Map<String, Semaphore> byServer = new ConcurrentHashMap<>();

    Opener(
            Function<ToolServer, ClientOptions> bases,
            SessionMetrics metrics,
            SessionListener listener,
            BiConsumer<ToolServer, Message.Notification> notifications,
            int maxInAll,
            boolean waits) {
        this.bases = bases;
        this.metrics = metrics;
        this.listener = listener;
        this.notifications = notifications;
        this.maxInAll = maxInAll;
        this.waits = waits;
        this.all = new Semaphore(maxInAll, true);
    }

    HeldSession open(ToolServer server, EraChoice era, String owner) throws OpenFailed, InterruptedException {
        long began = System.nanoTime();
        try {
            HeldSession session = openWithin(server, era, owner, began);
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            metrics.opened(server.name(), took);
            listener.onEvent(new SessionEvent.Opened(server.name(), owner, session.id(), session.era(), took));
            return session;
        } catch (OpenFailed e) {
            metrics.failed(server.name());
            String reason = server.secrets().redact(String.valueOf(e.getMessage()));
            listener.onEvent(new SessionEvent.OpenFailed(server.name(), owner, reason));
            throw e;
        }
    }

    private HeldSession openWithin(ToolServer server, EraChoice era, String owner, long began)
            throws OpenFailed, InterruptedException {
        ServerSettings settings = server.settings();
        Semaphore places =
                byServer.computeIfAbsent(server.name(), name -> new Semaphore(settings.sessionLimit(), true));
        long end = began + settings.openTimeout().toNanos();
        take(places, end, settings.sessionLimit() + " sessions of " + server.name());
        boolean open = false;
        try {
            take(all, end, maxInAll + " sessions in all");
            try {
                HeldSession session = connect(server, era, owner, places);
                open = true;
                return session;
            } finally {
                if (!open) {
                    all.release();
                }
            }
        } finally {
            if (!open) {
                places.release();
            }
        }
    }

    private void take(Semaphore places, long end, String limit) throws OpenFailed, InterruptedException {
        if (!waits) {
            if (!places.tryAcquire()) {
                throw new OpenFailed(new Failure.ConnectionLost(
                        "as many are open as may be at once, and one has to end first", false));
            }
        } else if (!places.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            throw new OpenFailed(new Failure.ConnectionLost(
                    "no session became free in time: " + limit + " are open already, which is the limit", false));
        }
    }

    private HeldSession connect(ToolServer server, EraChoice era, String owner, Semaphore places)
            throws OpenFailed, InterruptedException {
        ServerSettings settings = server.settings();
        // The session hears what its connection hears, but the connection must exist first.
        AtomicReference<@Nullable HeldSession> hearer = new AtomicReference<>();
        ClientOptions base = bases.apply(server);
        ClientOptions options = base.toBuilder()
                .era(era)
                .openTimeout(settings.openTimeout())
                .callTimeout(settings.callTimeout(), settings.maxCallDuration())
                .redaction(server.secrets()::redact)
                .notifications(notification -> {
                    base.notifications().onNotification(notification);
                    notifications.accept(server, notification);
                    HeldSession session = hearer.get();
                    if (session != null) {
                        session.heard(notification);
                    }
                })
                .build();
        McpClient client = McpClient.open(server.location(), options);
        metrics.open(server.name()).incrementAndGet();
        HeldSession session = new HeldSession(server, client, () -> {
            places.release();
            all.release();
            metrics.open(server.name()).decrementAndGet();
            HeldSession ended = hearer.get();
            if (ended != null) {
                metrics.closed(server.name(), ended.age());
                listener.onEvent(new SessionEvent.Closed(server.name(), owner, ended.id(), ended.age()));
            }
        });
        hearer.set(session);
        return session;
    }
}
