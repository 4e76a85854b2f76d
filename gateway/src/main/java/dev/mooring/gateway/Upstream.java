package dev.mooring.gateway;

import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.session.CallOutcome;
import dev.mooring.session.Owner;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server behind the gateway as one account sees it, with its cached listing. Concurrent callers share one listing request,
 * which continues when a caller stops waiting. After a failure the last listing stays in use, so that open handles keep
 * working. Thread-safe.
 */
final class Upstream {
    private static final Logger LOG = LoggerFactory.getLogger(Upstream.class);

    /** How long a failure is cached. */
    private static final Duration FAILURE_TTL = Duration.ofSeconds(3);

    /** How long a listing is cached while no session is open on which the server could announce a change. */
    private static final Duration UNWATCHED_TTL = Duration.ofMinutes(1);

    /** How long an endpoint of several servers waits for the first listing of one of them. */
    private static final Duration COMBINED_WAIT = Duration.ofSeconds(15);

    private static final Duration NO_TIMEOUT = Duration.ofDays(365);

    private final ToolServer server;
    private final ListingSession session;
    private final Duration idle;
    private final Consumer<Upstream> onAvailable;
    private volatile State state = new State.NotListed();

    /** Whether the server has announced a change since the latest listing request. */
    private volatile boolean changed;

    /** Whether a caller was served without this listing. */
    private volatile boolean wasMissed;

    private volatile long lastRequested = System.nanoTime();

    /** The latest request. Guarded by this. */
    private @Nullable ListingRequest request;

    /** The result of the latest listing request. */
    sealed interface State {
        record NotListed() implements State {}

        record Listed(UpstreamListing listing, long since) implements State {}

        /**
         * The latest request failed.
         *
         * @param lastListing the latest successful listing; null if no listing has succeeded
         */
        record Failing(
                String reason,
                boolean needsSignIn,
                long since,
                @Nullable UpstreamListing lastListing) implements State {}
    }

    /** A listing request, which runs on its own virtual thread. */
    private final class ListingRequest extends FutureTask<UpstreamListing> {
        final long startedAt = System.nanoTime();

        ListingRequest() {
            super(Upstream.this::requestListing);
        }
    }

    /**
     * @param server the server, as the account sees it
     * @param owner the owner whose account lists the server
     * @param onAvailable called when a listing succeeds after a caller was served without it
     */
    Upstream(ToolServer server, Sessions sessions, Owner owner, Duration idle, Consumer<Upstream> onAvailable) {
        this.server = server;
        this.session = new ListingSession(server, sessions, owner);
        this.idle = idle;
        this.onAvailable = onAvailable;
    }

    String name() {
        return server.name();
    }

    ToolServer server() {
        return server;
    }

    State state() {
        return state;
    }

    synchronized boolean isBeingListed() {
        return request != null && !request.isDone();
    }

    /** Returns the listing, and waits for it as long as the server's timeouts allow. */
    UpstreamListing listing(Freshness freshness) throws UpstreamUnavailable, InterruptedException {
        UpstreamListing cached = cachedListing(freshness);
        return cached != null ? cached : newListing(freshness, NO_TIMEOUT);
    }

    /**
     * Returns the listing for an endpoint of several servers, which one server must not block: waits a limited time, and not
     * at all after a failure. The request continues in the background.
     */
    UpstreamListing listingForCombined(Freshness freshness) throws UpstreamUnavailable, InterruptedException {
        UpstreamListing cached = cachedListing(freshness);
        return cached != null
                ? cached
                : newListing(freshness, state instanceof State.Failing ? Duration.ZERO : COMBINED_WAIT);
    }

    /** Starts a request in the background if {@link #listing} would need one. */
    void startListing(Freshness freshness) {
        try {
            if (cachedListing(freshness) == null) {
                var _ = startRequest();
            }
        } catch (UpstreamUnavailable e) {
            // The failure is still cached.
        }
    }

    /** @param timeout counts from the start of the request, which another caller may have started earlier */
    private UpstreamListing newListing(Freshness freshness, Duration timeout)
            throws UpstreamUnavailable, InterruptedException {
        long now = System.nanoTime();
        ListingRequest joined = startRequest();
        UpstreamListing listing = await(joined, timeout);
        // A request from before this call may have read the list before the change.
        boolean mayBeStale = changed && joined.startedAt - now < 0;
        return freshness == Freshness.CURRENT && mayBeStale ? await(startRequest(), timeout) : listing;
    }

    /**
     * Returns the cached listing, or null if a request is needed.
     *
     * @throws UpstreamUnavailable if a failure without an earlier listing is still cached
     */
    private @Nullable UpstreamListing cachedListing(Freshness freshness) throws UpstreamUnavailable {
        State current = state;
        if (freshness == Freshness.CACHED) {
            UpstreamListing last = lastListing(current);
            if (last != null) {
                return last;
            }
        }
        lastRequested = System.nanoTime();
        if (current instanceof State.Failing failing && isFailureCached(failing.since)) {
            return orUnavailable(failing.lastListing, failing.reason, failing.needsSignIn);
        }
        return current instanceof State.Listed(UpstreamListing listing, long since) && isFresh(since) ? listing : null;
    }

    /** Returns the latest listing, or null before the first one. */
    @Nullable
    UpstreamListing lastListing() {
        return lastListing(state);
    }

    private static @Nullable UpstreamListing lastListing(State state) {
        return switch (state) {
            case State.NotListed _ -> null;
            case State.Listed(UpstreamListing listing, long _) -> listing;
            case State.Failing failing -> failing.lastListing;
        };
    }

    private boolean isFresh(long since) {
        return !changed && (session.isOpen() || age(since).compareTo(UNWATCHED_TTL) < 0);
    }

    private boolean isFailureCached(long since) {
        return !changed && age(since).compareTo(FAILURE_TTL) < 0;
    }

    private static Duration age(long since) {
        return Duration.ofNanos(System.nanoTime() - since);
    }

    /** Returns the request in flight, or the latest one while its result is cached, else starts a new one. */
    private synchronized ListingRequest startRequest() {
        ListingRequest current = request;
        if (current == null || (current.isDone() && !isResultCached())) {
            current = new ListingRequest();
            request = current;
            Thread.ofVirtual().name("gateway-list-" + name()).start(current);
        }
        return current;
    }

    private boolean isResultCached() {
        return switch (state) {
            case State.NotListed _ -> false;
            case State.Listed(UpstreamListing _, long since) -> isFresh(since);
            case State.Failing failing -> isFailureCached(failing.since);
        };
    }

    private UpstreamListing await(ListingRequest listingRequest, Duration timeout)
            throws UpstreamUnavailable, InterruptedException {
        String reason;
        boolean needsSignIn = false;
        try {
            return listingRequest.get(
                    timeout.minus(age(listingRequest.startedAt)).toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            reason = cannotList("no answer yet");
        } catch (CancellationException e) {
            reason = cannotList("the gateway is closing");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UpstreamUnavailable unavailable) {
                reason = String.valueOf(unavailable.getMessage());
                needsSignIn = unavailable.needsSignIn();
            } else {
                reason = cannotList(String.valueOf(e.getCause()));
            }
        }
        return orUnavailable(lastListing(state), reason, needsSignIn);
    }

    private String cannotList(String reason) {
        return "Cannot list " + name() + ": " + reason;
    }

    private UpstreamListing orUnavailable(@Nullable UpstreamListing last, String reason, boolean needsSignIn)
            throws UpstreamUnavailable {
        if (last == null) {
            wasMissed = true;
            throw new UpstreamUnavailable(reason, needsSignIn);
        }
        return last;
    }

    private UpstreamListing requestListing() throws UpstreamUnavailable, InterruptedException {
        State before = state;
        changed = false;
        try {
            UpstreamListing listing = session.list(idle);
            logWarnings(listing, lastListing(before));
            state = new State.Listed(listing, System.nanoTime());
            if (wasMissed) {
                wasMissed = false;
                onAvailable.accept(this);
            }
            return listing;
        } catch (UpstreamUnavailable e) {
            String reason = String.valueOf(e.getMessage());
            state = new State.Failing(reason, e.needsSignIn(), System.nanoTime(), lastListing(before));
            boolean isKnown = before instanceof State.Failing failing && failing.reason.equals(reason);
            if (!isKnown && !e.needsSignIn()) { // the caller is told where to sign in
                LOG.warn("{}", reason);
            }
            throw e;
        }
    }

    private void logWarnings(UpstreamListing listing, @Nullable UpstreamListing before) {
        List<String> warnings = listing.warnings();
        if (before == null || !before.warnings().equals(warnings)) {
            warnings.forEach(warning -> LOG.warn("{}: {}", name(), warning));
        }
    }

    /** Sends a request that depends on no caller's state, on the session that lists the server. */
    CallOutcome requestStateless(String method, ObjectNode params, CallOptions options)
            throws UpstreamUnavailable, InterruptedException {
        lastRequested = System.nanoTime();
        return session.request(method, params, options);
    }

    /** Subscribes to changes of a resource, on the session that lists the server. */
    void subscribe(String uri) throws UpstreamUnavailable, Refusal, InterruptedException {
        session.subscribe(uri);
    }

    /** Makes the next listing use the new sign-in. */
    void onSignInChanged() {
        session.reset();
        changed = true;
    }

    /** Marks the listing as stale if the server announces a change. */
    void onNotification(Message.Notification notification) {
        switch (notification.method()) {
            case Methods.TOOLS_CHANGED, Methods.PROMPTS_CHANGED, Methods.RESOURCES_CHANGED -> changed = true;
            default -> {
                // Other notifications change no list.
            }
        }
    }

    /**
     * Keeps the listing session open while it is needed; see {@link ListingSession#maintain}.
     *
     * @param hasSubscribers tells whether a client subscribes to a resource
     */
    void maintain(Predicate<String> hasSubscribers) {
        session.maintain(hasSubscribers, age(lastRequested).compareTo(idle) >= 0);
    }

    /** Cancels the request in flight and closes the listing session. */
    void close() {
        synchronized (this) {
            if (request != null) {
                request.cancel(true);
            }
        }
        session.close();
    }
}
