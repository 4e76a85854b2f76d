package dev.mooring.handle;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.apiguardian.api.API;

/**
 * Options of a {@link HandleStore}, the same for every implementation. Immutable.
 *
 * @param <S> the type of the state
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class HandleStoreOptions<S> {

    /** How long a store keeps the tombstone of an ended handle. */
    public static final Duration TOMBSTONE_LIFETIME = Duration.ofHours(24);

    /** The {@link #evictionRank} of a handle that is not evicted. */
    public static final int KEEP = Integer.MAX_VALUE;

    private final HandleLimits limits;
    private final boolean evictsIdlest;
    private final boolean keepsTombstones;
    private final ToIntFunction<? super HandleKey> evictionRank;
    private final Predicate<? super HandleKey> inUse;
    private final Predicate<? super HandleKey> endable;
    private final Consumer<? super Ended<S>> endListener;
    private final Executor endExecutor;
    private final InstantSource clock;

    /**
     * A handle that has ended.
     *
     * @param <S> the type of the state
     */
    public record Ended<S>(StoredHandle<S> handle, HandleEnd end) {}

    private HandleStoreOptions(Builder<S> builder) {
        limits = builder.limits;
        evictsIdlest = builder.evictsIdlest;
        keepsTombstones = builder.keepsTombstones;
        evictionRank = builder.evictionRank;
        inUse = builder.inUse;
        endable = builder.endable;
        endListener = builder.endListener;
        endExecutor = builder.endExecutor;
        clock = builder.clock;
    }

    /** The options of a copy, before it becomes immutable. */
    private static final class Builder<S> {
        final HandleLimits limits;
        boolean evictsIdlest;
        boolean keepsTombstones = true;
        ToIntFunction<? super HandleKey> evictionRank = _ -> KEEP;
        Predicate<? super HandleKey> inUse = _ -> false;
        Predicate<? super HandleKey> endable = _ -> true;
        Consumer<? super Ended<S>> endListener = _ -> {};
        Executor endExecutor = task -> Thread.ofVirtual().name("handle-ended").start(task);
        InstantSource clock = InstantSource.system();

        Builder(HandleLimits limits) {
            this.limits = limits;
        }

        Builder(HandleStoreOptions<S> options) {
            limits = options.limits;
            evictsIdlest = options.evictsIdlest;
            keepsTombstones = options.keepsTombstones;
            evictionRank = options.evictionRank;
            inUse = options.inUse;
            endable = options.endable;
            endListener = options.endListener;
            endExecutor = options.endExecutor;
            clock = options.clock;
        }
    }

    /** Returns options with these limits. At a limit the store refuses a new handle. There is no end listener. */
    public static <S> HandleStoreOptions<S> of(HandleLimits limits) {
        return new HandleStoreOptions<>(new Builder<>(limits));
    }

    private HandleStoreOptions<S> with(Consumer<Builder<S>> change) {
        var copy = new Builder<>(this);
        change.accept(copy);
        return new HandleStoreOptions<>(copy);
    }

    /** At a limit, evicts the idlest handle, first among those of the new handle's owner. */
    public HandleStoreOptions<S> evictingIdlest() {
        return with(copy -> copy.evictsIdlest = true);
    }

    /**
     * At a limit, evicts the handle with the lowest rank among those of the new handle's owner and of a principal above its
     * fair share. Among handles of equal rank, evicts the idlest.
     *
     * @param rank returns the rank of a handle, or {@link #KEEP}; must be fast and must not call the store
     */
    public HandleStoreOptions<S> evictingByRank(ToIntFunction<? super HandleKey> rank) {
        return with(copy -> copy.evictionRank = rank);
    }

    /** Keeps no tombstones, for programs that do not tell callers how a handle ended. */
    public HandleStoreOptions<S> withoutTombstones() {
        return with(copy -> copy.keepsTombstones = false);
    }

    /**
     * Protects handles from eviction and, as far as {@link HandleStore#sweep} runs in time, from expiry.
     *
     * @param isInUse tells whether a handle has a call in flight; must be fast and must not call the store
     */
    public HandleStoreOptions<S> inUse(Predicate<? super HandleKey> isInUse) {
        return with(copy -> copy.inUse = isInUse);
    }

    /**
     * Lets the store expire and evict only these handles. Processes that share a store end only the handles that they serve,
     * because each learns of the uses by others later.
     *
     * @param isEndable must be fast and must not call the store
     */
    public HandleStoreOptions<S> endingOnly(Predicate<? super HandleKey> isEndable) {
        return with(copy -> copy.endable = isEndable);
    }

    /** Sets the listener for handles that ended. The store calls it on a new virtual thread. */
    public HandleStoreOptions<S> onEnd(Consumer<? super Ended<S>> listener) {
        return with(copy -> copy.endListener = listener);
    }

    /** Sets the executor that calls the end listener. */
    HandleStoreOptions<S> endExecutor(Executor executor) {
        return with(copy -> copy.endExecutor = executor);
    }

    /** Sets the clock. The default is that of the system. */
    public HandleStoreOptions<S> clock(InstantSource source) {
        return with(copy -> copy.clock = source);
    }

    /** Returns the limits. */
    public HandleLimits limits() {
        return limits;
    }

    /** Returns whether the store evicts the idlest handle at a limit. */
    public boolean evictsIdlest() {
        return evictsIdlest;
    }

    /** Returns whether the store remembers when and how a handle ended. */
    public boolean keepsTombstones() {
        return keepsTombstones;
    }

    /** Returns the rank of a handle in the order of eviction, lowest first; {@link #KEEP} if it is not evicted. */
    public int evictionRank(HandleKey key) {
        return inUse.test(key) ? KEEP : evictionRank.applyAsInt(key);
    }

    /** Returns whether a handle has a call in flight. */
    public boolean isInUse(HandleKey key) {
        return inUse.test(key);
    }

    /** Returns whether a store that several processes share can expire and evict this handle in this process. */
    public boolean isEndable(HandleKey key) {
        return endable.test(key);
    }

    /** Returns the current time. */
    public Instant now() {
        return clock.instant();
    }

    /**
     * Returns a time in nanoseconds. Only the difference of two such times has a meaning. With the clock of the system it is
     * {@link System#nanoTime}, which changes of the time of day do not affect.
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
