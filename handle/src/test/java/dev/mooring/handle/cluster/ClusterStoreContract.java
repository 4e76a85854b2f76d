package dev.mooring.handle.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStore.Limit;
import dev.mooring.handle.cluster.Ownership.LeaseState;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The guarantees of every cluster store. A subclass provides an empty store and moves its time. */
public abstract class ClusterStoreContract {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final HandleOwner ADA = HandleOwner.principal("ada");
    private static final HandleOwner BOB = HandleOwner.principal("bob");
    private static final HandleLimits LIMITS = new HandleLimits(Duration.ofHours(1), 3, 5);

    private final String scope = UUID.randomUUID().toString();
    private final HandleKey key = HandleKey.of(HandleId.random());
    private ClusterStore store;
    private FencingToken first;
    private FencingToken second;

    /** Returns a store without replicas. */
    protected abstract ClusterStore open();

    /** Makes the time of the store pass. */
    protected abstract void advance(Duration time);

    @BeforeEach
    void joinTwoReplicas() {
        store = open();
        first = store.join("http://first");
        second = store.join("http://second");
    }

    private long own(FencingToken token) {
        return ((OwnResult.Owned) store.own(key, scope, ADA, LIMITS, token)).version();
    }

    private void renew(FencingToken token) {
        assertThat(store.renew(token, false)).isPresent();
    }

    /** Lets another replica revoke the handles of overdue replicas. It holds its lease for {@link ClusterTimes#TRUST} first. */
    private void revokeOverdue() {
        assertThat(store.revokeOverdue(trusted())).isTrue();
    }

    private FencingToken trusted() {
        FencingToken third = store.join("http://third");
        passTrust(third);
        return third;
    }

    private void passTrust(FencingToken token) {
        for (int i = 0; i < 4; i++) {
            advance(ClusterTimes.TRUST.dividedBy(4));
            renew(token);
        }
    }

    private Ownership.Owned owned() {
        return (Ownership.Owned) store.find(key);
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Test
    void replicasGetAscendingNumbersAndTheirHintsDiffer() {
        assertThat(second.replica().number()).isGreaterThan(first.replica().number());
        assertThat(second.replica().hint())
                .hasSize(4)
                .isNotEqualTo(first.replica().hint());
    }

    @Test
    void renewalListsTheOtherReplicasWhoseLeasesHaveNotEnded() {
        assertThat(store.renew(first, false)).contains(List.of(new Peer(second.replica(), "http://second", false)));

        store.renew(second, true);
        assertThat(store.renew(first, false)).contains(List.of(new Peer(second.replica(), "http://second", true)));

        advance(ClusterTimes.LEASE);
        assertThat(store.renew(first, false)).contains(List.of());
    }

    @Test
    void handleIsOwnedByTheReplicaThatRecordedIt() {
        long version = own(first);

        assertThat(store.find(key))
                .isEqualTo(new Ownership.Owned(
                        new Peer(first.replica(), "http://first", false), LeaseState.LIVE, version));
        assertThat(store.find(HandleKey.of(HandleId.random()))).isEqualTo(new Ownership.Unknown());
    }

    @Test
    void leaseEndsAndIsOverdueAfterTheGracePeriod() {
        own(first);

        advance(ClusterTimes.LEASE);
        assertThat(owned().lease()).isEqualTo(LeaseState.ENDED);

        advance(ClusterTimes.GRACE.minus(SECOND.multipliedBy(5)));
        assertThat(owned().lease()).isEqualTo(LeaseState.ENDED);

        advance(SECOND.multipliedBy(5));
        assertThat(owned().lease()).isEqualTo(LeaseState.OVERDUE);
    }

    @Test
    void ownerCanRenewItsLeaseAfterItHasEnded() {
        own(first);
        advance(ClusterTimes.LEASE.plus(ClusterTimes.GRACE));

        renew(first);

        assertThat(owned().lease()).isEqualTo(LeaseState.LIVE);
        revokeOverdue();
        assertThat(owned().lease()).isEqualTo(LeaseState.ENDED);
    }

    @Test
    void handlesAreNotGivenUpBeforeTheGracePeriodHasPassed() {
        own(first);
        advance(ClusterTimes.LEASE
                .plus(ClusterTimes.GRACE)
                .minus(SECOND.multipliedBy(5))
                .minus(ClusterTimes.TRUST));

        revokeOverdue();

        assertThat(owned().lease()).isEqualTo(LeaseState.ENDED);
        renew(first);
    }

    @Test
    void handlesOfAnOverdueReplicaAreLostWithTimeAndReplica() {
        own(first);
        advance(ClusterTimes.LEASE.plus(ClusterTimes.GRACE));

        FencingToken trusted = trusted();
        store.revokeOverdue(trusted);

        assertThat(store.find(key))
                .isInstanceOfSatisfying(
                        Ownership.Lost.class, lost -> assertThat(lost.replica()).isEqualTo(first.replica()));
        Ownership before = store.find(key);
        store.revokeOverdue(trusted);
        assertThat(store.find(key)).isEqualTo(before);
    }

    @Test
    void replicaRevokesHandlesOnlyAfterItHasHeldItsLeaseWithoutAGap() {
        own(first);
        advance(ClusterTimes.LEASE.plus(ClusterTimes.GRACE));
        renew(second);
        assertThat(store.revokeOverdue(second)).isFalse();

        passTrust(second);
        assertThat(owned().lease()).isEqualTo(LeaseState.OVERDUE);
        assertThat(store.revokeOverdue(second)).isTrue();
        assertThat(store.find(key)).isInstanceOf(Ownership.Lost.class);
    }

    @Test
    void revocationThatAnOutageDelaysRevokesNothing() {
        own(first);
        passTrust(second);
        renew(first);

        advance(ClusterTimes.LEASE.plus(ClusterTimes.GRACE)); // the outage
        assertThat(store.revokeOverdue(second)).isFalse();
        renew(second);
        assertThat(store.revokeOverdue(second)).isFalse();

        assertThat(owned().lease()).isEqualTo(LeaseState.OVERDUE);
        renew(first);
    }

    @Test
    void replicaThatWasGivenUpIsFencedUntilItHasLearnedItsLosses() {
        own(first);
        advance(ClusterTimes.LEASE.plus(ClusterTimes.GRACE));
        revokeOverdue();

        assertThat(store.renew(first, false)).isEmpty();
        assertThat(store.own(HandleKey.of(HandleId.random()), scope, ADA, LIMITS, first))
                .isEqualTo(new OwnResult.Fenced());

        var recovered = (Recovery.Recovered) store.recover(first.replica());
        assertThat(recovered.token().epoch()).isGreaterThan(first.epoch());
        renew(recovered.token());
        assertThat(store.renew(first, false)).isEmpty();
        assertThat(store.find(key)).isInstanceOf(Ownership.Lost.class);
    }

    @Test
    void replicaThatOwnsNothingIsNotFenced() {
        advance(ClusterTimes.LEASE.plus(ClusterTimes.GRACE));
        revokeOverdue();

        renew(first);
    }

    @Test
    void givingUpOneReplicaLeavesTheOthersAlone() {
        own(second);
        advance(ClusterTimes.LEASE.minus(SECOND.multipliedBy(3)));
        renew(second);
        advance(ClusterTimes.GRACE.plus(SECOND.multipliedBy(4)).minus(ClusterTimes.TRUST));
        revokeOverdue();

        assertThat(owned().owner().id()).isEqualTo(second.replica());
        renew(second);
    }

    @Test
    void newHandleNeedsALeaseThatHasNotEnded() {
        advance(ClusterTimes.LEASE);

        assertThat(store.own(key, scope, ADA, LIMITS, first)).isEqualTo(new OwnResult.Fenced());
        assertThat(store.find(key)).isEqualTo(new Ownership.Unknown());
    }

    @Test
    void releasedHandleIsAdoptedByOneReplicaOnly() {
        assertThat(store.release(key, own(first), first)).isTrue();
        long version = ((Ownership.Released) store.find(key)).version();

        assertThat(store.adopt(key, version, second)).isTrue();
        assertThat(store.adopt(key, version, first)).isFalse();

        assertThat(owned().owner().id()).isEqualTo(second.replica());
        assertThat(owned().version()).isEqualTo(version + 1);
    }

    @Test
    void lateReleaseOfAnOlderVersionChangesNothing() {
        long version = own(first);
        store.release(key, version, first);
        assertThat(store.adopt(key, version + 1, first)).isTrue();

        assertThat(store.release(key, version, first)).isFalse();

        assertThat(owned().owner().id()).isEqualTo(first.replica());
    }

    @Test
    void onlyTheOwnerReleasesLosesAndEndsAHandle() {
        long version = own(first);

        assertThat(store.release(key, version, second)).isFalse();
        assertThat(store.lose(key, version, second.replica())).isFalse();
        store.end(key, second.replica());

        assertThat(owned().owner().id()).isEqualTo(first.replica());
    }

    @Test
    void adoptionNeedsALeaseThatHasNotEnded() {
        long version = own(first);
        store.release(key, version, first);
        advance(ClusterTimes.LEASE);

        assertThat(store.adopt(key, version + 1, second)).isFalse();
        renew(second);
        assertThat(store.adopt(key, version + 1, second)).isTrue();
    }

    @Test
    void lossThatTheOwnerReportsIsFinal() {
        long version = own(first);

        assertThat(store.lose(key, version + 1, first.replica())).isFalse();
        assertThat(store.lose(key, version, first.replica())).isTrue();
        assertThat(store.lose(key, version, first.replica())).isFalse();

        assertThat(store.find(key)).isInstanceOf(Ownership.Lost.class);
        assertThat(store.release(key, version, first)).isFalse();
        store.end(key, first.replica());
        assertThat(store.find(key)).isInstanceOf(Ownership.Lost.class);
    }

    @Test
    void endedHandleIsForgotten() {
        own(first);

        store.end(key, first.replica());

        assertThat(store.find(key)).isEqualTo(new Ownership.Unknown());
    }

    @Test
    void handlesThatAStoppingReplicaHasNotReleasedAreLostAtOnce() {
        own(first);

        store.leave(first);

        assertThat(store.find(key)).isInstanceOf(Ownership.Lost.class);
        assertThat(store.renew(first, false)).isEmpty();
        assertThat(store.renew(second, false)).contains(List.of());
    }

    @Test
    void resumableHandleOfADeadReplicaIsReleased() {
        long version = own(first);
        store.markResumable(key, second.replica()); // not its handle
        store.markResumable(key, first.replica());
        advance(ClusterTimes.LEASE.plus(ClusterTimes.GRACE));
        revokeOverdue();
        renew(second);

        assertThat(store.find(key)).isEqualTo(new Ownership.Released(version + 1));
        assertThat(store.renew(first, false)).isEmpty();
        assertThat(store.adopt(key, version + 1, second)).isTrue();
        assertThat(store.release(key, version, first)).isFalse();
        store.end(key, first.replica());
        assertThat(owned().owner().id()).isEqualTo(second.replica());
    }

    @Test
    void resumableHandleOfAStoppingReplicaIsReleased() {
        long version = own(first);
        store.markResumable(key, first.replica());

        store.leave(first);

        assertThat(store.find(key)).isEqualTo(new Ownership.Released(version + 1));
    }

    @Test
    void markOfAnotherReplicaDoesNotMakeAHandleResumable() {
        own(first);
        store.markResumable(key, second.replica());

        store.leave(first);

        assertThat(store.find(key)).isInstanceOf(Ownership.Lost.class);
    }

    @Test
    void releasedHandleSurvivesTheEndOfItsReplica() {
        store.release(key, own(first), first);

        store.leave(first);
        advance(ClusterTimes.LEASE.plus(ClusterTimes.GRACE));
        revokeOverdue();

        assertThat(store.find(key)).isInstanceOf(Ownership.Released.class);
    }

    @Test
    void oldLossesAndReplicasAreForgotten() {
        own(first);
        advance(ClusterTimes.LEASE.plus(ClusterTimes.GRACE));
        revokeOverdue();
        advance(ClusterTimes.MEMORY);
        revokeOverdue();

        assertThat(store.find(key)).isEqualTo(new Ownership.Unknown());
        assertThat(store.recover(first.replica())).isEqualTo(new Recovery.Forgotten());
        assertThat(store.renew(first, false)).isEmpty();
    }

    @Test
    void limitPerCallerHoldsAcrossReplicas() {
        for (FencingToken token : List.of(first, second, first)) {
            assertThat(store.own(HandleKey.of(HandleId.random()), scope, ADA, LIMITS, token))
                    .isInstanceOf(OwnResult.Owned.class);
        }

        assertThat(store.own(key, scope, ADA, LIMITS, second))
                .isEqualTo(new OwnResult.LimitReached(Limit.PER_PRINCIPAL, 3));
        assertThat(store.own(key, scope, BOB, LIMITS, second)).isInstanceOf(OwnResult.Owned.class);
        assertThat(store.own(HandleKey.of(HandleId.random()), scope + " other", ADA, LIMITS, second))
                .isInstanceOf(OwnResult.Owned.class);
    }

    @Test
    void lostAndEndedHandlesDoNotCountTowardsTheLimits() {
        long version = own(first);
        for (int i = 0; i < 2; i++) {
            store.own(HandleKey.of(HandleId.random()), scope, ADA, LIMITS, first);
        }
        store.lose(key, version, first.replica());

        assertThat(store.own(HandleKey.of(HandleId.random()), scope, ADA, LIMITS, first))
                .isInstanceOf(OwnResult.Owned.class);
        assertThat(store.own(HandleKey.of(HandleId.random()), scope, ADA, LIMITS, first))
                .isInstanceOf(OwnResult.LimitReached.class);
    }

    @Test
    void parallelMintsOfTwoReplicasDoNotExceedTheOverallLimit() throws Exception {
        List<Callable<OwnResult>> mints = IntStream.range(0, 40)
                .<Callable<OwnResult>>mapToObj(i -> () -> store.own(
                        HandleKey.of(HandleId.random()),
                        scope,
                        HandleOwner.principal("caller " + i),
                        LIMITS,
                        i % 2 == 0 ? first : second))
                .toList();
        int owned = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (Future<OwnResult> mint : threads.invokeAll(mints)) {
                owned += mint.get() instanceof OwnResult.Owned ? 1 : 0;
            }
        }

        assertThat(owned).isEqualTo(5);
    }

    @Test
    void renewalAndGivingUpExcludeEachOther() throws Exception {
        for (int round = 0; round < 20; round++) {
            FencingToken token = store.join("http://third");
            HandleKey raced = HandleKey.of(HandleId.random());
            store.own(raced, scope + round, ADA, LIMITS, token);
            advance(ClusterTimes.LEASE.plus(ClusterTimes.GRACE));
            FencingToken trusted = trusted();
            try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
                Future<?> revoking = threads.submit(() -> store.revokeOverdue(trusted));
                boolean isRenewed = threads.submit(
                                () -> store.renew(token, false).isPresent())
                        .get();
                // What the owner knows right after its renewal holds: the handle is its own, or it is fenced.
                Ownership afterRenewal = store.find(raced);
                revoking.get();

                assertThat(store.find(raced) instanceof Ownership.Owned).isEqualTo(isRenewed);
                if (isRenewed) {
                    assertThat(afterRenewal).isInstanceOf(Ownership.Owned.class);
                } else {
                    assertThat(store.recover(token.replica())).isInstanceOf(Recovery.Recovered.class);
                    assertThat(store.find(raced)).isInstanceOf(Ownership.Lost.class);
                }
            }
        }
    }
}
