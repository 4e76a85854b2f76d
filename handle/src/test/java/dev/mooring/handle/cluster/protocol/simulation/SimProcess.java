package dev.mooring.handle.cluster.protocol.simulation;

import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.cluster.ClusterTimes;
import dev.mooring.handle.cluster.FencingToken;
import dev.mooring.handle.cluster.OwnResult;
import dev.mooring.handle.cluster.Peer;
import dev.mooring.handle.cluster.Recovery;
import dev.mooring.handle.cluster.ReplicaId;
import dev.mooring.handle.cluster.protocol.ClusterClock;
import dev.mooring.handle.cluster.protocol.LeaseTask;
import dev.mooring.handle.cluster.protocol.MintStep;
import dev.mooring.handle.cluster.protocol.NotSentReason;
import dev.mooring.handle.cluster.protocol.Permits;
import dev.mooring.handle.cluster.protocol.ReceivedPermits;
import dev.mooring.handle.cluster.protocol.Replica;
import dev.mooring.handle.cluster.protocol.Routing;
import dev.mooring.handle.cluster.protocol.RoutingStep;
import dev.mooring.handle.cluster.protocol.Ticket;
import dev.mooring.handle.cluster.protocol.simulation.SimCall.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One process: drives a {@link Replica} through the simulated store and network. */
final class SimProcess {
    static final String SCOPE = "all";
    static final HandleLimits LIMITS = new HandleLimits(Duration.ofHours(1), 6, 12);

    private static final long DECISION = ClusterTimes.DECISION.toMillis();
    private static final long OFFER_TIMEOUT = 1_000;
    private static final long ANSWER_TIMEOUT = 100_000;
    private static final Duration RENEWAL_ATTEMPTS = Duration.ofSeconds(6);

    /** Longer than in the gateway, so that more calls use a permit. No invariant depends on it. */
    private static final Duration MAX_PERMIT_AGE = Duration.ofSeconds(3);

    private static final long DRAIN_TIMEOUT = 20_000;

    private final World world;
    private final long number;
    private final double clockRate;
    private final Replica replica;
    private final Offers offers;
    private final Permits permits;
    private final ReceivedPermits receivedPermits;
    private final Set<String> takenPermits = new HashSet<>();
    private final List<Forwarded> permitted = new ArrayList<>();
    private final Map<HandleKey, SimSession> sessions = new HashMap<>();
    private final Map<OfferId, Offered> offered = new HashMap<>();
    private final Map<OfferId, Ticket> takenOffers = new HashMap<>();
    private final Set<RoutedCall> open = new LinkedHashSet<>();
    private final Set<HandleKey> releasing = new HashSet<>();
    private final Set<HandleKey> released = new HashSet<>();
    private boolean isAlive = true;
    private long pausedUntil;
    private long suspended;
    private long storeCutUntil;
    private long drainDeadline;

    /** A call that this process has accepted from another. */
    private record Offered(Forwarded forwarded, HandleKey key) {}

    /** The report of the replica that runs a call. */
    private record Report(Runnable notSent, Runnable answered, Runnable inDoubt) {}

    SimProcess(World world, long number) {
        this.world = world;
        this.number = number;
        this.clockRate = world.chance(500) ? 1 : 0.95 + 0.1 * world.random.nextDouble();
        ClusterClock clock = () -> new ClusterClock.Reading(
                (long) ((world.now - suspended) * clockRate * 1_000_000),
                world.is(Mutation.LEASE_IGNORES_SUSPENSION) ? 0 : (long) (world.now * clockRate));
        this.replica = new Replica(clock);
        this.offers = new Offers(clock);
        this.permits = new Permits(clock, number + "-");
        this.receivedPermits = new ReceivedPermits(clock, MAX_PERMIT_AGE);
        world.after(world.between(0, 200), this, this::keepLease);
    }

    long number() {
        return number;
    }

    boolean isAlive() {
        return isAlive;
    }

    long pausedUntil() {
        return pausedUntil;
    }

    long storeCutUntil() {
        return storeCutUntil;
    }

    Map<HandleKey, SimSession> sessions() {
        return sessions;
    }

    @Nullable
    ReplicaId replicaId() {
        return replica.token().map(FencingToken::replica).orElse(null);
    }

    boolean isReplica(ReplicaId id) {
        return replica.token().filter(token -> token.replica().equals(id)).isPresent();
    }

    @Override
    public String toString() {
        return "process " + number
                + replica.token().map(token -> " (" + token.replica() + ")").orElse("");
    }

    // Faults

    void crash() {
        world.log(() -> this + " crashes");
        expectLosses();
        die();
    }

    private void expectLosses() {
        replica.token().ifPresent(token -> world.oracle.expectLosses(token.replica()));
    }

    /** A replica without its lease for a shorter time loses nothing. */
    private void expectLosses(long millis) {
        if (millis >= ClusterTimes.TRUST.minus(RENEWAL_ATTEMPTS).toMillis()) {
            expectLosses();
        }
    }

    private void die() {
        isAlive = false;
        // A client sees its connection break. A replica that waits for an answer usually does too.
        List.copyOf(open).forEach(call -> world.after(1, () -> call.finish(Outcome.MAY_HAVE_HAPPENED)));
        Stream.concat(offered.values().stream().map(Offered::forwarded), permitted.stream())
                .forEach(each -> {
                    if (world.chance(700)) {
                        world.after(world.between(1, 5), each.from(), () -> onBroken(each.call(), each.attempt()));
                    }
                });
        world.after(
                world.between(500, 20_000),
                () -> world.processes.add(new SimProcess(
                        world,
                        1
                                + world.processes.stream()
                                        .mapToLong(SimProcess::number)
                                        .max()
                                        .orElse(0))));
    }

    void pause(long millis, boolean isSuspension) {
        world.log(() -> this + " is paused for " + millis + " ms" + (isSuspension ? ", its machine suspended" : ""));
        expectLosses(millis);
        pausedUntil = Math.max(pausedUntil, world.now + millis);
        if (isSuspension) {
            suspended += millis;
        }
    }

    void cutFromStore(long millis) {
        world.log(() -> this + " is cut from the store for " + millis + " ms");
        expectLosses(millis);
        storeCutUntil = world.now + millis;
    }

    void heal() {
        pausedUntil = Math.min(pausedUntil, world.now);
        storeCutUntil = 0;
    }

    // The lease

    private void keepLease() {
        ClusterClock.Reading sentAt = reading();
        switch (replica.leaseTask()) {
            case LeaseTask.Wait(long nanos) -> world.after(Math.max(1, nanos / 1_000_000), this, this::keepLease);
            case LeaseTask.Join _ ->
                world.store.call(
                        this,
                        store -> store.join("p" + number),
                        token -> {
                            replica.onJoined(token, sentAt);
                            keepLease();
                        },
                        this::retryLease);
            case LeaseTask.Renew(FencingToken token, boolean isDraining) ->
                world.store.call(
                        this,
                        store -> store.renew(token, isDraining),
                        peers -> onRenewal(token, sentAt, peers),
                        this::retryLease);
            case LeaseTask.Recover(ReplicaId id) ->
                world.store.call(this, store -> store.recover(id), this::onRecovery, this::retryLease);
        }
    }

    private ClusterClock.Reading reading() {
        return new ClusterClock.Reading(
                (long) ((world.now - suspended) * clockRate * 1_000_000),
                world.is(Mutation.LEASE_IGNORES_SUSPENSION) ? 0 : (long) (world.now * clockRate));
    }

    private void retryLease() {
        world.after(ClusterTimes.RETRY.toMillis(), this, this::keepLease);
    }

    private void onRenewal(FencingToken token, ClusterClock.Reading sentAt, Optional<List<Peer>> peers) {
        if (peers.isEmpty()) {
            replica.onFenced(token);
            world.log(() -> this + " is fenced");
        } else {
            replica.onRenewed(token, sentAt, peers.get());
            if (world.chance(333)) {
                world.store.call(this, store -> store.revokeOverdue(token), _ -> {}, () -> {});
            }
            recordEnds();
        }
        keepLease();
    }

    private void onRecovery(Recovery recovery) {
        for (HandleKey key : inOrder(replica.onRecovered(recovery))) {
            world.log(() -> this + " ends the session of " + key);
            sessions.remove(key);
        }
        keepLease();
    }

    /** The order of a set differs between JVMs. */
    private static List<HandleKey> inOrder(Set<HandleKey> keys) {
        return keys.stream().sorted(Comparator.comparing(HandleKey::hex)).toList();
    }

    private void recordEnds() {
        for (HandleKey key : inOrder(replica.unrecordedEnds())) {
            ReplicaId id = replica.token().orElseThrow().replica();
            world.store.call(
                    this,
                    store -> {
                        store.end(key, id);
                        return true;
                    },
                    _ -> replica.onEndRecorded(key),
                    () -> {});
        }
    }

    // Calls of clients

    void receive(SimCall call) {
        HandleKey key = call.key;
        var routed = new RoutedCall(
                this,
                call,
                key == null ? null : new Routing(replica, key, call.conversation.hint(key), Routing.Origin.CLIENT));
        open.add(routed);
        world.after((long) (DECISION / clockRate), this, () -> {
            routed.isOverdue = true;
            if (!routed.isCommitted) {
                routed.finish(key == null ? Outcome.REFUSED : Outcome.TRY_AGAIN);
            }
        });
        if (routed.routing == null) {
            mint(routed);
        } else {
            follow(routed, routed.routing, routed.routing.start());
        }
    }

    void close(RoutedCall call) {
        open.remove(call);
    }

    /** Carries out the steps of a call that came from a client. */
    private void follow(RoutedCall call, Routing routing, RoutingStep step) {
        if (call.isDone) {
            if (step instanceof RoutingStep.Serve(Ticket ticket)) {
                replica.finish(ticket);
            }
            return;
        }
        switch (step) {
            case RoutingStep.Serve(Ticket ticket) -> {
                call.isCommitted = true;
                serve(ticket, call.call, localReport(call));
            }
            case RoutingStep.Conclude(NotSentReason notSentReason) -> conclude(call, notSentReason);
            case RoutingStep.Forward(Peer peer, boolean isCertain) -> offer(call, routing, peer, isCertain);
            default ->
                askStore(routing, step, next -> {
                    if (!call.isDone) {
                        follow(call, routing, next.get());
                    }
                });
        }
    }

    private interface Next {
        RoutingStep get();
    }

    /** Carries out a step that needs the store. */
    private void askStore(Routing routing, RoutingStep step, Consumer<Next> then) {
        Runnable onFailure = () -> then.accept(routing::onStoreFailed);
        switch (step) {
            case RoutingStep.AskStore(HandleKey key) ->
                world.store.call(
                        this,
                        store -> store.find(key),
                        ownership -> then.accept(() -> routing.onOwnership(ownership)),
                        onFailure);
            case RoutingStep.RevokeOverdue(FencingToken token) ->
                world.store.call(
                        this,
                        store -> store.revokeOverdue(token),
                        isRevoked -> then.accept(() -> routing.onRevoked(isRevoked)),
                        onFailure);
            case RoutingStep.Adopt(HandleKey key, long version, FencingToken token) ->
                world.store.call(
                        this,
                        store -> store.adopt(key, version, token),
                        isAdopted -> then.accept(() -> routing.onAdopted(isAdopted)),
                        onFailure);
            case RoutingStep.Lose(HandleKey key, long version, ReplicaId owner) ->
                world.store.call(
                        this, store -> store.lose(key, version, owner), _ -> then.accept(routing::onLost), onFailure);
            default -> throw new IllegalArgumentException("Needs no store: " + step);
        }
    }

    private Report localReport(RoutedCall call) {
        return new Report(
                () -> call.finish(Outcome.TRY_AGAIN),
                () -> call.finish(Outcome.ANSWERED),
                () -> call.finish(Outcome.MAY_HAVE_HAPPENED));
    }

    private void conclude(RoutedCall call, NotSentReason notSentReason) {
        switch (notSentReason) {
            case NotSentReason.Lost _
            when world.is(Mutation.OPENS_BLANK_SESSION) && call.call.key != null ->
                world.oracle.onOpened(call.call.key, new SimSession(false));
            case NotSentReason.TryAgain _, NotSentReason.NotHeld _ -> call.finish(Outcome.TRY_AGAIN);
            case NotSentReason.Lost _ -> call.finish(Outcome.LOST);
            case NotSentReason.Unknown _ -> call.finish(Outcome.UNKNOWN);
        }
    }

    // New handles

    private void mint(RoutedCall call) {
        switch (replica.mint()) {
            case MintStep.Refuse _ -> call.finish(Outcome.REFUSED);
            case MintStep.PassOn(Peer peer) -> offer(call, null, peer, true);
            case MintStep.Own(FencingToken token) ->
                own(
                        call,
                        token,
                        ticket -> {
                            if (call.isDone) {
                                abandonNew(ticket);
                            } else {
                                call.isCommitted = true;
                                call.minted(ticket.key());
                                serve(ticket, call.call, localReport(call));
                            }
                        },
                        () -> call.finish(Outcome.REFUSED));
        }
    }

    private void own(RoutedCall call, FencingToken token, Consumer<Ticket> onOwned, Runnable onRefused) {
        HandleKey key = call.call.conversation.newKey(token.replica());
        HandleOwner caller = HandleOwner.principal(call.call.conversation.toString());
        world.store.call(
                this,
                store -> store.own(key, SCOPE, caller, LIMITS, token),
                result -> {
                    Optional<Ticket> ticket = result instanceof OwnResult.Owned(long version)
                            ? replica.onOwned(key, token, version)
                            : Optional.empty();
                    world.oracle.checkLimit(SCOPE, LIMITS.overall());
                    if (ticket.isPresent()) {
                        var session = new SimSession(world.chance(500));
                        world.oracle.onOpened(key, session);
                        sessions.put(key, session);
                        if (session.isRemote) {
                            // Without a message: the driver waits for it before the first call, and a failure only
                            // loses more.
                            world.store.truth().markResumable(key, token.replica());
                        }
                        onOwned.accept(ticket.get());
                    } else {
                        onRefused.run();
                    }
                },
                () -> {
                    replica.onNotOwned(key);
                    onRefused.run();
                });
    }

    /** Ends a handle that no client knows. */
    private void abandonNew(Ticket ticket) {
        replica.finish(ticket);
        end(ticket.key());
    }

    void end(HandleKey key) {
        if (replica.end(key)) {
            sessions.remove(key);
            recordEnds();
        }
    }

    // Forwarding

    /** A call on its way from one process to another. */
    private record Forwarded(SimProcess from, RoutedCall call, int attempt, boolean isCertain, boolean isPermitted) {
        boolean isNew() {
            return call.routing == null;
        }

        /** Whether the process that forwarded the call still waits for an answer to this attempt. */
        boolean isAwaited() {
            return !call.isDone && call.attempt == attempt && (isPermitted || !call.isCommitted);
        }
    }

    private void offer(RoutedCall call, @Nullable Routing routing, Peer peer, boolean isCertain) {
        int attempt = ++call.attempt;
        SimProcess target = world.processes.stream()
                .filter(process -> peer.address().equals("p" + process.number()))
                .findFirst()
                .orElseThrow();
        if (!target.isAlive() && world.chance(500)) {
            world.after(1, this, () -> onUnreachable(call, routing, attempt)); // connection refused
            return;
        }
        String permit = receivedPermits.take(peer.id()).orElse(null);
        var forwarded = new Forwarded(this, call, attempt, isCertain, permit != null);
        if (permit == null) {
            world.send(this, target, () -> target.onOffer(forwarded));
            world.after(OFFER_TIMEOUT, this, () -> onUnreachable(call, routing, attempt));
        } else {
            call.isCommitted = true;
            world.send(this, target, () -> target.onPermitted(forwarded, permit));
            boolean isHasty = world.is(Mutation.TRY_AGAIN_AFTER_PERMIT);
            world.after(isHasty ? OFFER_TIMEOUT : ANSWER_TIMEOUT, this, () -> {
                if (forwarded.isAwaited()) {
                    call.finish(isHasty ? Outcome.TRY_AGAIN : Outcome.MAY_HAVE_HAPPENED);
                }
            });
        }
    }

    private void onUnreachable(RoutedCall call, @Nullable Routing routing, int attempt) {
        if (call.isDone || call.isCommitted || call.attempt != attempt) {
            return;
        }
        call.attempt++; // a late answer counts no more
        if (routing == null) {
            call.finish(Outcome.REFUSED);
        } else {
            follow(call, routing, routing.onUnreachable());
        }
    }

    /** A call whose permit was used before may or may not have run. */
    private void onPermitted(Forwarded forwarded, String permit) {
        boolean isTaken = permits.take(permit);
        if (isTaken) {
            takenPermits.add(permit);
        }
        if (isTaken || (world.is(Mutation.PERMIT_TAKEN_TWICE) && takenPermits.contains(permit))) {
            permitted.add(forwarded);
            onOffer(forwarded);
        } else {
            world.send(this, forwarded.from(), () -> {
                if (forwarded.isAwaited()) {
                    forwarded.call().finish(Outcome.MAY_HAVE_HAPPENED);
                }
            });
        }
    }

    private void onOffer(Forwarded forwarded) {
        HandleKey key = forwarded.call().call.key;
        if (forwarded.isNew()) {
            if (replica.mint() instanceof MintStep.Own(FencingToken token)) {
                own(
                        forwarded.call(),
                        token,
                        ticket -> accept(forwarded, ticket),
                        () -> refuse(forwarded, new NotSentReason.TryAgain(NotSentReason.Reason.MOVING)));
            } else {
                refuse(forwarded, new NotSentReason.TryAgain(NotSentReason.Reason.MOVING));
            }
        } else if (key != null) {
            var routing = new Routing(
                    replica,
                    key,
                    null,
                    forwarded.isCertain() ? Routing.Origin.FORWARDED_BY_STORE : Routing.Origin.FORWARDED_BY_HINT);
            followOffer(forwarded, routing, routing.start());
        }
    }

    private void followOffer(Forwarded forwarded, Routing routing, RoutingStep step) {
        switch (step) {
            case RoutingStep.Serve(Ticket ticket) -> accept(forwarded, ticket);
            case RoutingStep.Conclude(NotSentReason notSentReason) -> refuse(forwarded, notSentReason);
            case RoutingStep.Forward _ -> throw new Violation("a forwarded call is forwarded again");
            default -> askStore(routing, step, next -> followOffer(forwarded, routing, next.get()));
        }
    }

    private void refuse(Forwarded forwarded, NotSentReason notSentReason) {
        RoutedCall call = forwarded.call();
        sendLast(forwarded.from(), () -> {
            if (forwarded.isAwaited()) {
                call.attempt++; // the same message can arrive again
                call.isCommitted = call.isOverdue;
                if (call.routing == null) {
                    call.finish(Outcome.REFUSED);
                } else {
                    forwarded.from().onRefused(call, call.routing, call.routing.onRefused(notSentReason));
                }
            }
        });
    }

    /** The refusal of a call that was sent with a permit can be late, so that there is no time for another attempt. */
    private void onRefused(RoutedCall call, Routing routing, RoutingStep next) {
        if (call.isOverdue && !(next instanceof RoutingStep.Conclude)) {
            call.finish(Outcome.TRY_AGAIN);
        } else {
            follow(call, routing, next);
        }
    }

    /** Sends the last message about a call, with a permit for the next call. */
    private void sendLast(SimProcess to, Runnable onArrival) {
        ReplicaId id = replicaId();
        String permit = permits.issue();
        world.send(this, to, () -> {
            if (id != null && !replica.isDraining()) {
                to.receivedPermits.add(id, permit);
            }
            onArrival.run();
        });
    }

    private void accept(Forwarded forwarded, Ticket ticket) {
        if (forwarded.isPermitted() || world.is(Mutation.RUNS_OFFERS)) {
            serve(ticket, forwarded.call().call, remoteReport(forwarded.from(), forwarded.call(), ticket.key()));
            return;
        }
        OfferId id = offers.add(replica.token().orElseThrow().replica(), ticket);
        offered.put(id, new Offered(forwarded, ticket.key()));
        takenOffers.put(id, ticket);
        world.after(2 * DECISION + 500, this, this::expireOffers);
        world.send(this, forwarded.from(), () -> forwarded.from().onAccepted(forwarded, this, id, ticket.key()));
    }

    private void expireOffers() {
        for (OfferId id : offers.expire(replica)) {
            Offered expired = offered.remove(id);
            if (expired != null) {
                Forwarded forwarded = expired.forwarded();
                if (forwarded.isNew()) {
                    end(expired.key());
                }
                world.send(this, forwarded.from(), () -> {
                    if (id.equals(forwarded.call().confirmed)) {
                        forwarded.call().finish(forwarded.isNew() ? Outcome.REFUSED : Outcome.TRY_AGAIN);
                    }
                });
            }
        }
    }

    private void onAccepted(Forwarded forwarded, SimProcess owner, OfferId id, HandleKey key) {
        RoutedCall call = forwarded.call();
        if (!forwarded.isAwaited()) {
            return;
        }
        call.isCommitted = true;
        call.confirmed = id;
        call.minted(key);
        world.send(this, owner, () -> owner.onConfirmed(this, call, id));
        if (world.is(Mutation.REPEATS_CALLS)) {
            world.after(5_000, this, () -> {
                if (!call.isDone && call.routing != null) {
                    call.isCommitted = false;
                    follow(call, call.routing, call.routing.start());
                }
            });
        }
        world.after(ANSWER_TIMEOUT, this, () -> call.finish(Outcome.MAY_HAVE_HAPPENED));
    }

    private void onConfirmed(SimProcess from, RoutedCall call, OfferId id) {
        Ticket ticket = offers.take(id).orElse(null);
        if (ticket == null && world.is(Mutation.OFFER_TAKEN_TWICE)) {
            ticket = takenOffers.get(id);
        }
        if (ticket != null) {
            serve(ticket, call.call, remoteReport(from, call, ticket.key()));
        }
    }

    private Report remoteReport(SimProcess from, RoutedCall call, HandleKey key) {
        return new Report(
                () -> sendLast(from, () -> call.finish(Outcome.TRY_AGAIN)),
                () -> sendLast(from, () -> {
                    call.minted(key);
                    call.finish(Outcome.ANSWERED);
                }),
                () -> sendLast(from, () -> call.finish(Outcome.MAY_HAVE_HAPPENED)));
    }

    /** The connection to a replica that accepted a call is broken. */
    private static void onBroken(RoutedCall call, int attempt) {
        if (call.attempt == attempt && call.isCommitted) {
            call.finish(Outcome.MAY_HAVE_HAPPENED);
        }
    }

    // Running calls

    private void serve(Ticket ticket, SimCall call, Report report) {
        HandleKey key = ticket.key();
        world.after(world.between(0, 3), this, () -> {
            if (!replica.maySend(ticket) && !world.is(Mutation.SENDS_WITHOUT_LEASE)) {
                replica.finish(ticket);
                report.notSent().run();
                return;
            }
            SimSession session = sessions.get(key);
            if (session == null) {
                session = world.oracle.remoteSession(key); // adopted
                sessions.put(key, session);
            }
            send(ticket, call, session, report);
        });
    }

    private void send(Ticket ticket, SimCall call, SimSession session, Report report) {
        HandleKey key = ticket.key();
        world.oracle.onSend(this, call, key, session);
        if (world.is(Mutation.RELEASE_DURING_CALLS)) {
            replica.finish(ticket);
        }
        long duration = world.chance(world.slowCallsPerMille) ? world.between(100, 80_000) : world.between(1, 50);
        world.after(duration, () -> {
            session.counter++;
            world.oracle.onRan(key, call);
            world.after(0, this, () -> {
                boolean mayAnswer = replica.mayAnswer(ticket) || world.is(Mutation.ANSWERS_WITHOUT_LEASE);
                replica.finish(ticket);
                if (mayAnswer) {
                    world.oracle.onAnswer(key, call);
                    report.answered().run();
                } else {
                    report.inDoubt().run();
                }
            });
        });
    }

    // Stopping

    void drain() {
        if (drainDeadline == 0) {
            world.log(() -> this + " drains");
            drainDeadline = world.now + DRAIN_TIMEOUT;
            replica.drain();
            continueDraining();
        }
    }

    private void continueDraining() {
        boolean isOver = world.now >= drainDeadline;
        List<HandleKey> busy = new ArrayList<>();
        for (HandleKey key : inOrder(replica.held())) {
            if (!release(key) && !isOver) {
                busy.add(key);
            }
        }
        boolean isReleasing = releasing.stream().anyMatch(key -> !released.contains(key));
        if (!isOver && (!busy.isEmpty() || isReleasing)) {
            world.after(500, this, this::continueDraining);
            return;
        }
        expectLosses();
        Optional<FencingToken> last = world.is(Mutation.SERVES_AFTER_LEAVING) ? replica.token() : replica.leave();
        last.ifPresentOrElse(
                token -> world.store.call(
                        this,
                        store -> {
                            store.leave(token);
                            return true;
                        },
                        _ -> stop(),
                        this::stop),
                this::stop);
    }

    /** Returns false while calls are in flight. */
    private boolean release(HandleKey key) {
        OptionalLong version = replica.beginRelease(key);
        if (version.isEmpty()) {
            return false;
        }
        SimSession session = sessions.get(key);
        if (session == null || session.isRemote) {
            sessions.remove(key);
            if (releasing.add(key)) {
                FencingToken token = replica.token().orElseThrow();
                world.store.call(
                        this,
                        store -> store.release(key, version.getAsLong(), token),
                        _ -> {
                            released.add(key);
                            replica.onReleased(key);
                        },
                        () -> releasing.remove(key));
            }
        }
        return true;
    }

    private void stop() {
        world.log(() -> this + " stops");
        die();
    }
}
