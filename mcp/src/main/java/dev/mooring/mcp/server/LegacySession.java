package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.RequestId;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What a legacy client has settled for all its later requests. Safe from any thread. */
public final class LegacySession implements AutoCloseable {
    private static final int MAX_SUBSCRIPTIONS = 10_000;

    private final Caller caller;
    private final @Nullable Listening listening;
    private final Set<String> subscribed = ConcurrentHashMap.newKeySet(0);
    private final Map<RequestId, RunningCall> running = new ConcurrentHashMap<>(2);
    // Guarded by nothing, the last setting wins.
    private volatile @Nullable LogLevel askedLogLevel;
    private volatile boolean abandoned;

    private LegacySession(Caller caller, @Nullable Changes changes) {
        this.caller = caller;
        this.listening = changes == null ? null : changes.listen(this::wants);
    }

    /** A session that hears of changes from now on. */
    static LegacySession open(Caller caller, Changes changes) {
        return new LegacySession(caller, changes);
    }

    /** For a request that belongs to no session: nothing is known of its sender. */
    static LegacySession none(ProtocolVersion version, @Nullable String principal) {
        return new LegacySession(new Caller(version, null, Json.object(), principal, null), null);
    }

    private boolean wants(Change change) {
        return change.uri() == null || subscribed.contains(change.uri());
    }

    public Caller caller() {
        return caller;
    }

    /** The level that the client has set; null before it has. */
    @Nullable
    LogLevel askedLogLevel() {
        return askedLogLevel;
    }

    void logLevel(LogLevel level) {
        askedLogLevel = level;
    }

    void subscribe(String uri) throws Refusal {
        if (subscribed.size() >= MAX_SUBSCRIPTIONS) {
            throw new Refusal(McpError.invalidRequest("too many subscriptions"));
        }
        subscribed.add(uri);
    }

    void unsubscribe(String uri) {
        subscribed.remove(uri);
    }

    /** The changes that this session is to be told: all lists, and the resources it has subscribed to. */
    public Listening listening() {
        if (listening == null) {
            throw new IllegalStateException("nobody listens without a session");
        }
        return listening;
    }

    /** Notes a call so that it can be cancelled by its id; false if that id is in use. */
    public boolean begin(RequestId id, RunningCall call) {
        boolean isFirst = running.putIfAbsent(id, call) == null;
        if (abandoned) {
            call.cancel();
        }
        return isFirst;
    }

    public void end(RequestId id) {
        running.remove(id);
    }

    /** Cancels a call; one that is unknown or over is ignored. */
    public void cancel(RequestId id) {
        RunningCall call = running.get(id);
        if (call != null) {
            call.cancel();
        }
    }

    public boolean isIdle() {
        return running.isEmpty();
    }

    /** The client has ended the session, so nobody waits for its calls: they are cancelled. */
    public void abandon() {
        abandoned = true;
        running.values().forEach(RunningCall::cancel);
        close();
    }

    /** Ends the listening; calls in flight are finished. */
    @Override
    public void close() {
        if (listening != null) {
            listening.close();
        }
    }
}
