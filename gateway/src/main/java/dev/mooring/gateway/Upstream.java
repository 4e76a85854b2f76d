package dev.mooring.gateway;

import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.server.Refusal;
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

/**
 * A server behind the gateway, and what it offers. All who want to know wait for one asking, which goes on without them.
 * What was known once stays known while the server cannot be asked, so that open handles work on.
 */
final class Upstream {
    private static final Logger LOG = LoggerFactory.getLogger(Upstream.class);

    /** Who asks again so soon after a failure gets the same answer. */
    private static final Duration FAILURE_LASTS = Duration.ofSeconds(3);

    /** How long lists are good for once nobody would hear of a change. */
    private static final Duration UNWATCHED_LASTS = Duration.ofMinutes(1);

    /** How long the other servers wait for one that is asked for the first time. */
    private static final Duration OTHERS_WAIT = Duration.ofSeconds(15);

    private static final Duration FOR_EVER = Duration.ofDays(365);

    private final ToolServer server;
    private final ListSession lists;
    private final Duration idle;
    private final Consumer<Upstream> found;
    private volatile State state = new State.NotAsked();
    private volatile boolean changed;

    /** Whether somebody had to go without what this server offers. */
    private volatile boolean missed;

    private volatile long lastAsked = System.nanoTime();

    /** Guarded by this. */
    private @Nullable Asking underWay;

    /** What is known of the server. */
    sealed interface State {
        record NotAsked() implements State {}

        record Known(Catalogue catalogue, long since) implements State {}

        /**
         * It could not be asked.
         *
         * @param before what was known before that
         */
        record Failing(String reason, long since, @Nullable Catalogue before) implements State {}
    }

    /** How good an answer has to be. */
    enum Want {
        /** As the server said when it was last asked. */
        KNOWN,
        /** As it is now: as known where the server would have said that something changed, else asked anew. */
        CURRENT
    }

    /** One asking, on a thread of its own. */
    private final class Asking extends FutureTask<Catalogue> {
        final long since = System.nanoTime();

        Asking() {
            super(Upstream.this::ask);
        }
    }

    /** @param found told when it is known what a server offers, after somebody had to go without */
    Upstream(ToolServer server, Sessions sessions, Duration idle, Consumer<Upstream> found) {
        this.server = server;
        this.lists = new ListSession(server, sessions);
        this.idle = idle;
        this.found = found;
    }

    String name() {
        return server.name();
    }

    ToolServer server() {
        return server;
    }

    Duration idle() {
        return idle;
    }

    State state() {
        return state;
    }

    synchronized boolean isBeingAsked() {
        return underWay != null && !underWay.isDone();
    }

    /** What the server offers; waits for as long as the server may take. */
    Catalogue catalogue(Want want) throws Unavailable, InterruptedException {
        Catalogue atHand = atHand(want);
        return atHand != null ? atHand : asked(want, FOR_EVER);
    }

    /**
     * The same where others have to wait for it: not for long, and for one that has failed not at all. The asking goes
     * on, and what comes of it is there the next time.
     */
    Catalogue soon(Want want) throws Unavailable, InterruptedException {
        Catalogue atHand = atHand(want);
        if (atHand != null) {
            return atHand;
        }
        return asked(want, state instanceof State.Failing ? Duration.ZERO : OTHERS_WAIT);
    }

    /** @param patience from when the asking began */
    private Catalogue asked(Want want, Duration patience) throws Unavailable, InterruptedException {
        long came = System.nanoTime();
        Asking asking = begin();
        Catalogue found = answer(asking, patience);
        boolean mayBeOld = changed && asking.since - came < 0; // it may have had its answer before the change
        return want == Want.CURRENT && mayBeOld ? answer(begin(), patience) : found;
    }

    /** Begins to ask where {@link #soon} would have to. */
    void prepare(Want want) {
        try {
            if (atHand(want) == null) {
                var _ = begin();
            }
        } catch (Unavailable e) {
            // It was asked a moment ago.
        }
    }

    /** What can be said without asking; null where the server has to be asked. */
    private @Nullable Catalogue atHand(Want want) throws Unavailable {
        State now = state;
        if (want == Want.KNOWN) {
            Catalogue known = lastKnown(now);
            if (known != null) {
                return known;
            }
        }
        lastAsked = System.nanoTime();
        if (now instanceof State.Failing(String reason, long since, Catalogue before) && isRecent(since)) {
            return orWithout(before, reason);
        }
        return now instanceof State.Known(var catalogue, long since) && isFresh(since) ? catalogue : null;
    }

    private static @Nullable Catalogue lastKnown(State state) {
        return switch (state) {
            case State.NotAsked _ -> null;
            case State.Known(var catalogue, long _) -> catalogue;
            case State.Failing(String _, long _, Catalogue before) -> before;
        };
    }

    private boolean isFresh(long since) {
        return !changed && (lists.isOpen() || age(since).compareTo(UNWATCHED_LASTS) < 0);
    }

    private static boolean isRecent(long since) {
        return age(since).compareTo(FAILURE_LASTS) < 0;
    }

    private static Duration age(long since) {
        return Duration.ofNanos(System.nanoTime() - since);
    }

    private synchronized Asking begin() {
        Asking asking = underWay;
        if (asking == null || (asking.isDone() && !isSettled())) {
            asking = new Asking();
            underWay = asking;
            Thread.ofVirtual().name("gateway-ask-" + name()).start(asking);
        }
        return asking;
    }

    /** Whether what the last asking found still holds. */
    private boolean isSettled() {
        return switch (state) {
            case State.NotAsked _ -> false;
            case State.Known(var _, long since) -> isFresh(since);
            case State.Failing(String _, long since, Catalogue _) -> isRecent(since);
        };
    }

    private Catalogue answer(Asking asking, Duration patience) throws Unavailable, InterruptedException {
        String reason;
        try {
            return asking.get(patience.minus(age(asking.since)).toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            reason = name() + " has not answered yet";
        } catch (CancellationException e) {
            reason = name() + " is being closed";
        } catch (ExecutionException e) {
            reason = e.getCause() instanceof Unavailable unavailable
                    ? String.valueOf(unavailable.getMessage())
                    : name() + " could not be asked: " + e.getCause();
        }
        return orWithout(lastKnown(state), reason);
    }

    private Catalogue orWithout(@Nullable Catalogue known, String reason) throws Unavailable {
        if (known == null) {
            missed = true;
            throw new Unavailable(reason);
        }
        return known;
    }

    private Catalogue ask() throws Unavailable, InterruptedException {
        State before = state;
        changed = false;
        try {
            Catalogue catalogue = lists.ask(idle);
            logWarnings(catalogue, lastKnown(before));
            state = new State.Known(catalogue, System.nanoTime());
            if (missed) {
                missed = false;
                found.accept(this);
            }
            return catalogue;
        } catch (Unavailable e) {
            String reason = String.valueOf(e.getMessage());
            state = new State.Failing(reason, System.nanoTime(), lastKnown(before));
            if (!(before instanceof State.Failing(String same, long _, Catalogue _) && same.equals(reason))) {
                LOG.warn("{}", reason);
            }
            throw e;
        }
    }

    private void logWarnings(Catalogue listing, @Nullable Catalogue before) {
        List<String> warnings = listing.warnings();
        if (before == null || !before.warnings().equals(warnings)) {
            warnings.forEach(warning -> LOG.warn("{}: {}", name(), warning));
        }
    }

    /** Has the server tell of changes to a resource, on the session that asks for lists. */
    void watch(String uri) throws Unavailable, Refusal, InterruptedException {
        lists.watch(uri);
    }

    /** Something that any session of the server heard. */
    void heard(Message.Notification notification) {
        switch (notification.method()) {
            case Methods.TOOLS_CHANGED, Methods.PROMPTS_CHANGED, Methods.RESOURCES_CHANGED -> changed = true;
            default -> {
                // No list has to be asked for anew.
            }
        }
    }

    /** Keeps the session for lists as long as it is of use; see {@link ListSession#tend}. */
    void tend(Predicate<String> wanted) {
        lists.tend(wanted, age(lastAsked).compareTo(idle) >= 0);
    }

    void close() {
        synchronized (this) {
            if (underWay != null) {
                underWay.cancel(true);
            }
        }
        lists.close();
    }
}
