package dev.mooring.gateway;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.mooring.gateway.schema.SessionArgument;
import dev.mooring.handle.Handle;
import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleStore.Limit;
import dev.mooring.handle.Handles;
import dev.mooring.handle.InMemoryHandleStore;
import dev.mooring.handle.Lookup;
import dev.mooring.handle.MintResult;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.server.Caller;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The handles that one endpoint gave out, each with its berth. */
final class Berths {
    /** A binding is used when a call begins, its transport session until the call's end. */
    private static final Duration LONGEST_CALL = Duration.ofHours(24);

    private static final int MOST_BINDINGS = 100_000;

    private final Duration idle;
    private final InMemoryHandleStore<Taken> store;
    private final Handles<Taken> handles;
    private final Map<HandleId, Berth> berths = new ConcurrentHashMap<>();

    /** Which handle a legacy client's transport session is. Kept beyond the handle's end, so that it can be said. */
    private final Cache<String, HandleId> transports;

    /** A handle has no state of its own: what it stands for lives here, and nowhere else. */
    private record Taken() {}

    /** Where a call belongs. */
    sealed interface Place {
        /**
         * In this berth.
         *
         * @param isNew whether the caller has yet to be told the handle
         */
        record Found(Berth berth, boolean isNew) implements Place {}

        /** Never given out, ended, expired, or somebody else's. */
        record Unknown() implements Place {}

        record Full(Limit cap, int limit) implements Place {}
    }

    /** @param transportIdle how long a transport session lives without use */
    Berths(HandleLimits limits, Duration transportIdle) {
        this.idle = limits.idle();
        this.store =
                InMemoryHandleStore.<Taken>builder(limits).onEnd(this::ended).build();
        this.handles = new Handles<>(store);
        this.transports = Caffeine.newBuilder()
                .expireAfterAccess(transportIdle.plus(LONGEST_CALL))
                .maximumSize(MOST_BINDINGS)
                .executor(Runnable::run) // a few steps now and then, for which no other thread should wake up
                .build();
    }

    /** The berth that a call belongs to; a new one where it names none and its transport session has none. */
    Place place(Caller caller, @Nullable String given) {
        if (given != null) {
            return found(given, caller);
        }
        String transport = caller.sessionId();
        if (transport == null) {
            return mint(caller);
        }
        HandleId bound = transports.getIfPresent(transport);
        if (bound == null) {
            // All first calls of a transport session that come at once get the same berth.
            AtomicReference<@Nullable Place> first = new AtomicReference<>();
            bound = transports.asMap().computeIfAbsent(transport, _ -> {
                Place minted = mint(caller);
                first.set(minted);
                return minted instanceof Place.Found(Berth berth, boolean _) ? berth.id() : null;
            });
            Place minted = first.get();
            if (minted != null || bound == null) {
                return minted == null ? new Place.Unknown() : minted;
            }
        }
        Place place = found(bound, caller);
        if (place instanceof Place.Unknown) {
            transports.asMap().remove(transport, bound); // said once; the next call starts anew
        }
        return place;
    }

    /** The berth of what only looks: the transport's, else the one named, else none. */
    Optional<Place> placeOfReader(Caller caller, @Nullable String given) {
        String transport = caller.sessionId();
        HandleId bound = transport == null ? null : transports.getIfPresent(transport);
        if (bound != null && found(bound, caller) instanceof Place.Found found) {
            return Optional.of(found);
        }
        return given == null ? Optional.empty() : Optional.of(found(given, caller));
    }

    private Place found(String id, Caller caller) {
        return HandleId.parse(id).map(parsed -> found(parsed, caller)).orElseGet(Place.Unknown::new);
    }

    private Place found(HandleId id, Caller caller) {
        if (handles.find(id, owner(caller)) instanceof Lookup.Found<Taken>(Handle<Taken> handle)) {
            Berth berth = berths.get(handle.id());
            if (berth != null) {
                return new Place.Found(berth, false);
            }
        }
        return new Place.Unknown();
    }

    private Place mint(Caller caller) {
        return switch (handles.mint(owner(caller), new Taken())) {
            case MintResult.Minted<Taken>(Handle<Taken> handle) -> {
                Berth berth = new Berth(handle.id(), caller.principal(), nameOf(caller), caller.sessionId());
                berths.put(handle.id(), berth);
                yield new Place.Found(berth, true);
            }
            case MintResult.Refused<Taken>(Limit cap, int limit) -> new Place.Full(cap, limit);
        };
    }

    /** All who need no token count as one caller, whose name no token has. */
    private static dev.mooring.handle.HandleOwner owner(Caller caller) {
        String principal = caller.principal();
        return dev.mooring.handle.HandleOwner.principal(principal == null ? "" : principal);
    }

    private static String nameOf(Caller caller) {
        String principal = caller.principal();
        Implementation client = caller.client();
        return principal != null ? principal : client == null ? "" : client.displayName();
    }

    Duration idle() {
        return idle;
    }

    /** A call of the berth is over, which counts as a use. */
    void used(Berth berth) {
        store.touch(berth.id());
    }

    /** Ends the caller's handle; false if the caller has no such handle. Blocks until upstream sessions are closed. */
    boolean end(Caller caller, @Nullable String given) {
        String transport = caller.sessionId();
        HandleId bound = transport == null ? null : transports.getIfPresent(transport);
        String id = given != null ? given : bound == null ? "" : bound.text();
        if (!(found(id, caller) instanceof Place.Found(Berth berth, boolean _))) {
            return false;
        }
        end(berth);
        return true;
    }

    /** Ends a handle whose caller knows of it. Blocks until its upstream sessions are closed. */
    void end(Berth berth) {
        String transport = berth.transport();
        if (transport != null) {
            transports.asMap().remove(transport, berth.id());
        }
        evict(berth);
    }

    /** Ends a handle whose caller is yet to be told. Blocks until its upstream sessions are closed. */
    void evict(Berth berth) {
        store.remove(berth.id());
        berths.remove(berth.id());
        berth.close();
    }

    private void ended(Handle<Taken> handle) {
        Berth berth = berths.remove(handle.id());
        if (berth != null) {
            berth.close();
        }
    }

    /** Keeps what is in use and frees what has expired. */
    void sweep() {
        berths.values().stream().filter(Berth::isBusy).forEach(this::used);
        store.sweep();
    }

    Collection<Berth> all() {
        return List.copyOf(berths.values());
    }

    void close() {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            all().forEach(berth -> threads.execute(() -> end(berth)));
        }
    }

    /** What a caller is told whose handle is not known, for whatever reason. */
    String unknown(String argument) {
        return "This session is unknown or has ended (sessions end after " + SessionArgument.inWords(idle)
                + " without use), so nothing was done, and what it kept is gone. To start anew, call without "
                + argument
                + " and use the session id that stands at the end of that answer.";
    }

    /** What a caller is told who has too many. */
    String full(Place.Full full, String argument) {
        String whose = full.cap() == Limit.PER_PRINCIPAL ? "You have " : "All callers together have ";
        return whose + full.limit() + " open sessions, which is the limit, so nothing was done. Go on in one of them by"
                + " passing its " + argument + ", or end one; sessions end by themselves after "
                + SessionArgument.inWords(idle) + " without use.";
    }
}
