package dev.mooring.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.handle.HandleEnd.Reason;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The guarantees of every store. A subclass opens the store to test. */
public abstract class HandleStoreContract {

    protected static final Duration HOUR = Duration.ofHours(1);
    private static final Duration ALMOST = HOUR.minusSeconds(1);
    private static final HandleOwner ADA = HandleOwner.principal("ada");
    private static final HandleOwner BOB = HandleOwner.principal("bob");

    protected final MovableClock clock = new MovableClock();
    private final ConcurrentLinkedQueue<HandleStoreOptions.Ended<Integer>> ended = new ConcurrentLinkedQueue<>();
    private final Set<HandleKey> inUse = ConcurrentHashMap.newKeySet();
    private HandleStore<Integer> store;
    private Handles<Integer> handles;

    /** A codec of numbers. */
    protected static final HandleCodec<Integer> NUMBERS = new HandleCodec<>() {
        @Override
        public String encode(Integer state) {
            return state.toString();
        }

        @Override
        public Integer decode(String json) {
            return Integer.valueOf(json);
        }
    };

    /** Opens an empty store. */
    protected abstract HandleStore<Integer> open(HandleStoreOptions<Integer> options);

    protected HandleStoreContract() {
        // A subclass opens its database in its own @BeforeEach, so the store is opened on first use.
        store = new InMemoryHandleStore<>(HandleLimits.DEFAULT);
        handles = new Handles<>(store);
    }

    private HandleStoreOptions<Integer> options() {
        return HandleStoreOptions.<Integer>of(new HandleLimits(HOUR, 3, 5))
                .clock(clock)
                .inUse(inUse::contains)
                .onEnd(ended::add)
                .endExecutor(Runnable::run);
    }

    private void openRefusing() {
        store = open(options());
        handles = new Handles<>(store);
    }

    private void openEvicting() {
        store = open(options().evictingIdlest());
        handles = new Handles<>(store);
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    private String mint(HandleOwner owner, int state) {
        clock.advance(Duration.ofMillis(1)); // so that one handle is the idlest
        return switch (handles.mint(owner, state)) {
            case MintResult.Minted<Integer>(var handle) -> handle.id().text();
            case MintResult.Refused<Integer> refused -> throw new AssertionError(refused);
        };
    }

    private Lookup<Integer> found(String id, HandleOwner owner, int state) {
        return new Lookup.Found<>(new Handle<>(new HandleId(id), owner, state));
    }

    private static Lookup<Integer> notFound() {
        return new Lookup.NotFound<>();
    }

    private Collection<Integer> endedStates() {
        return ended.stream().map(each -> each.handle().state()).toList();
    }

    private static Reason reasonOf(Lookup<Integer> lookup) {
        return ((Lookup.Ended<Integer>) lookup).end().reason();
    }

    @Test
    void findReturnsTheStateOfTheCallersHandle() {
        openRefusing();
        String id = mint(ADA, 7);

        assertThat(handles.find(id, ADA)).isEqualTo(found(id, ADA, 7));
    }

    @Test
    void handlesOfOthersAreNotDistinguishableFromUnknownOnesEvenAfterTheirEnd() {
        openRefusing();
        String expired = mint(BOB, 1);
        clock.advance(HOUR);
        String endedEarly = mint(BOB, 2);
        assertThat(handles.end(endedEarly, BOB)).isTrue();
        String foreign = mint(BOB, 3);
        String anonymous = mint(HandleOwner.ANONYMOUS, 4);

        assertThat(List.of("nonsense", HandleId.random().text(), expired, endedEarly, foreign, anonymous))
                .allSatisfy(id -> {
                    assertThat(handles.find(id, ADA)).isEqualTo(notFound());
                    assertThat(handles.update(id, ADA, n -> n + 1)).isEqualTo(notFound());
                    assertThat(handles.end(id, ADA)).isFalse();
                });
        assertThat(handles.find(foreign, BOB)).isEqualTo(found(foreign, BOB, 3));
        assertThat(handles.find(foreign, HandleOwner.principal(""))).isEqualTo(notFound());
        assertThat(handles.find(anonymous, HandleOwner.principal(""))).isEqualTo(notFound());
    }

    @Test
    void anonymousCallersShareTheirHandles() {
        openRefusing();
        String id = mint(HandleOwner.ANONYMOUS, 1);
        assertThat(handles.find(id, HandleOwner.ANONYMOUS)).isEqualTo(found(id, HandleOwner.ANONYMOUS, 1));
    }

    @Test
    void ownerOfAnEndedHandleIsToldForADayWhenAndHowItEnded() {
        openEvicting();
        String expired = mint(ADA, 1);
        var expiry = new HandleEnd(clock.instant().plus(HOUR), Reason.EXPIRED);
        clock.advance(HOUR.multipliedBy(2));
        String evicted = mint(ADA, 2);
        IntStream.range(0, 3).forEach(n -> mint(ADA, n));
        var eviction = new HandleEnd(clock.instant(), Reason.EVICTED);
        String endedByCaller = mint(BOB, 3);
        handles.end(endedByCaller, BOB);
        String lost = mint(BOB, 4);
        store.remove(HandleKey.of(new HandleId(lost)), Reason.LOST);

        assertThat(handles.find(expired, ADA)).isEqualTo(new Lookup.Ended<>(expiry));
        assertThat(handles.update(expired, ADA, n -> n)).isEqualTo(new Lookup.Ended<>(expiry));
        assertThat(handles.find(evicted, ADA)).isEqualTo(new Lookup.Ended<>(eviction));
        assertThat(reasonOf(handles.find(endedByCaller, BOB))).isEqualTo(Reason.ENDED);
        assertThat(handles.find(lost, BOB)).isEqualTo(new Lookup.Ended<>(new HandleEnd(clock.instant(), Reason.LOST)));

        clock.advance(Duration.ofHours(24));
        assertThat(List.of(evicted, endedByCaller, lost)).allSatisfy(id -> {
            assertThat(handles.find(id, ADA)).isEqualTo(notFound());
            assertThat(handles.find(id, BOB)).isEqualTo(notFound());
        });
    }

    @Test
    void everyUseRestartsTheIdleTimeout() {
        openRefusing();
        String id = mint(ADA, 1);
        for (int i = 0; i < 3; i++) {
            clock.advance(ALMOST);
            assertThat(handles.find(id, ADA)).isInstanceOf(Lookup.Found.class);
            clock.advance(ALMOST);
            assertThat(handles.update(id, ADA, n -> n + 1)).isInstanceOf(Lookup.Found.class);
            clock.advance(ALMOST);
            assertThat(handles.update(id, ADA, n -> n)).isInstanceOf(Lookup.Found.class);
        }
        clock.advance(HOUR);
        assertThat(reasonOf(handles.find(id, ADA))).isEqualTo(Reason.EXPIRED);
    }

    @Test
    void lookupByAnotherPrincipalDoesNotRestartTheIdleTimeout() {
        openRefusing();
        String id = mint(ADA, 1);
        clock.advance(ALMOST);
        assertThat(handles.find(id, BOB)).isInstanceOf(Lookup.NotFound.class);
        assertThat(handles.update(id, BOB, n -> n)).isInstanceOf(Lookup.NotFound.class);
        clock.advance(Duration.ofSeconds(1));

        assertThat(handles.find(id, ADA)).isInstanceOf(Lookup.Ended.class);
    }

    @Test
    void endListenerIsCalledOnceWithTheLatestState() {
        openRefusing();
        String id = mint(ADA, 1);
        handles.update(id, ADA, n -> n + 1);
        assertThat(handles.end(id, ADA)).isTrue();
        assertThat(handles.end(id, ADA)).isFalse();
        clock.advance(HOUR);
        store.sweep();

        assertThat(endedStates()).containsExactly(2);
        assertThat(ended.element().handle().key()).isEqualTo(HandleKey.of(new HandleId(id)));
    }

    @Test
    void sweepEndsExpiredHandlesAndReportsTheirEnd() {
        openRefusing();
        mint(ADA, 1);
        clock.advance(HOUR.plusSeconds(1));
        String young = mint(BOB, 2);
        store.sweep();

        assertThat(store.count()).isEqualTo(1);
        assertThat(store.handles()).extracting(StoredHandle::state).containsExactly(2);
        assertThat(endedStates()).containsExactly(1);
        assertThat(handles.find(young, BOB)).isEqualTo(found(young, BOB, 2));
    }

    @Test
    void sweepRestartsTheIdleTimeoutOfHandlesInUse() {
        openRefusing();
        inUse.add(HandleKey.of(new HandleId(mint(ADA, 1))));
        mint(ADA, 2);

        clock.advance(ALMOST);
        store.sweep();
        clock.advance(ALMOST);
        store.sweep();

        assertThat(store.handles()).extracting(StoredHandle::state).containsExactly(1);
        assertThat(endedStates()).containsExactly(2);
    }

    @Test
    void limitPerPrincipalRefusesOnlyThatPrincipal() {
        openRefusing();
        IntStream.range(0, 3).forEach(n -> mint(ADA, n));

        assertThat(handles.mint(ADA, 4)).isEqualTo(new MintResult.Refused<>(HandleStore.Limit.PER_PRINCIPAL, 3));
        assertThat(handles.mint(BOB, 4)).isInstanceOf(MintResult.Minted.class);
    }

    @Test
    void anonymousCallersAreBoundOnlyByTheOverallLimit() {
        openRefusing();
        IntStream.range(0, 5).forEach(n -> mint(HandleOwner.ANONYMOUS, n));

        assertThat(handles.mint(ADA, 6)).isEqualTo(new MintResult.Refused<>(HandleStore.Limit.OVERALL, 5));
    }

    @Test
    void endingAHandleMakesRoomForAnother() {
        openRefusing();
        String first = mint(ADA, 0);
        mint(ADA, 1);
        mint(ADA, 2);
        handles.end(first, ADA);

        assertThat(handles.mint(ADA, 3)).isInstanceOf(MintResult.Minted.class);
        assertThat(handles.mint(ADA, 4)).isInstanceOf(MintResult.Refused.class);
    }

    @Test
    void expiryMakesRoomForOtherHandles() {
        openRefusing();
        IntStream.range(0, 3).forEach(n -> mint(ADA, n));
        clock.advance(HOUR);

        IntStream.range(0, 3).forEach(n -> mint(ADA, n));
        assertThat(handles.mint(ADA, 4)).isInstanceOf(MintResult.Refused.class);
    }

    @Test
    void expiredHandleIsDiscountedExactlyOnce() {
        openRefusing();
        String id = mint(ADA, 0);
        clock.advance(HOUR);
        assertThat(handles.update(id, ADA, n -> n)).isInstanceOf(Lookup.Ended.class);
        assertThat(store.update(new HandleId(id), n -> n)).isEmpty();
        assertThat(store.remove(new HandleId(id))).isFalse();
        store.sweep();

        IntStream.range(0, 3).forEach(n -> mint(ADA, n));
        assertThat(handles.mint(ADA, 4)).isInstanceOf(MintResult.Refused.class);
        assertThat(endedStates()).containsExactly(0);
    }

    @Test
    void overallLimitEvictsTheIdlestHandle() {
        openEvicting();
        String first = mint(HandleOwner.ANONYMOUS, 1);
        IntStream.rangeClosed(2, 5).forEach(n -> mint(HandleOwner.ANONYMOUS, n));
        clock.advance(Duration.ofSeconds(1));
        assertThat(handles.find(first, HandleOwner.ANONYMOUS)).isInstanceOf(Lookup.Found.class);

        mint(ADA, 6);

        assertThat(endedStates()).containsExactly(2);
    }

    @Test
    void overallLimitEvictsAHandleOfTheSameOwnerFirst() {
        openEvicting();
        IntStream.rangeClosed(1, 3).forEach(n -> mint(BOB, n));
        mint(ADA, 4);
        mint(HandleOwner.ANONYMOUS, 5);

        mint(ADA, 6);

        assertThat(endedStates()).containsExactly(4);
    }

    @Test
    void limitPerPrincipalEvictsTheIdlestHandleOfThatPrincipal() {
        openEvicting();
        mint(BOB, 1);
        IntStream.rangeClosed(2, 4).forEach(n -> mint(ADA, n));

        mint(ADA, 5);

        assertThat(endedStates()).containsExactly(2);
    }

    @Test
    void handlesInUseAreNotEvicted() {
        openEvicting();
        String first = mint(ADA, 1);
        Set<String> others = new HashSet<>();
        IntStream.rangeClosed(2, 3).forEach(n -> others.add(mint(ADA, n)));
        inUse.add(HandleKey.of(new HandleId(first)));
        others.add(mint(ADA, 4));
        assertThat(endedStates()).containsExactly(2);

        others.forEach(id -> inUse.add(HandleKey.of(new HandleId(id))));

        assertThat(handles.mint(ADA, 5)).isEqualTo(new MintResult.Refused<>(HandleStore.Limit.PER_PRINCIPAL, 3));
    }

    @Test
    void handleWithTheLowestRankIsEvictedAndTheIdlestOfEquals() {
        Map<HandleKey, Integer> ranks = new ConcurrentHashMap<>();
        store = open(options().evictingByRank(key -> ranks.getOrDefault(key, HandleStoreOptions.KEEP)));
        handles = new Handles<>(store);
        ranks.put(HandleKey.of(new HandleId(mint(ADA, 1))), 2);
        ranks.put(HandleKey.of(new HandleId(mint(ADA, 2))), 1);
        ranks.put(HandleKey.of(new HandleId(mint(ADA, 3))), 1);
        String foreign = mint(BOB, 4);
        ranks.put(HandleKey.of(new HandleId(foreign)), 0);

        mint(ADA, 5);
        mint(ADA, 6);
        mint(ADA, 7);

        assertThat(endedStates()).containsExactly(2, 3, 1);
        assertThat(handles.mint(ADA, 8)).isEqualTo(new MintResult.Refused<>(HandleStore.Limit.PER_PRINCIPAL, 3));
        assertThat(handles.find(foreign, BOB)).isEqualTo(found(foreign, BOB, 4));
    }

    @Test
    void rankedHandleOfAPrincipalAboveItsFairShareIsEvictedBeforeItsIdlest() {
        Map<HandleKey, Integer> ranks = new ConcurrentHashMap<>();
        store = open(HandleStoreOptions.<Integer>of(new HandleLimits(HOUR, 4, 4))
                .clock(clock)
                .onEnd(ended::add)
                .endExecutor(Runnable::run)
                .evictingByRank(key -> ranks.getOrDefault(key, HandleStoreOptions.KEEP)));
        handles = new Handles<>(store);
        mint(ADA, 1);
        ranks.put(HandleKey.of(new HandleId(mint(ADA, 2))), 0);
        mint(ADA, 3);
        mint(ADA, 4);

        mint(BOB, 5);
        mint(BOB, 6);

        assertThat(endedStates()).containsExactly(2, 1);
        assertThat(handles.mint(BOB, 7)).isInstanceOf(MintResult.Refused.class);
    }

    @Test
    void storeWithoutTombstonesForgetsAHandleThatEnds() {
        store = open(options().withoutTombstones());
        handles = new Handles<>(store);
        String id = mint(ADA, 1);
        assertThat(handles.end(id, ADA)).isTrue();
        String expired = mint(ADA, 2);
        clock.advance(HOUR);

        assertThat(handles.find(id, ADA)).isEqualTo(notFound());
        assertThat(handles.find(expired, ADA)).isEqualTo(notFound());
        assertThat(store.put(new Handle<>(new HandleId(id), ADA, 3))).isInstanceOf(HandleStore.PutResult.Stored.class);
        assertThat(endedStates()).containsExactly(1, 2);
    }

    @Test
    void secondHandleWithAnIdIsRefusedAndNotCounted() {
        openRefusing();
        var handle = new Handle<>(HandleId.random(), ADA, 1);
        store.put(handle);
        assertThatThrownBy(() -> store.put(handle)).isInstanceOf(IllegalStateException.class);
        assertThat(store.count()).isEqualTo(1);
    }

    @Test
    void touchReturnsTrueOnlyForAPresentHandle() {
        openRefusing();
        var handle = new Handle<>(HandleId.random(), ADA, 1);
        store.put(handle);
        assertThat(store.touch(handle.id())).isTrue();
        assertThat(store.touch(HandleId.random())).isFalse();
        store.remove(handle.id());
        assertThat(store.touch(handle.id())).isFalse();
    }

    @Test
    void updatesFromManyThreadsAreNotLost() {
        openRefusing();
        String id = mint(ADA, 0);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 300; i++) {
                threads.execute(() -> handles.update(id, ADA, n -> n + 1));
            }
        }
        assertThat(handles.find(id, ADA)).isEqualTo(found(id, ADA, 300));
    }

    @Test
    void concurrentMintingRespectsTheLimits() {
        openRefusing();
        Set<String> minted = ConcurrentHashMap.newKeySet();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 200; i++) {
                int n = i;
                threads.execute(() -> {
                    if (handles.mint(n % 2 == 0 ? ADA : BOB, n) instanceof MintResult.Minted<Integer>(var handle)) {
                        minted.add(handle.id().text());
                    }
                });
            }
        }
        assertThat(minted).hasSize(5);
    }

    @Test
    void countsAreCorrectAfterConcurrentMintingAndEnding() {
        openRefusing();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 200; i++) {
                threads.execute(() -> {
                    if (handles.mint(ADA, 1) instanceof MintResult.Minted<Integer>(var handle)) {
                        handles.end(handle.id().text(), ADA);
                    }
                });
            }
        }
        IntStream.range(0, 3).forEach(n -> mint(ADA, n));
        assertThat(handles.mint(ADA, 4)).isInstanceOf(MintResult.Refused.class);
    }

    @Test
    void stateCanDependOnTheId() {
        openRefusing();
        var minted =
                (MintResult.Minted<Integer>) handles.mint(ADA, id -> id.text().hashCode());

        assertThat(minted.handle().state())
                .isEqualTo(minted.handle().id().text().hashCode());
    }

    @Test
    void principalAboveItsFairShareLosesItsIdlestHandleAtTheOverallLimit() {
        store = open(
                HandleStoreOptions.<Integer>of(new HandleLimits(HOUR, 4, 4)).clock(clock));
        List<Handle<Integer>> adas = Stream.generate(() -> new Handle<>(HandleId.random(), ADA, 1))
                .limit(4)
                .toList();
        for (Handle<Integer> each : adas) {
            assertThat(store.put(each)).isInstanceOf(HandleStore.PutResult.Stored.class);
            clock.advance(Duration.ofSeconds(1));
        }

        assertThat(store.put(new Handle<>(HandleId.random(), BOB, 1))).isInstanceOf(HandleStore.PutResult.Stored.class);
        assertThat(store.get(adas.getFirst().id())).isEmpty();
        assertThat(store.put(new Handle<>(HandleId.random(), BOB, 2))).isInstanceOf(HandleStore.PutResult.Stored.class);
        assertThat(store.put(new Handle<>(HandleId.random(), BOB, 3)))
                .isInstanceOf(HandleStore.PutResult.LimitReached.class);
        assertThat(store.put(new Handle<>(HandleId.random(), ADA, 5)))
                .isInstanceOf(HandleStore.PutResult.LimitReached.class);
        assertThat(store.get(adas.get(3).id())).isPresent();
    }
}
