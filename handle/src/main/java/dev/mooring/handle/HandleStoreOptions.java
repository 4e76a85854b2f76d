package dev.mooring.handle;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apiguardian.api.API;

/**
 * Options of a {@link HandleStore}, the same for every implementation. Immutable.
 *
 * @param <S> the type of the state
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class HandleStoreOptions<S> {

    /** How long the owner of an ended handle is told when and how it ended. */
    public static final Duration TOMBSTONE_LIFETIME = Duration.ofHours(24);

    private final HandleLimits limits;
    private final boolean evictsIdlest;
    private final Predicate<? super HandleKey> inUse;
    private final Consumer<? super Ended<S>> endListener;
    private final Executor endExecutor;
    private final InstantSource clock;

    /**
     * A handle that has ended.
     *
     * @param <S> the type of the state
     */
    public record Ended<S>(StoredHandle<S> handle, HandleEnd end) {}

    private HandleStoreOptions(
            HandleLimits limits,
            boolean evictsIdlest,
            Predicate<? super HandleKey> inUse,
            Consumer<? super Ended<S>> endListener,
            Executor endExecutor,
            InstantSource clock) {
        this.limits = limits;
        this.evictsIdlest = evictsIdlest;
        this.inUse = inUse;
        this.endListener = endListener;
        this.endExecutor = endExecutor;
        this.clock = clock;
    }

    /** Returns options with these limits: at a limit the store refuses a new handle, and no listener learns of ends. */
    public static <S> HandleStoreOptions<S> of(HandleLimits limits) {
        return new HandleStoreOptions<>(
                limits,
                false,
                _ -> false,
                _ -> {},
                task -> Thread.ofVirtual().name("handle-ended").start(task),
                InstantSource.system());
    }

    /** Makes room for a new handle by ending the idlest one. */
    public HandleStoreOptions<S> evictingIdlest() {
        return new HandleStoreOptions<>(limits, true, inUse, endListener, endExecutor, clock);
    }

    /**
     * Protects handles from eviction and, as far as {@link HandleStore#sweep} runs in time, from expiry.
     *
     * @param isInUse tells whether a handle has a call in flight; must be fast and must not call the store
     */
    public HandleStoreOptions<S> inUse(Predicate<? super HandleKey> isInUse) {
        return new HandleStoreOptions<>(limits, evictsIdlest, isInUse, endListener, endExecutor, clock);
    }

    /** Sets the listener for handles that ended. The store calls it on a new virtual thread. */
    public HandleStoreOptions<S> onEnd(Consumer<? super Ended<S>> listener) {
        return new HandleStoreOptions<>(limits, evictsIdlest, inUse, listener, endExecutor, clock);
    }

    /** Sets the executor that calls the end listener. */
    HandleStoreOptions<S> endExecutor(Executor executor) {
        return new HandleStoreOptions<>(limits, evictsIdlest, inUse, endListener, executor, clock);
    }

    /** Sets the clock. The default is that of the system. */
    public HandleStoreOptions<S> clock(InstantSource source) {
        return new HandleStoreOptions<>(limits, evictsIdlest, inUse, endListener, endExecutor, source);
    }

    /** Returns the limits. */
    public HandleLimits limits() {
        return limits;
    }

    /** Returns whether the store makes room at a limit. */
    public boolean evictsIdlest() {
        return evictsIdlest;
    }

    /** Returns whether a handle has a call in flight. */
    public boolean isInUse(HandleKey key) {
        return inUse.test(key);
    }

    /** Returns the current time. */
    public Instant now() {
        return clock.instant();
    }

    /**
     * Returns a time in nanoseconds that only its differences give meaning to. With the clock of the system it is {@link
     * System#nanoTime}, which changes of the time of day do not affect.
     */
    long ticks() {
        if (clock.equals(InstantSource.system())) {
            return System.nanoTime();
        }
        Instant now = clock.instant();
        return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }

    /** Notifies the listener of an end, on its executor. */
    public void notifyEnd(StoredHandle<S> handle, HandleEnd end) {
        endExecutor.execute(() -> endListener.accept(new Ended<>(handle, end)));
    }
}
