package dev.mooring.session;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.McpClient;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** An open session that an owner holds. Thread-safe; no thread owns it. The owner's end closes it. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class HeldSession {
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final ToolServer server;
    private final McpClient client;
    private final Runnable onClose;
    private final String id = "s" + NUMBERS.incrementAndGet();
    private final long openedAt = System.nanoTime();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicBoolean used = new AtomicBoolean();
    private final Semaphore orderedCalls = new Semaphore(1, true);
    private volatile long lastUsedAt = openedAt;
    private final AtomicLong toolChanges = new AtomicLong();
    private volatile @Nullable CachedTools cachedTools;
    private volatile @Nullable String lastHolder;

    /** @param changes how many changes the server had reported before the listing was requested */
    private record CachedTools(ListedTools tools, long changes) {}

    HeldSession(ToolServer server, McpClient client, Runnable onClose) {
        this.server = server;
        this.client = client;
        this.onClose = onClose;
    }

    /** Returns an id that is unique in this process. It is not the server's session id. */
    public String id() {
        return id;
    }

    /** Returns the server of this session. */
    public ToolServer server() {
        return server;
    }

    /**
     * Returns the connection. The session closes it; callers must not. A request through the connection skips the setting
     * {@code approve} and the redaction of secrets, so use {@link Sessions} for tool calls.
     */
    public McpClient client() {
        return client;
    }

    /** Returns the protocol era of the connection. */
    public Era era() {
        return client.era();
    }

    /** Returns the time since the session was opened. */
    public Duration age() {
        return Duration.ofNanos(System.nanoTime() - openedAt);
    }

    /** Returns the time since the last call, or zero while a call is in flight. */
    public Duration idle() {
        return inFlight.get() > 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - lastUsedAt);
    }

    /**
     * Lists all tools of the server. A legacy session caches the listing until the server reports a change; a failure is not
     * cached.
     */
    public Reply listTools() throws InterruptedException {
        return listedTools().reply();
    }

    /** Returns the listing as the server sent it, and parsed: the same object as long as the reply is cached. */
    ListedTools listedTools() throws InterruptedException {
        CachedTools cached = cachedTools;
        long changes = toolChanges.get();
        if (cached != null && cached.changes() == changes) {
            return cached.tools();
        }
        Reply reply = client.listTools();
        ListedTools listed =
                new ListedTools(reply, ToolListing.of(server, reply, client.instructions(), client.capabilities()));
        if (client.era() == Era.LEGACY && reply instanceof Reply.Result) {
            cachedTools = new CachedTools(listed, changes);
        }
        return listed;
    }

    void onNotification(Message.Notification notification) {
        if (notification.method().equals(Methods.TOOLS_CHANGED)) {
            toolChanges.incrementAndGet();
        }
    }

    /** Marks the session as used by a call. Returns false if it was marked before. */
    boolean markUsed() {
        return used.compareAndSet(false, true);
    }

    Reply request(SessionRequest request, CallOptions options) throws InterruptedException {
        inFlight.incrementAndGet();
        try {
            if (!server.settings().ordered()) {
                return send(request, options);
            }
            orderedCalls.acquire();
            try {
                return send(request, options);
            } finally {
                orderedCalls.release();
            }
        } finally {
            lastUsedAt = System.nanoTime();
            inFlight.decrementAndGet();
        }
    }

    private Reply send(SessionRequest request, CallOptions options) throws InterruptedException {
        request.beforeSend().run();
        return client.request(request.method(), request.params(), options);
    }

    /** Returns whether this caller was the last one that {@link #heldBy} recorded. */
    boolean wasLastHeldBy(String id) {
        return id.equals(lastHolder);
    }

    /** Records who uses the connection directly. */
    void heldBy(String id) {
        lastHolder = id;
    }

    /** Returns why the session is lost, or null if it is not. Probes a session that was idle for long and is not in use. */
    @Nullable
    Failure lossBeforeCall(Duration probeAfterIdle, Duration probeTimeout) throws InterruptedException {
        Failure lost = client.failure();
        if (lost != null || inFlight.get() > 0 || idle().compareTo(probeAfterIdle) < 0) {
            return lost;
        }
        return lossIn(client.ping(probeTimeout));
    }

    /** Returns why the session is lost after a call failed, or null if it still answers a probe. */
    @Nullable
    Failure lossAfterFailure(Duration probeTimeout) throws InterruptedException {
        Failure lost = client.failure();
        return lost != null ? lost : lossIn(client.ping(probeTimeout));
    }

    /** Returns why the session is lost after a reply, or null if it is not. */
    @Nullable
    Failure lossAfter(Reply reply, Duration probeTimeout) throws InterruptedException {
        return switch (reply) {
            case Reply.Failed(Failure.SessionForgotten forgotten) -> forgotten;
            case Reply.Failed(Failure.ConnectionLost _) -> lossAfterFailure(probeTimeout);
            default -> client.failure();
        };
    }

    /** A broken connection is a loss. A probe timeout is not, because the server may be busy. */
    private static @Nullable Failure lossIn(Reply ping) {
        return switch (ping) {
            case Reply.Failed(Failure.ConnectionLost broken) -> broken;
            case Reply.Failed(Failure.SessionForgotten forgotten) -> forgotten;
            default -> null;
        };
    }

    /** Closes the connection without ending the session on the server, so that another process can resume it. */
    void detach() {
        if (closed.compareAndSet(false, true)) {
            try {
                client.detach();
            } finally {
                onClose.run();
            }
        }
    }

    /** Closes the connection. Blocks for a bounded time, whatever the server does. Idempotent. */
    void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                client.close();
            } finally {
                onClose.run();
            }
        }
    }

    @Override
    public String toString() {
        return id + " of " + server.name();
    }
}
