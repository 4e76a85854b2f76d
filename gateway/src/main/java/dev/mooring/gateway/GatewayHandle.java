package dev.mooring.gateway;

import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleKey;
import dev.mooring.session.ClosableOwner;
import dev.mooring.session.Owner;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The state behind one handle: the owner of its upstream sessions, and the counts of its calls. Thread-safe. */
final class GatewayHandle {
    private static final AtomicLong LAST_NUMBER = new AtomicLong();
    private static final int SHORT_ID_LENGTH = 6;

    private final long number = LAST_NUMBER.incrementAndGet();
    private final HandleId id;
    private final HandleKey key;
    private final @Nullable String principal;
    private final String callerName;
    private final @Nullable String transportSession;
    private final ClosableOwner owner;
    private final Instant opened = Instant.now();
    private final Set<String> servers = ConcurrentHashMap.newKeySet();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger errors = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private volatile Instant lastUsed = opened;

    /**
     * Creates the state of a new handle.
     *
     * @param principal the authenticated caller, or null if callers are anonymous
     * @param callerName the name of the caller for people; may be empty
     * @param transportSession the legacy transport session of the first call, or null if it had none
     */
    GatewayHandle(HandleId id, @Nullable String principal, String callerName, @Nullable String transportSession) {
        this.id = id;
        this.key = HandleKey.of(id);
        this.principal = principal;
        this.callerName = callerName;
        this.transportSession = transportSession;
        this.owner = new ClosableOwner("handle " + shortId());
    }

    /** Returns a number that identifies the handle without disclosing its id. */
    long number() {
        return number;
    }

    HandleId id() {
        return id;
    }

    HandleKey key() {
        return key;
    }

    /** Returns the start of the id: enough to tell handles apart, too little to use one. */
    String shortId() {
        return id.text().substring(0, SHORT_ID_LENGTH) + "…";
    }

    @Nullable
    String principal() {
        return principal;
    }

    String callerName() {
        return callerName;
    }

    @Nullable
    String transportSession() {
        return transportSession;
    }

    Owner owner() {
        return owner;
    }

    Instant opened() {
        return opened;
    }

    Instant lastUsed() {
        return lastUsed;
    }

    /** Returns the names of the upstream servers that were called with this handle. */
    Set<String> servers() {
        return Set.copyOf(servers);
    }

    int calls() {
        return calls.get();
    }

    int errors() {
        return errors.get();
    }

    boolean isInUse() {
        return inFlight.get() > 0;
    }

    void beginCall(String server) {
        servers.add(server);
        calls.incrementAndGet();
        inFlight.incrementAndGet();
    }

    void endCall(boolean failed) {
        if (failed) {
            errors.incrementAndGet();
        }
        lastUsed = Instant.now();
        inFlight.decrementAndGet();
    }

    /** Closes the upstream sessions. Blocks until they are closed. */
    void close() {
        owner.close();
    }
}
