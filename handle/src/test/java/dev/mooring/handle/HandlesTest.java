package dev.mooring.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class HandlesTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final HandleOwner ADA = HandleOwner.principal("ada");
    private static final HandleOwner BOB = HandleOwner.principal("bob");

    private final MovableClock clock = new MovableClock();
    private final ConcurrentLinkedQueue<Handle<Integer>> ended = new ConcurrentLinkedQueue<>();
    private final InMemoryHandleStore<Integer> store = newStore().build();
    private final Handles<Integer> handles = new Handles<>(store);

    private InMemoryHandleStore.Builder<Integer> newStore() {
        return InMemoryHandleStore.<Integer>builder(new HandleLimits(HOUR, 3, 5))
                .ticker(clock)
                .onEnd(ended::add)
                .endExecutor(Runnable::run);
    }

    private String mint(HandleOwner owner, int state) {
        return switch (handles.mint(owner, state)) {
            case MintResult.Minted<Integer>(var handle) -> handle.id().text();
            case MintResult.Refused<Integer> refused -> throw new AssertionError(refused);
        };
    }

    @Nested
    class Ids {

        @Test
        void idsHaveAtLeast128RandomBitsInUrlSafeText() {
            String id = mint(ADA, 1);

            assertThat(id).matches("[0-9a-z]{26}");
            assertThat(id.length() * 5).isGreaterThanOrEqualTo(128);
        }

        @Test
        void idsDoNotRepeatAndUseTheWholeAlphabet() {
            Set<HandleId> seen = new HashSet<>();
            Set<Character> characters = new HashSet<>();
            for (int i = 0; i < 10_000; i++) {
                HandleId id = HandleId.random();
                seen.add(id);
                characters.add(id.text().charAt(i % 26));
            }
            assertThat(seen).hasSize(10_000);
            assertThat(characters).hasSize(32);
        }

        @Test
        void onlyWellFormedIdsAreParsed() {
            assertThat(HandleId.parse("")).isEmpty();
            assertThat(HandleId.parse("../../etc/passwd")).isEmpty();
            assertThat(HandleId.parse("0".repeat(25) + "\n")).isEmpty();
            assertThat(HandleId.parse("0".repeat(27))).isEmpty();
            assertThat(HandleId.parse("0".repeat(26))).isPresent();
            assertThatThrownBy(() -> new HandleId("short")).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Nested
    class Lookups {

        @Test
        void findReturnsTheStateOfTheCallersHandle() {
            String id = mint(ADA, 7);

            assertThat(handles.find(id, ADA)).isEqualTo(new Lookup.Found<>(new Handle<>(new HandleId(id), ADA, 7)));
        }

        @Test
        void unknownExpiredEndedAndForeignHandlesAreNotDistinguishable() {
            String expired = mint(ADA, 1);
            clock.advance(HOUR);
            String endedEarly = mint(ADA, 2);
            assertThat(handles.end(endedEarly, ADA)).isTrue();
            String foreign = mint(BOB, 3);
            String anonymous = mint(HandleOwner.ANONYMOUS, 4);

            assertThat(List.of("nonsense", HandleId.random().text(), expired, endedEarly, foreign, anonymous))
                    .allSatisfy(id -> {
                        assertThat(handles.find(id, ADA)).isEqualTo(new Lookup.NotFound<>());
                        assertThat(handles.update(id, ADA, n -> n + 1)).isEqualTo(new Lookup.NotFound<>());
                        assertThat(handles.end(id, ADA)).isFalse();
                    });
            assertThat(handles.find(foreign, BOB))
                    .isEqualTo(new Lookup.Found<>(new Handle<>(new HandleId(foreign), BOB, 3)));
        }

        @Test
        void anonymousCallersShareTheirHandles() {
            assertThat(handles.find(mint(HandleOwner.ANONYMOUS, 1), HandleOwner.ANONYMOUS))
                    .isInstanceOf(Lookup.Found.class);
        }
    }

    @Nested
    class IdleExpiry {

        private static final Duration ALMOST = HOUR.minusSeconds(1);

        @Test
        void everyUseRestartsTheIdleTimeout() {
            String id = mint(ADA, 1);
            for (int i = 0; i < 3; i++) {
                clock.advance(ALMOST);
                assertThat(handles.find(id, ADA)).isInstanceOf(Lookup.Found.class);
                clock.advance(ALMOST);
                assertThat(handles.update(id, ADA, n -> n + 1)).isInstanceOf(Lookup.Found.class);
            }
            clock.advance(HOUR);
            assertThat(handles.find(id, ADA)).isInstanceOf(Lookup.NotFound.class);
        }

        @Test
        void lookupByAnotherPrincipalDoesNotRestartTheIdleTimeout() {
            String id = mint(ADA, 1);
            clock.advance(ALMOST);
            assertThat(handles.find(id, BOB)).isInstanceOf(Lookup.NotFound.class);
            assertThat(handles.update(id, BOB, n -> n)).isInstanceOf(Lookup.NotFound.class);
            clock.advance(Duration.ofSeconds(1));

            assertThat(handles.find(id, ADA)).isInstanceOf(Lookup.NotFound.class);
        }

        @Test
        void mintingFreesExpiredHandles() {
            mint(ADA, 1);
            mint(BOB, 2);
            clock.advance(HOUR);
            assertThat(ended).isEmpty();

            mint(ADA, 3);

            assertThat(ended).extracting(Handle::state).containsExactlyInAnyOrder(1, 2);
        }

        @Test
        void endListenerIsCalledOnceWithTheLatestState() {
            String id = mint(ADA, 1);
            handles.update(id, ADA, n -> n + 1);
            handles.end(id, ADA);
            handles.end(id, ADA);
            clock.advance(HOUR);
            store.sweep();

            assertThat(ended).extracting(Handle::state).containsExactly(2);
        }
    }

    @Nested
    class Limits {

        @Test
        void limitPerPrincipalRefusesOnlyThatPrincipal() {
            IntStream.range(0, 3).forEach(n -> mint(ADA, n));

            assertThat(handles.mint(ADA, 4)).isEqualTo(new MintResult.Refused<>(HandleStore.Limit.PER_PRINCIPAL, 3));
            assertThat(handles.mint(BOB, 4)).isInstanceOf(MintResult.Minted.class);
        }

        @Test
        void anonymousCallersAreBoundOnlyByTheOverallLimit() {
            IntStream.range(0, 5).forEach(n -> mint(HandleOwner.ANONYMOUS, n));

            assertThat(handles.mint(ADA, 6)).isEqualTo(new MintResult.Refused<>(HandleStore.Limit.OVERALL, 5));
        }

        @Test
        void endingAHandleMakesRoomForAnother() {
            String first = mint(ADA, 0);
            mint(ADA, 1);
            mint(ADA, 2);
            handles.end(first, ADA);

            assertThat(handles.mint(ADA, 3)).isInstanceOf(MintResult.Minted.class);
            assertThat(handles.mint(ADA, 4)).isInstanceOf(MintResult.Refused.class);
        }

        @Test
        void expiryMakesRoomForOtherHandles() {
            IntStream.range(0, 3).forEach(n -> mint(ADA, n));
            clock.advance(HOUR);

            IntStream.range(0, 3).forEach(n -> mint(ADA, n));
            assertThat(handles.mint(ADA, 4)).isInstanceOf(MintResult.Refused.class);
        }

        @Test
        void expiredHandleIsDiscountedExactlyOnce() {
            String id = mint(ADA, 0);
            clock.advance(HOUR);
            assertThat(handles.update(id, ADA, n -> n)).isInstanceOf(Lookup.NotFound.class);
            assertThat(store.update(new HandleId(id), n -> n)).isEmpty();
            store.sweep();

            IntStream.range(0, 3).forEach(n -> mint(ADA, n));
            assertThat(handles.mint(ADA, 4)).isInstanceOf(MintResult.Refused.class);
        }

        @Test
        void limitsThatAreNotPositiveAreRejected() {
            assertThatThrownBy(() -> new HandleLimits(Duration.ZERO, 1, 1))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new HandleLimits(HOUR, 0, 1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new HandleLimits(HOUR, 1, 0)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Nested
    class Eviction {

        private final Set<Integer> inUse = new HashSet<>();
        private final Handles<Integer> evicting = new Handles<>(newStore()
                .evictIdlestAtLimit()
                .inUse(handle -> inUse.contains(handle.state()))
                .build());

        private String mint(HandleOwner owner, int state) {
            clock.advance(Duration.ofSeconds(1));
            return ((MintResult.Minted<Integer>) evicting.mint(owner, state))
                    .handle()
                    .id()
                    .text();
        }

        @Test
        void overallLimitEvictsTheIdlestHandle() {
            String first = mint(HandleOwner.ANONYMOUS, 1);
            IntStream.rangeClosed(2, 5).forEach(n -> mint(HandleOwner.ANONYMOUS, n));
            clock.advance(Duration.ofSeconds(1));
            assertThat(evicting.find(first, HandleOwner.ANONYMOUS)).isInstanceOf(Lookup.Found.class);

            mint(ADA, 6);

            assertThat(ended).extracting(Handle::state).containsExactly(2);
        }

        @Test
        void overallLimitEvictsAHandleOfTheSameOwnerFirst() {
            IntStream.rangeClosed(1, 3).forEach(n -> mint(BOB, n));
            mint(ADA, 4);
            mint(HandleOwner.ANONYMOUS, 5);

            mint(ADA, 6);

            assertThat(ended).extracting(Handle::state).containsExactly(4);
        }

        @Test
        void limitPerPrincipalEvictsTheIdlestHandleOfThatPrincipal() {
            mint(BOB, 1);
            IntStream.rangeClosed(2, 4).forEach(n -> mint(ADA, n));

            mint(ADA, 5);

            assertThat(ended).extracting(Handle::state).containsExactly(2);
        }

        @Test
        void handlesInUseAreNotEvicted() {
            IntStream.rangeClosed(1, 3).forEach(n -> mint(ADA, n));
            inUse.add(1);
            mint(ADA, 4);
            assertThat(ended).extracting(Handle::state).containsExactly(2);

            inUse.addAll(List.of(3, 4));

            assertThat(evicting.mint(ADA, 5)).isEqualTo(new MintResult.Refused<>(HandleStore.Limit.PER_PRINCIPAL, 3));
        }
    }

    @Test
    void sweepRestartsTheIdleTimeoutOfHandlesInUse() {
        var inUse = newStore().inUse(handle -> handle.state() == 1).build();
        new Handles<>(inUse).mint(ADA, 1);
        new Handles<>(inUse).mint(ADA, 2);

        clock.advance(HOUR.minusSeconds(1));
        inUse.sweep();
        clock.advance(HOUR.minusSeconds(1));
        inUse.sweep();

        assertThat(inUse.handles()).extracting(Handle::state).containsExactly(1);
        assertThat(ended).extracting(Handle::state).containsExactly(2);
    }

    @Test
    void stateCanDependOnTheId() {
        var ids = new Handles<HandleId>(new InMemoryHandleStore<>(HandleLimits.DEFAULT));

        var minted = (MintResult.Minted<HandleId>) ids.mint(ADA, id -> id);

        assertThat(minted.handle().state()).isEqualTo(minted.handle().id());
    }

    @Nested
    class Concurrency {

        @Test
        void concurrentUpdatesAreAllApplied() throws Exception {
            String id = mint(ADA, 0);
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 2_000; i++) {
                    threads.execute(() -> handles.update(id, ADA, n -> n + 1));
                }
            }
            assertThat(handles.find(id, ADA)).isEqualTo(new Lookup.Found<>(new Handle<>(new HandleId(id), ADA, 2_000)));
        }

        @Test
        void concurrentMintingRespectsTheLimits() {
            Set<String> minted = ConcurrentHashMap.newKeySet();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 500; i++) {
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
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 500; i++) {
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
    }
}
