package dev.mooring.session;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.McpClient;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** An open session that is held for somebody. No thread owns it: any may call, and any may close. */
public final class HeldSession {
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final ToolServer server;
    private final McpClient client;
    private final Runnable onClose;
    private final String id = "s" + NUMBERS.incrementAndGet();
    private final long opened = System.nanoTime();
    private final Set<String> users = ConcurrentHashMap.newKeySet();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicBoolean taken = new AtomicBoolean();
    private final Semaphore turn = new Semaphore(1, true);
    private volatile long lastUsed = opened;
    private volatile @Nullable Asked tools;

    /** What the server said of its tools, in both forms. */
    private record Asked(Reply reply, ToolListing listing) {}

    HeldSession(ToolServer server, McpClient client, Runnable onClose) {
        this.server = server;
        this.client = client;
        this.onClose = onClose;
    }

    /** Unique in this program; says nothing of the server's own session id. */
    public String id() {
        return id;
    }

    public ToolServer server() {
        return server;
    }

    /** The connection itself, for what is not a tool call. It belongs to this session: do not close it. */
    public McpClient client() {
        return client;
    }

    public Era era() {
        return client.era();
    }

    public Duration age() {
        return Duration.ofNanos(System.nanoTime() - opened);
    }

    /** How long no call has been in flight. */
    public Duration idle() {
        return inFlight.get() > 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - lastUsed);
    }

    /** All tools of the server. Asked once; again only after a failure, or when the server says that they changed. */
    public Reply listTools() throws InterruptedException {
        return askedTools().reply();
    }

    /** The same as values; of a legacy server the same object, until the server says that they changed. */
    ToolListing listing() throws InterruptedException {
        return askedTools().listing();
    }

    private Asked askedTools() throws InterruptedException {
        Asked known = tools;
        if (known != null && known.reply() instanceof Reply.Result && client.era() == Era.LEGACY) {
            return known;
        }
        Reply reply = client.listTools();
        Asked asked = new Asked(reply, ToolListing.of(server, reply));
        tools = asked;
        return asked;
    }

    void heard(Message.Notification notification) {
        if (notification.method().equals(Methods.TOOLS_CHANGED)) {
            tools = null;
        }
    }

    /** Whether nobody has been given this session before; true once, for the first who asks. */
    boolean isNew() {
        return taken.compareAndSet(false, true);
    }

    /** Whether this invocation has called before, and so may count on state; it has from now on. */
    boolean enter(String invocation) {
        return !users.add(invocation);
    }

    Set<String> users() {
        return users;
    }

    Reply ask(Question question, CallOptions options) throws InterruptedException {
        inFlight.incrementAndGet();
        try {
            if (!server.settings().ordered()) {
                return client.request(question.method(), question.params(), options);
            }
            turn.acquire();
            try {
                return client.request(question.method(), question.params(), options);
            } finally {
                turn.release();
            }
        } finally {
            lastUsed = System.nanoTime();
            inFlight.decrementAndGet();
        }
    }

    /** Why the session is known to be gone, or null. A session that was idle for long is asked first. */
    @Nullable
    Failure lossBeforeCall(Duration trusted, Duration askFor) throws InterruptedException {
        Failure lost = client.failure();
        if (lost != null || idle().compareTo(trusted) < 0) {
            return lost;
        }
        return lossBy(client.ping(askFor));
    }

    /** Why a remote session must be taken for gone after a broken call, or null where it still answers. */
    @Nullable
    Failure lossAfterBreak(Duration askFor) throws InterruptedException {
        Failure lost = client.failure();
        return lost != null ? lost : lossBy(client.ping(askFor));
    }

    /** A broken connection is a loss. Silence is not: a server may be busy. */
    private static @Nullable Failure lossBy(Reply ping) {
        return ping instanceof Reply.Failed(var failure)
                        && (failure instanceof Failure.ConnectionLost || failure instanceof Failure.SessionForgotten)
                ? failure
                : null;
    }

    /** Blocks until nothing of the session is left, whatever the server does. Safe to call again. */
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
