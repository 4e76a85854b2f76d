package dev.mooring.handle.cluster.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.cluster.ClusterTimes;
import dev.mooring.handle.cluster.FencingToken;
import dev.mooring.handle.cluster.InMemoryClusterStore;
import dev.mooring.handle.cluster.Ownership;
import dev.mooring.handle.cluster.Peer;
import dev.mooring.handle.cluster.Recovery;
import dev.mooring.handle.cluster.ReplicaId;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The statements of the protocol one by one. The simulation checks them together, under faults. */
class ReplicaTest {
    private static final HandleLimits LIMITS = new HandleLimits(Duration.ofHours(1), 10, 10);
    private static final Peer OTHER = new Peer(new ReplicaId(77), "http://other", false);

    private final HandleKey key = HandleKey.of(HandleId.random());
    private long monotonicMillis;
    private long wallMillis = 5_000_000;
    private final ClusterClock clock = () -> new ClusterClock.Reading(monotonicMillis * 1_000_000, wallMillis);
    private final InMemoryClusterStore store = new InMemoryClusterStore(() -> wallMillis);
    private final Replica replica = new Replica(clock);

    @BeforeEach
    void join() {
        replica.onJoined(store.join("http://this"), clock.read());
    }

    private void advance(Duration time) {
        monotonicMillis += time.toMillis();
        wallMillis += time.toMillis();
    }

    private FencingToken token() {
        return replica.token().orElseThrow();
    }

    private void renew() {
        FencingToken token = token();
        store.renew(token, false)
                .ifPresentOrElse(peers -> replica.onRenewed(token, clock.read(), peers), () -> replica.onFenced(token));
    }

    private Ticket mint() {
        FencingToken token = ((MintStep.Own) replica.mint()).token();
        store.own(key, "all", HandleOwner.ANONYMOUS, LIMITS, token);
        return replica.onOwned(key, token, 1).orElseThrow();
    }

    private RoutingStep route() {
        return new Routing(replica, key, null, Routing.Origin.CLIENT).start();
    }

    private static RoutingStep tryAgain(NotSentReason.Reason reason) {
        return new RoutingStep.Conclude(new NotSentReason.TryAgain(reason));
    }

    @Test
    void hintIsFourCharactersOfTheAlphabetOfIds() {
        assertThat(new ReplicaId(1).hint()).isEqualTo("0001");
        assertThat(new ReplicaId(32 * 32 * 32 * 32 - 1).hint()).isEqualTo("zzzz");
        assertThat(new ReplicaId(32 * 32 * 32 * 32 + 1).hint()).isEqualTo("0001");
        assertThat(new ReplicaId(7)).hasToString("replica 7");
        assertThat(HandleId.random(new ReplicaId(7).hint()).hint()).contains("0007");
    }

    @Test
    void leaseIsRenewedEveryThreeSeconds() {
        assertThat(replica.leaseTask())
                .isEqualTo(new LeaseTask.Wait(Duration.ofSeconds(3).toNanos()));
        advance(Duration.ofSeconds(3));
        assertThat(replica.leaseTask()).isEqualTo(new LeaseTask.Renew(token(), false));
    }

    @Test
    void ownerNeitherSendsNorAnswersAfterTheEndOfItsLease() {
        Ticket ticket = mint();
        advance(Duration.ofMillis(9_999));
        assertThat(replica.maySend(ticket)).isTrue();
        assertThat(replica.mayAnswer(ticket)).isTrue();

        advance(Duration.ofMillis(1));

        assertThat(replica.maySend(ticket)).isFalse();
        assertThat(replica.mayAnswer(ticket)).isFalse();
        assertThat(route()).isEqualTo(tryAgain(NotSentReason.Reason.NO_LEASE));
        assertThat(replica.mint()).isEqualTo(new MintStep.Refuse(NotSentReason.Reason.NO_LEASE));
    }

    @Test
    void leaseEndsDuringASuspensionAlthoughTheMonotonicClockStandsStill() {
        Ticket ticket = mint();

        wallMillis += ClusterTimes.LEASE.toMillis();

        assertThat(replica.maySend(ticket)).isFalse();
    }

    @Test
    void leaseCountsFromTheMomentTheRenewalWasSent() {
        Ticket ticket = mint();
        ClusterClock.Reading sentAt = clock.read();
        advance(Duration.ofSeconds(9));
        replica.onRenewed(token(), sentAt, List.of());

        advance(Duration.ofSeconds(1));

        assertThat(replica.maySend(ticket)).isFalse();
    }

    @Test
    void handlesSurviveALeaseThatEndedIfNobodyGaveThemUp() {
        Ticket ticket = mint();
        advance(Duration.ofMinutes(5));

        renew();

        assertThat(replica.mayAnswer(ticket)).isTrue();
    }

    @Test
    void replicaThatWasGivenUpEndsItsHandles() {
        Ticket ticket = mint();
        FencingToken other = store.join("http://other");
        for (int i = 0; i < 14; i++) {
            advance(Duration.ofSeconds(5));
            store.renew(other, false);
        }
        assertThat(store.revokeOverdue(other)).isTrue();
        renew();
        assertThat(replica.leaseTask()).isEqualTo(new LeaseTask.Recover(token().replica()));

        assertThat(replica.onRecovered(store.recover(token().replica()))).containsExactly(key);

        renew();
        assertThat(replica.maySend(ticket)).isFalse();
        assertThat(route()).isEqualTo(new RoutingStep.AskStore(key));
    }

    @Test
    void replicaThatTheStoreHasForgottenLosesAllHandlesAndJoinsAnew() {
        mint();
        replica.onFenced(token());

        assertThat(replica.onRecovered(new Recovery.Forgotten())).containsExactly(key);

        assertThat(replica.leaseTask()).isEqualTo(new LeaseTask.Join());
        assertThat(replica.held()).isEmpty();
    }

    @Test
    void hintInTheIdSavesAQueryOfTheStore() {
        replica.onRenewed(token(), clock.read(), List.of(OTHER));

        assertThat(new Routing(replica, key, OTHER.id().hint(), Routing.Origin.CLIENT).start())
                .isEqualTo(new RoutingStep.Forward(OTHER, false));
        assertThat(new Routing(replica, key, "zzzz", Routing.Origin.CLIENT).start())
                .isEqualTo(new RoutingStep.AskStore(key));
    }

    @Test
    void storeDecidesWhenTheHintIsWrong() {
        replica.onRenewed(token(), clock.read(), List.of(OTHER));
        var routing = new Routing(replica, key, OTHER.id().hint(), Routing.Origin.CLIENT);
        routing.start();

        assertThat(routing.onRefused(new NotSentReason.NotHeld())).isEqualTo(new RoutingStep.AskStore(key));
        assertThat(routing.onOwnership(new Ownership.Owned(OTHER, Ownership.LeaseState.LIVE, 1)))
                .isEqualTo(new RoutingStep.Forward(OTHER, true));
        assertThat(routing.onRefused(new NotSentReason.NotHeld())).isEqualTo(tryAgain(NotSentReason.Reason.MOVING));
    }

    @Test
    void unreachableOwnerThatIsNotGivenUpLeadsToTryAgain() {
        replica.onRenewed(token(), clock.read(), List.of(OTHER));
        var routing = new Routing(replica, key, OTHER.id().hint(), Routing.Origin.CLIENT);
        routing.start();

        assertThat(routing.onUnreachable()).isEqualTo(new RoutingStep.AskStore(key));
        assertThat(routing.onOwnership(new Ownership.Owned(OTHER, Ownership.LeaseState.LIVE, 1)))
                .isEqualTo(tryAgain(NotSentReason.Reason.OWNER_UNREACHABLE));
        assertThat(routing.onOwnership(new Ownership.Owned(OTHER, Ownership.LeaseState.ENDED, 1)))
                .isEqualTo(tryAgain(NotSentReason.Reason.OWNER_UNREACHABLE));
    }

    @Test
    void callToAnOverdueOwnerIsTriedAgainLaterIfThisReplicaMayNotRevokeYet() {
        var overdue = new Ownership.Owned(OTHER, Ownership.LeaseState.OVERDUE, 1);
        var early = new Routing(replica, key, null, Routing.Origin.CLIENT);
        early.start();
        assertThat(early.onOwnership(overdue)).isEqualTo(new RoutingStep.RevokeOverdue(token()));
        assertThat(early.onRevoked(false)).isEqualTo(tryAgain(NotSentReason.Reason.OWNER_UNREACHABLE));

        var later = new Routing(replica, key, null, Routing.Origin.CLIENT);
        later.start();
        later.onOwnership(overdue);
        assertThat(later.onRevoked(true)).isEqualTo(new RoutingStep.AskStore(key));
    }

    @Test
    void forwardedCallIsNotForwardedAgain() {
        assertThat(new Routing(replica, key, OTHER.id().hint(), Routing.Origin.FORWARDED_BY_HINT).start())
                .isEqualTo(new RoutingStep.Conclude(new NotSentReason.NotHeld()));

        var certain = new Routing(replica, key, null, Routing.Origin.FORWARDED_BY_STORE);
        assertThat(certain.start()).isEqualTo(new RoutingStep.AskStore(key));
        assertThat(certain.onOwnership(new Ownership.Owned(OTHER, Ownership.LeaseState.LIVE, 1)))
                .isEqualTo(tryAgain(NotSentReason.Reason.MOVING));
    }

    @Test
    void ownerThatHasNoStateForItsHandleReportsTheLoss() {
        FencingToken token = token();
        store.own(key, "all", HandleOwner.ANONYMOUS, LIMITS, token);
        var routing = new Routing(replica, key, null, Routing.Origin.CLIENT);
        routing.start();

        assertThat(routing.onOwnership(store.find(key))).isEqualTo(new RoutingStep.Lose(key, 1, token.replica()));
        store.lose(key, 1, token.replica());
        assertThat(routing.onLost()).isEqualTo(new RoutingStep.AskStore(key));
        assertThat(routing.onOwnership(store.find(key)))
                .isInstanceOfSatisfying(
                        RoutingStep.Conclude.class,
                        concluded -> assertThat(concluded.notSentReason()).isInstanceOf(NotSentReason.Lost.class));
    }

    @Test
    void adoptionWhoseReplyWasLostIsCompletedByTheNextCall() {
        FencingToken other = store.join("http://other");
        store.own(key, "all", HandleOwner.ANONYMOUS, LIMITS, other);
        store.release(key, 1, other);
        var first = new Routing(replica, key, null, Routing.Origin.CLIENT);
        first.start();
        var adopt = (RoutingStep.Adopt) first.onOwnership(store.find(key));
        assertThat(store.adopt(adopt.key(), adopt.version(), adopt.token())).isTrue();
        assertThat(first.onStoreFailed()).isEqualTo(tryAgain(NotSentReason.Reason.STORE_UNREACHABLE));

        var second = new Routing(replica, key, null, Routing.Origin.CLIENT);
        assertThat(second.start()).isEqualTo(new RoutingStep.AskStore(key));
        assertThat(second.onOwnership(store.find(key))).isInstanceOf(RoutingStep.Serve.class);
    }

    @Test
    void drainingReplicaPassesNewHandlesOn() {
        replica.drain();
        assertThat(replica.mint()).isEqualTo(new MintStep.Refuse(NotSentReason.Reason.MOVING));

        replica.onRenewed(token(), clock.read(), List.of(new Peer(new ReplicaId(78), "http://x", true), OTHER));
        assertThat(replica.mint()).isEqualTo(new MintStep.PassOn(OTHER));
        advance(ClusterTimes.RENEWAL);
        assertThat(replica.leaseTask()).isEqualTo(new LeaseTask.Renew(token(), true));
    }

    @Test
    void handleIsNotReleasedWhileACallIsInFlight() {
        Ticket ticket = mint();
        replica.drain();
        assertThat(replica.beginRelease(key)).isEmpty();

        replica.finish(ticket);
        replica.finish(ticket);
        assertThat(replica.beginRelease(key)).isEqualTo(OptionalLong.of(1));
        assertThat(route()).isEqualTo(tryAgain(NotSentReason.Reason.MOVING));
        replica.onReleased(key);
        assertThat(replica.held()).isEmpty();
    }

    @Test
    void replicaThatHasLeftNeitherSendsNorAnswersCalls() {
        Ticket ticket = mint();

        assertThat(replica.leave()).contains(token());

        assertThat(replica.maySend(ticket)).isFalse();
        assertThat(replica.mayAnswer(ticket)).isFalse();
        assertThat(replica.leaseTask()).isInstanceOf(LeaseTask.Wait.class);
    }

    @Test
    void endedHandleIsReportedToTheStoreUntilTheStoreKnows() {
        mint();

        assertThat(replica.end(key)).isTrue();
        assertThat(replica.end(key)).isFalse();

        assertThat(replica.unrecordedEnds()).isEqualTo(Set.of(key));
        replica.onEndRecorded(key);
        assertThat(replica.unrecordedEnds()).isEmpty();
    }

    @Test
    void permitIsTakenOnceAndExpires() {
        var permits = new Permits(clock, "a-");
        String first = permits.issue();
        String second = permits.issue();
        assertThat(permits.take(first)).isTrue();
        assertThat(permits.take(first)).isFalse();
        assertThat(new Permits(clock, "b-").take(second)).isFalse();

        advance(Duration.ofSeconds(4));
        String third = permits.issue();

        assertThat(permits.take(second)).isFalse();
        assertThat(permits.take(third)).isTrue();
    }

    @Test
    void onlyRecentPermitsOfTheSameReplicaAreUsedTheNewestFirst() {
        var received = new ReceivedPermits(clock, Duration.ofMillis(500));
        var one = new ReplicaId(1);
        var other = new ReplicaId(2);
        received.add(one, "old");
        advance(Duration.ofMillis(300));
        received.add(one, "new");
        assertThat(received.take(other)).isEmpty();

        assertThat(received.take(one)).hasValue("new");
        received.add(one, "newer");
        advance(Duration.ofMillis(300));

        assertThat(received.take(one)).hasValue("newer");
        assertThat(received.take(one)).isEmpty();
    }
}
