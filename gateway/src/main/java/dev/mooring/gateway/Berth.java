package dev.mooring.gateway;

import dev.mooring.handle.HandleId;
import dev.mooring.session.ClosableOwner;
import dev.mooring.session.Owner;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What one handle stands for: the owner of upstream sessions, and what became of the calls. Safe for all threads. */
final class Berth {
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final long number = NUMBERS.incrementAndGet();
    private final HandleId id;
    private final @Nullable String principal;
    private final String caller;
    private final @Nullable String transport;
    private final ClosableOwner owner;
    private final Instant opened = Instant.now();
    private final Set<String> servers = ConcurrentHashMap.newKeySet();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger errors = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private volatile Instant lastUsed = opened;

    /**
     * A berth for a new handle.
     *
     * @param principal whose it is, where callers are known
     * @param caller the same for people
     * @param transport the legacy session that the handle was given out in, if it was
     */
    Berth(HandleId id, @Nullable String principal, String caller, @Nullable String transport) {
        this.id = id;
        this.principal = principal;
        this.caller = caller;
        this.transport = transport;
        this.owner = new ClosableOwner("handle " + shortened(id));
    }

    /** Enough to tell handles apart, and too little to use one. */
    private static String shortened(HandleId id) {
        return id.text().substring(0, 6) + "…";
    }

    /** Names the berth without giving anybody the handle. */
    long number() {
        return number;
    }

    HandleId id() {
        return id;
    }

    String shortId() {
        return shortened(id);
    }

    @Nullable
    String principal() {
        return principal;
    }

    String caller() {
        return caller;
    }

    @Nullable
    String transport() {
        return transport;
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

    Set<String> servers() {
        return Set.copyOf(servers);
    }

    int calls() {
        return calls.get();
    }

    int errors() {
        return errors.get();
    }

    boolean isBusy() {
        return inFlight.get() > 0;
    }

    void begin(String server) {
        servers.add(server);
        calls.incrementAndGet();
        inFlight.incrementAndGet();
    }

    void end(boolean failed) {
        if (failed) {
            errors.incrementAndGet();
        }
        lastUsed = Instant.now();
        inFlight.decrementAndGet();
    }

    /** Closes the upstream sessions. Blocks until that is done. */
    void close() {
        owner.close();
    }
}
