package dev.mooring.handle.cluster.protocol;

import dev.mooring.handle.HandleKey;
import dev.mooring.handle.cluster.ClusterStore;
import dev.mooring.handle.cluster.ClusterTimes;
import dev.mooring.handle.cluster.FencingToken;
import dev.mooring.handle.cluster.Peer;
import dev.mooring.handle.cluster.Recovery;
import dev.mooring.handle.cluster.ReplicaId;
import dev.mooring.handle.cluster.protocol.ClusterClock.Reading;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The state of one replica: its lease, the handles that it owns, and the other replicas. Calls nothing but its clock. Thread-safe.
 *
 * <p>The driver keeps the lease with {@link #leaseTask}, one task at a time. A task that fails is tried again after {@link
 * ClusterTimes#RETRY}. After each renewal the driver calls {@link ClusterStore#revokeOverdue}, and {@link ClusterStore#end} for
 * {@link #unrecordedEnds}.
 *
 * <p>Why this is safe: the store revokes a handle only when its owner's lease ended a minute ago, and the owner neither sends
 * nor answers after the end of its lease. A lost handle stays lost: no replica serves it again. A handle changes its owner only
 * by release and adoption, and a replica releases a handle only without calls in flight. If the state of a handle outlives its
 * owner, the store releases the handle instead of losing it; the former owner drops all its handles before it has a lease
 * again. The store compares the version of the handle and the epoch of the replica with each write, so that a late or repeated
 * write changes nothing.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Replica {
    private final ClusterClock clock;

    /** Guards all fields. Code that holds it calls only the clock. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Lease lease = new Lease();
    private final Map<HandleKey, HeldHandle> held = new HashMap<>();

    /** The version that a handle has once this replica has adopted it, while the outcome of the adoption is unknown. */
    private final Map<HandleKey, Long> adopting = new HashMap<>();

    private final Set<HandleKey> unrecordedEnds = new HashSet<>();
    private List<Peer> peers = List.of();
    private int nextPeer;
    private boolean isDraining;

    /** Creates a replica that has not joined yet. */
    public Replica(ClusterClock clock) {
        this.clock = clock;
    }

    private <T> T locked(Supplier<T> task) {
        lock.lock();
        try {
            return task.get();
        } finally {
            lock.unlock();
        }
    }

    /** Returns what to do next to keep the lease. */
    public LeaseTask leaseTask() {
        return locked(() -> lease.next(clock.read(), isDraining));
    }

    /**
     * Takes over the first lease.
     *
     * @param sentAt when the driver called the store
     */
    public void onJoined(FencingToken token, Reading sentAt) {
        locked(() -> {
            lease.start(token, sentAt);
            return true;
        });
    }

    /**
     * Takes over a renewed lease and the list of the other replicas.
     *
     * @param sentAt when the driver called the store
     */
    public void onRenewed(FencingToken token, Reading sentAt, List<Peer> others) {
        locked(() -> {
            if (lease.renew(token, sentAt)) {
                peers = List.copyOf(others);
            }
            return true;
        });
    }

    /** Stops serving until the replica has recovered. */
    public void onFenced(FencingToken token) {
        locked(() -> {
            lease.fence(token);
            return true;
        });
    }

    /** Returns the handles that the replica owned and has lost. The driver ends their sessions. */
    public Set<HandleKey> onRecovered(Recovery recovery) {
        return locked(() -> switch (recovery) {
            case Recovery.Recovered(FencingToken token) -> lease.recover(token) ? removeHeld() : Set.<HandleKey>of();
            case Recovery.Forgotten _ -> {
                lease.drop();
                yield removeHeld();
            }
        });
    }

    private Set<HandleKey> removeHeld() {
        Set<HandleKey> removed = Set.copyOf(held.keySet());
        held.clear();
        return removed;
    }

    /** Returns the current token, or empty before the replica has joined. */
    public Optional<FencingToken> token() {
        return locked(() -> Optional.ofNullable(lease.token()));
    }

    /** Returns the replicas whose leases had not ended at the last renewal, without this one. */
    public List<Peer> peers() {
        return locked(() -> peers);
    }

    /** Decides about a call that needs a new handle. */
    public MintStep mint() {
        return locked(() -> {
            FencingToken token = lease.token();
            if (isDraining) {
                return passOn();
            }
            return token != null && lease.isHeld(clock.read())
                    ? new MintStep.Own(token)
                    : new MintStep.Refuse(NotSentReason.Reason.NO_LEASE);
        });
    }

    private MintStep passOn() {
        Peer peer = anotherPeer();
        return peer == null ? new MintStep.Refuse(NotSentReason.Reason.MOVING) : new MintStep.PassOn(peer);
    }

    /** Returns the next replica that takes new handles, round robin; null if no other replica takes new handles. */
    @Nullable
    Peer anotherPeer() {
        return locked(() -> {
            List<Peer> willing =
                    peers.stream().filter(peer -> !peer.isDraining()).toList();
            return willing.isEmpty() ? null : willing.get(Math.floorMod(nextPeer++, willing.size()));
        });
    }

    /**
     * Takes over a new handle. Returns empty if the lease has ended meanwhile: then the call is refused, and the handle ends.
     *
     * @param token the token with which the handle was recorded
     */
    public Optional<Ticket> onOwned(HandleKey key, FencingToken token, long version) {
        return locked(() -> {
            if (!lease.isCurrent(token) || !lease.isHeld(clock.read())) {
                unrecordedEnds.add(key);
                return Optional.<Ticket>empty();
            }
            held.put(key, new HeldHandle(version));
            return admit(key) instanceof AdmissionDecision.Admitted(Ticket ticket)
                    ? Optional.of(ticket)
                    : Optional.<Ticket>empty();
        });
    }

    /** Ends a new handle that the store may have recorded although it failed. */
    public void onNotOwned(HandleKey key) {
        locked(() -> unrecordedEnds.add(key));
    }

    /** Admits a call, if this replica owns its handle and holds its lease. */
    AdmissionDecision admit(HandleKey key) {
        return locked(() -> {
            HeldHandle handle = held.get(key);
            if (handle == null) {
                return new AdmissionDecision.NotHeld();
            }
            if (!lease.isHeld(clock.read())) {
                return new AdmissionDecision.Deferred(NotSentReason.Reason.NO_LEASE);
            }
            if (handle.isReleasing) {
                return new AdmissionDecision.Deferred(NotSentReason.Reason.MOVING);
            }
            handle.inFlight++;
            return new AdmissionDecision.Admitted(new Ticket(key, handle));
        });
    }

    /** Returns whether the call can be sent now. If not, its caller is told to try again. */
    public boolean maySend(Ticket ticket) {
        return isServing(ticket);
    }

    /** Returns whether the result can be returned now. If not, its caller is told that the call may or may not have happened. */
    public boolean mayAnswer(Ticket ticket) {
        return isServing(ticket);
    }

    private boolean isServing(Ticket ticket) {
        return locked(() -> lease.isHeld(clock.read()) && held.get(ticket.key()) == ticket.handle());
    }

    /** Ends a call. Has no effect the second time. */
    public void finish(Ticket ticket) {
        locked(() -> {
            if (ticket.finish()) {
                ticket.handle().inFlight--;
            }
            return true;
        });
    }

    /** Ends a handle at the request of its caller, or because it has expired. Returns false if the replica does not own it. */
    public boolean end(HandleKey key) {
        return locked(() -> held.remove(key) != null && unrecordedEnds.add(key));
    }

    /** Returns the handles that have ended without the store's knowledge. */
    public Set<HandleKey> unrecordedEnds() {
        return locked(() -> Set.copyOf(unrecordedEnds));
    }

    /** Records that the store has learned of an end. */
    public void onEndRecorded(HandleKey key) {
        locked(() -> unrecordedEnds.remove(key));
    }

    /** Takes no new handles from now on. */
    public void drain() {
        locked(() -> isDraining = true);
    }

    /** Returns whether the replica takes no new handles. */
    public boolean isDraining() {
        return locked(() -> isDraining);
    }

    /** Returns whether the replica holds its lease, so that it can serve its handles. */
    public boolean holdsLease() {
        return locked(() -> lease.isHeld(clock.read()));
    }

    /** Returns the handles that this replica owns. */
    public Set<HandleKey> held() {
        return locked(() -> Set.copyOf(held.keySet()));
    }

    /**
     * Admits no further calls to a handle, so that the driver can detach its sessions and call {@link ClusterStore#release} with
     * the returned version. Returns empty while calls are in flight, or if the replica does not own the handle.
     */
    public OptionalLong beginRelease(HandleKey key) {
        return locked(() -> {
            HeldHandle handle = held.get(key);
            if (handle == null || handle.inFlight > 0) {
                return OptionalLong.empty();
            }
            handle.isReleasing = true;
            return OptionalLong.of(handle.version);
        });
    }

    /** Forgets a handle that the store has released, or that this replica no longer owns. */
    public void onReleased(HandleKey key) {
        locked(() -> held.computeIfPresent(key, (_, handle) -> handle.isReleasing ? null : handle));
    }

    /**
     * Stops serving permanently, calls in flight included. Returns the token for {@link ClusterStore#leave}, which releases
     * the resumable handles and loses the others; empty if the replica has not joined.
     */
    public Optional<FencingToken> leave() {
        return locked(() -> {
            lease.end();
            return Optional.ofNullable(lease.token());
        });
    }

    boolean isSelf(ReplicaId id) {
        return locked(() -> lease.token() != null && lease.token().replica().equals(id));
    }

    /** Returns the other replica with this hint, or null if none is known. */
    @Nullable
    Peer peerWithHint(String hint) {
        return locked(() -> peers.stream()
                .filter(peer -> peer.id().hint().equals(hint))
                .findFirst()
                .orElse(null));
    }

    /** Begins to adopt a handle. Returns the token to use, or null if the replica may not adopt now. */
    @Nullable
    FencingToken beginAdoption(HandleKey key, long version) {
        return locked(() -> {
            if (!lease.isHeld(clock.read())) {
                return null;
            }
            adopting.put(key, version + 1);
            return lease.token();
        });
    }

    /** Owns the handle if this replica began an adoption that leads to this version, with a token that is still current. */
    boolean completeAdoption(HandleKey key, long version, FencingToken token) {
        return locked(() -> {
            Long expected = adopting.get(key);
            if (expected == null || expected != version || !lease.isCurrent(token)) {
                return false;
            }
            adopting.remove(key);
            held.putIfAbsent(key, new HeldHandle(version));
            return true;
        });
    }

    boolean isAdopting(HandleKey key) {
        return locked(() -> adopting.containsKey(key));
    }

    /** Forgets an adoption to this or an older version: another replica has this version, so the adoption has failed. */
    void abandonAdoption(HandleKey key, long version) {
        locked(() -> adopting.computeIfPresent(key, (_, expected) -> expected <= version ? null : expected));
    }
}
