package dev.mooring.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
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
    private static final Caller ADA = Caller.principal("ada");
    private static final Caller BOB = Caller.principal("bob");

    private final MovableClock clock = new MovableClock();
    private final ConcurrentLinkedQueue<Handle<Integer>> ended = new ConcurrentLinkedQueue<>();
    private final InMemoryHandleStore<Integer> store =
            new InMemoryHandleStore<>(new HandleLimits(HOUR, 3, 5), clock, ended::add);
    private final Handles<Integer> handles = new Handles<>(store);

    private String mint(Caller owner, int state) {
        return switch (handles.mint(owner, state)) {
            case Minting.Minted<Integer>(var handle) -> handle.id().text();
            case Minting.Refused<Integer> refused -> throw new AssertionError(refused);
        };
    }

    @Nested
    class Ids {

        @Test
        void haveAtLeast128RandomBitsInUrlSafeText() {
            String id = mint(ADA, 1);

            assertThat(id).matches("[0-9a-z]{26}");
            assertThat(id.length() * 5).isGreaterThanOrEqualTo(128);
        }

        @Test
        void doNotRepeatAndUseTheirWholeAlphabet() {
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
        void areOnlyReadWhenAServerCouldHaveMintedThem() {
            assertThat(HandleId.parse("")).isEmpty();
            assertThat(HandleId.parse("../../etc/passwd")).isEmpty();
            assertThat(HandleId.parse("0".repeat(25) + "\n")).isEmpty();
            assertThat(HandleId.parse("0".repeat(27))).isEmpty();
            assertThat(HandleId.parse("0".repeat(26))).isPresent();
            assertThatThrownBy(() -> new HandleId("short")).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Nested
    class Finding {

        @Test
        void findsTheStateOfTheCallersOwnHandle() {
            String id = mint(ADA, 7);

            assertThat(handles.find(id, ADA)).isEqualTo(new Lookup.Found<>(new Handle<>(new HandleId(id), ADA, 7)));
        }

        @Test
        void unknownExpiredEndedAndForeignHandlesLookTheSame() {
            String expired = mint(ADA, 1);
            clock.advance(HOUR);
            String over = mint(ADA, 2);
            assertThat(handles.end(over, ADA)).isTrue();
            String foreign = mint(BOB, 3);
            String anonymous = mint(Caller.ANYONE, 4);

            assertThat(List.of("nonsense", HandleId.random().text(), expired, over, foreign, anonymous))
                    .allSatisfy(id -> {
                        assertThat(handles.find(id, ADA)).isEqualTo(new Lookup.NotFound<>());
                        assertThat(handles.update(id, ADA, n -> n + 1)).isEqualTo(new Lookup.NotFound<>());
                        assertThat(handles.end(id, ADA)).isFalse();
                    });
            assertThat(handles.find(foreign, BOB))
                    .isEqualTo(new Lookup.Found<>(new Handle<>(new HandleId(foreign), BOB, 3)));
        }

        @Test
        void anyoneMayUseWhatAnyoneMinted() {
            assertThat(handles.find(mint(Caller.ANYONE, 1), Caller.ANYONE)).isInstanceOf(Lookup.Found.class);
        }
    }

    @Nested
    class IdleExpiry {

        private static final Duration ALMOST = HOUR.minusSeconds(1);

        @Test
        void everyUseStartsTheIdleTimeAnew() {
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
        void aStrangersQuestionDoesNotKeepAHandleAlive() {
            String id = mint(ADA, 1);
            clock.advance(ALMOST);
            assertThat(handles.find(id, BOB)).isInstanceOf(Lookup.NotFound.class);
            assertThat(handles.update(id, BOB, n -> n)).isInstanceOf(Lookup.NotFound.class);
            clock.advance(Duration.ofSeconds(1));

            assertThat(handles.find(id, ADA)).isInstanceOf(Lookup.NotFound.class);
        }

        @Test
        void expiredHandlesAreFreedWhenTheNextOneIsMinted() {
            mint(ADA, 1);
            mint(BOB, 2);
            clock.advance(HOUR);
            assertThat(ended).isEmpty();

            mint(ADA, 3);

            await().untilAsserted(
                            () -> assertThat(ended).extracting(Handle::state).containsExactlyInAnyOrder(1, 2));
        }

        @Test
        void theOwnerOfAResourceIsToldOnceWhenItsHandleEnds() {
            String id = mint(ADA, 1);
            handles.update(id, ADA, n -> n + 1);
            handles.end(id, ADA);
            handles.end(id, ADA);
            clock.advance(HOUR);
            store.sweep();

            await().untilAsserted(
                            () -> assertThat(ended).extracting(Handle::state).containsExactly(2));
        }
    }

    @Nested
    class Caps {

        @Test
        void onePrincipalMayHoldOnlySoMany() {
            IntStream.range(0, 3).forEach(n -> mint(ADA, n));

            assertThat(handles.mint(ADA, 4)).isEqualTo(new Minting.Refused<>(HandleStore.Cap.PER_PRINCIPAL, 3));
            assertThat(handles.mint(BOB, 4)).isInstanceOf(Minting.Minted.class);
        }

        @Test
        void anonymousCallersShareOnlyTheOverallCap() {
            IntStream.range(0, 5).forEach(n -> mint(Caller.ANYONE, n));

            assertThat(handles.mint(ADA, 6)).isEqualTo(new Minting.Refused<>(HandleStore.Cap.OVERALL, 5));
        }

        @Test
        void endingOneMakesRoom() {
            String first = mint(ADA, 0);
            mint(ADA, 1);
            mint(ADA, 2);
            handles.end(first, ADA);

            assertThat(handles.mint(ADA, 3)).isInstanceOf(Minting.Minted.class);
            assertThat(handles.mint(ADA, 4)).isInstanceOf(Minting.Refused.class);
        }

        @Test
        void expiryMakesRoom() {
            IntStream.range(0, 3).forEach(n -> mint(ADA, n));
            clock.advance(HOUR);

            IntStream.range(0, 3).forEach(n -> mint(ADA, n));
            assertThat(handles.mint(ADA, 4)).isInstanceOf(Minting.Refused.class);
        }

        @Test
        void aHandleFoundExpiredMakesRoomExactlyOnce() {
            String id = mint(ADA, 0);
            clock.advance(HOUR);
            assertThat(handles.update(id, ADA, n -> n)).isInstanceOf(Lookup.NotFound.class);
            assertThat(store.update(new HandleId(id), n -> n)).isEmpty();
            store.sweep();

            IntStream.range(0, 3).forEach(n -> mint(ADA, n));
            assertThat(handles.mint(ADA, 4)).isInstanceOf(Minting.Refused.class);
        }

        @Test
        void limitsMustBePositive() {
            assertThatThrownBy(() -> new HandleLimits(Duration.ZERO, 1, 1))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new HandleLimits(HOUR, 0, 1)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Nested
    class ManyThreads {

        @Test
        void noUpdateIsLost() throws Exception {
            String id = mint(ADA, 0);
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 2_000; i++) {
                    threads.execute(() -> handles.update(id, ADA, n -> n + 1));
                }
            }
            assertThat(handles.find(id, ADA)).isEqualTo(new Lookup.Found<>(new Handle<>(new HandleId(id), ADA, 2_000)));
        }

        @Test
        void capsHoldWhenAllMintAtOnce() {
            Set<String> minted = ConcurrentHashMap.newKeySet();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 500; i++) {
                    int n = i;
                    threads.execute(() -> {
                        if (handles.mint(n % 2 == 0 ? ADA : BOB, n) instanceof Minting.Minted<Integer>(var handle)) {
                            minted.add(handle.id().text());
                        }
                    });
                }
            }
            assertThat(minted).hasSize(5);
        }

        @Test
        void countsAreRightAfterMintingAndEndingAtOnce() {
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 500; i++) {
                    threads.execute(() -> {
                        if (handles.mint(ADA, 1) instanceof Minting.Minted<Integer>(var handle)) {
                            handles.end(handle.id().text(), ADA);
                        }
                    });
                }
            }
            IntStream.range(0, 3).forEach(n -> mint(ADA, n));
            assertThat(handles.mint(ADA, 4)).isInstanceOf(Minting.Refused.class);
        }
    }

    @Test
    void aHandleSurvivesSerialisation() throws Exception {
        var handle = new Handle<>(HandleId.random(), ADA, 42);
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(handle);
        }
        try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(in.readObject()).isEqualTo(handle);
        }
    }
}
