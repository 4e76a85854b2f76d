package dev.mooring.mcp.server.engine;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.RequestId;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.changes.Change;
import dev.mooring.mcp.server.changes.ChangeBroadcaster;
import dev.mooring.mcp.server.changes.ChangeQueue;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The state that a legacy client has set up for its later requests: log level, subscriptions and calls in flight. Safe
 * for use by several threads.
 */
public final class LegacySession implements AutoCloseable {
    private static final int MAX_SUBSCRIPTIONS = 10_000;
    private static final int SUBSCRIPTION_BYTES = 100;

    private final Caller caller;
    private final @Nullable ChangeQueue changes;
    private final Set<String> subscriptions = ConcurrentHashMap.newKeySet(0);
    private final Map<RequestId, RunningCall> calls = new ConcurrentHashMap<>(2);
    private volatile @Nullable LogLevel logLevel;
    private volatile boolean abandoned;
    /** The reservation for the memory of the subscriptions; null if no budget applies. */
    private volatile MemoryBudget.@Nullable Reservation memory;

    private LegacySession(Caller caller, @Nullable ChangeBroadcaster changes) {
        this.caller = caller;
        this.changes = changes == null ? null : changes.listen(this::listensFor);
    }

    /** Opens a session that queues changes from now on. */
    static LegacySession open(Caller caller, ChangeBroadcaster changes) {
        return new LegacySession(caller, changes);
    }

    /** Returns a stand-in for a request without a session, with an unknown client. */
    static LegacySession none(ProtocolVersion version, Identity identity) {
        return new LegacySession(
                new Caller(
                        version, null, Json.object(), identity.principal(), identity.scopes(), null, identity.name()),
                null);
    }

    /** Counts the memory of the session in a reservation, which the session closes. */
    public void countIn(MemoryBudget.Reservation reservation) {
        memory = reservation;
    }

    private boolean listensFor(Change change) {
        return change.uri() == null || subscriptions.contains(change.uri());
    }

    /** Returns the client that opened the session. */
    public Caller caller() {
        return caller;
    }

    /** Returns the client with scopes and names of its current request, which can differ from those at the opening. */
    Caller caller(Identity identity) {
        return Objects.equals(identity.scopes(), caller.scopes()) && Objects.equals(identity.name(), caller.name())
                ? caller
                : new Caller(
                        caller.version(),
                        caller.client(),
                        caller.capabilities(),
                        caller.principal(),
                        identity.scopes(),
                        caller.sessionId(),
                        identity.name());
    }

    /** Returns the log level that the client has set, or null if it has set none. */
    @Nullable
    LogLevel logLevel() {
        return logLevel;
    }

    void setLogLevel(LogLevel level) {
        logLevel = level;
    }

    /** Adds a subscription. Synchronized with {@link #unsubscribe}, so that the reservation counts each one once. */
    synchronized void subscribe(String uri) throws Refusal {
        if (subscriptions.contains(uri)) {
            return;
        }
        if (subscriptions.size() >= MAX_SUBSCRIPTIONS) {
            throw new Refusal(
                    McpError.invalidRequest("subscription limit of this session reached (" + MAX_SUBSCRIPTIONS + ")"));
        }
        MemoryBudget.Reservation current = memory;
        if (current != null && !current.tryAdd(bytesOf(uri))) {
            throw new Refusal(McpError.invalidRequest(
                    "memory limit of your sessions reached. End a session, or use fewer subscriptions."));
        }
        subscriptions.add(uri);
    }

    synchronized void unsubscribe(String uri) {
        MemoryBudget.Reservation current = memory;
        if (subscriptions.remove(uri) && current != null) {
            current.remove(bytesOf(uri));
        }
    }

    private static long bytesOf(String uri) {
        return 2L * uri.length() + SUBSCRIPTION_BYTES;
    }

    /** Returns the queued changes: those of all lists, and of the resources that the client has subscribed to. */
    public ChangeQueue changes() {
        if (changes == null) {
            throw new IllegalStateException("A request without a session has no changes");
        }
        return changes;
    }

    /** Registers a call, so that {@link #cancel} finds it. Returns false if a call with this id is in flight. */
    public boolean begin(RequestId id, RunningCall call) {
        boolean isNew = calls.putIfAbsent(id, call) == null;
        if (abandoned) {
            call.cancel();
        }
        return isNew;
    }

    /** Removes a call that {@link #begin} has registered. */
    public void end(RequestId id) {
        calls.remove(id);
    }

    /** Cancels the call with an id. Returns false if no such call is in flight. */
    public boolean cancel(RequestId id) {
        RunningCall call = calls.get(id);
        if (call == null) {
            return false;
        }
        call.cancel();
        return true;
    }

    /** Closes the session for a client that has ended it: cancels its calls, because the client drops their results. */
    public void abandon() {
        abandoned = true;
        calls.values().forEach(RunningCall::cancel);
        close();
    }

    /** Closes the queue of changes. Calls in flight continue. */
    @Override
    public void close() {
        MemoryBudget.Reservation reservation = memory;
        if (reservation != null) {
            reservation.close();
        }
        if (changes != null) {
            changes.close();
        }
    }
}
