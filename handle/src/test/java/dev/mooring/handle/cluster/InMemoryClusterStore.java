package dev.mooring.handle.cluster;

import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStore.Limit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The store of the simulation: the same contract as the one in PostgreSQL. Subclasses break single rules, to prove that the
 * simulation notices.
 */
public class InMemoryClusterStore implements ClusterStore {
    private static final long LEASE = ClusterTimes.LEASE.toMillis();
    private static final long GRACE = ClusterTimes.GRACE.toMillis();
    private static final long TRUST = ClusterTimes.TRUST.toMillis();
    private static final long MEMORY = ClusterTimes.MEMORY.toMillis();

    private final LongSupplier clock;
    private final Map<ReplicaId, Member> members = new HashMap<>();
    private final Map<HandleKey, Row> rows = new HashMap<>();
    private long lastNumber;

    private static final class Member {
        final String address;
        long epoch = 1;
        long leaseUntil;
        long heldSince;
        boolean isDraining;

        Member(String address) {
            this.address = address;
        }
    }

    /** One handle. */
    protected static final class Row {
        final String scope;
        final HandleOwner caller;

        @Nullable
        ReplicaId owner;

        long version = 1;
        boolean isLost;
        boolean isResumable;
        long changed;

        Row(String scope, HandleOwner caller, ReplicaId owner, long changed) {
            this.scope = scope;
            this.caller = caller;
            this.owner = owner;
            this.changed = changed;
        }
    }

    /** @param clock the time in milliseconds */
    public InMemoryClusterStore(LongSupplier clock) {
        this.clock = clock;
    }

    private long now() {
        return clock.getAsLong();
    }

    @Override
    public synchronized FencingToken join(String address) {
        var member = new Member(address);
        member.heldSince = now();
        member.leaseUntil = now() + LEASE;
        var id = new ReplicaId(++lastNumber);
        members.put(id, member);
        return new FencingToken(id, member.epoch);
    }

    @Override
    public synchronized Optional<List<Peer>> renew(FencingToken token, boolean isDraining) {
        Member member = members.get(token.replica());
        if (member == null || !isEpochValid(member.epoch, token.epoch())) {
            return Optional.empty();
        }
        member.heldSince = member.leaseUntil > now() ? member.heldSince : now();
        member.leaseUntil = now() + LEASE;
        member.isDraining = isDraining;
        List<Peer> peers = new ArrayList<>();
        members.forEach((id, other) -> {
            if (!id.equals(token.replica()) && other.leaseUntil > now()) {
                peers.add(peer(id, other));
            }
        });
        return Optional.of(peers);
    }

    /** Whether a write with an epoch is accepted. */
    protected boolean isEpochValid(long current, long used) {
        return current == used;
    }

    private static Peer peer(ReplicaId id, Member member) {
        return new Peer(id, member.address, member.isDraining);
    }

    @Override
    public synchronized Recovery recover(ReplicaId replica) {
        Member member = members.get(replica);
        if (member == null) {
            return new Recovery.Forgotten();
        }
        return new Recovery.Recovered(new FencingToken(replica, member.epoch));
    }

    @Override
    public synchronized OwnResult own(
            HandleKey key, String scope, HandleOwner caller, HandleLimits limits, FencingToken token) {
        if (!holdsLease(token)) {
            return new OwnResult.Fenced();
        }
        List<Row> counted = rows.values().stream()
                .filter(row -> row.scope.equals(scope) && !row.isLost)
                .toList();
        if (counted.size() >= limits.overall()) {
            return new OwnResult.LimitReached(Limit.OVERALL, limits.overall());
        }
        if (caller instanceof HandleOwner.Principal
                && counted.stream().filter(row -> row.caller.equals(caller)).count() >= limits.perPrincipal()) {
            return new OwnResult.LimitReached(Limit.PER_PRINCIPAL, limits.perPrincipal());
        }
        rows.putIfAbsent(key, new Row(scope, caller, token.replica(), now()));
        return new OwnResult.Owned(1);
    }

    private boolean holdsLease(FencingToken token) {
        Member member = members.get(token.replica());
        return member != null && isEpochValid(member.epoch, token.epoch()) && member.leaseUntil > now();
    }

    @Override
    public synchronized void markResumable(HandleKey key, ReplicaId owner) {
        Row row = rows.get(key);
        if (row != null && owner.equals(row.owner)) {
            row.isResumable = true;
        }
    }

    @Override
    public synchronized Ownership find(HandleKey key) {
        Row row = rows.get(key);
        if (row == null) {
            return new Ownership.Unknown();
        }
        ReplicaId owner = row.owner;
        if (owner == null) {
            return new Ownership.Released(row.version);
        }
        if (row.isLost) {
            return new Ownership.Lost(Instant.ofEpochMilli(row.changed), owner);
        }
        Member member = members.get(owner);
        if (member == null) {
            return new Ownership.Lost(Instant.ofEpochMilli(row.changed), owner);
        }
        Ownership.LeaseState lease = member.leaseUntil > now()
                ? Ownership.LeaseState.LIVE
                : isOverdue(member) ? Ownership.LeaseState.OVERDUE : Ownership.LeaseState.ENDED;
        return new Ownership.Owned(peer(owner, member), lease, row.version);
    }

    private boolean isOverdue(Member member) {
        return member.leaseUntil + grace() <= now();
    }

    /** How long after the end of a lease the handles are revoked. */
    protected long grace() {
        return GRACE;
    }

    @Override
    public synchronized boolean adopt(HandleKey key, long version, FencingToken token) {
        Row row = rows.get(key);
        if (row == null || !isAdoptable(row, version) || !holdsLease(token)) {
            return false;
        }
        row.owner = token.replica();
        row.version++;
        return true;
    }

    /** Whether a replica that has seen this version can adopt the handle. */
    protected boolean isAdoptable(Row row, long version) {
        return row.owner == null && row.version == version;
    }

    @Override
    public synchronized boolean release(HandleKey key, long version, FencingToken token) {
        Row row = rows.get(key);
        Member member = members.get(token.replica());
        if (row == null
                || member == null
                || row.isLost
                || !isEpochValid(member.epoch, token.epoch())
                || !token.replica().equals(row.owner)
                || row.version != version) {
            return false;
        }
        row.owner = null;
        row.version++;
        row.changed = now();
        return true;
    }

    @Override
    public synchronized boolean lose(HandleKey key, long version, ReplicaId owner) {
        Row row = rows.get(key);
        if (row == null || row.isLost || row.version != version || !owner.equals(row.owner)) {
            return false;
        }
        row.isLost = true;
        row.changed = now();
        return true;
    }

    @Override
    public synchronized void end(HandleKey key, ReplicaId owner) {
        Row row = rows.get(key);
        if (row != null && !row.isLost && owner.equals(row.owner)) {
            rows.remove(key);
        }
    }

    @Override
    public synchronized boolean revokeOverdue(FencingToken token) {
        Member trusted = members.get(token.replica());
        if (trusted == null || !holdsLease(token) || trusted.heldSince > now() - trust()) {
            return false;
        }
        members.forEach((id, member) -> {
            if (isOverdue(member) && lose(id, member.leaseUntil)) {
                member.epoch++;
            }
        });
        rows.values().removeIf(row -> (row.isLost || row.owner == null) && row.changed <= now() - MEMORY);
        members.values().removeIf(member -> member.leaseUntil <= now() - MEMORY);
        return true;
    }

    /** How long a replica must have held its lease before it may revoke the handles of others. */
    protected long trust() {
        return TRUST;
    }

    private boolean lose(ReplicaId owner, long at) {
        boolean hasLost = false;
        for (Row row : rows.values()) {
            if (!row.isLost && owner.equals(row.owner)) {
                if (row.isResumable) {
                    row.owner = null;
                    row.version++;
                } else {
                    row.isLost = true;
                }
                row.changed = at;
                hasLost = true;
            }
        }
        return hasLost;
    }

    @Override
    public synchronized void leave(FencingToken token) {
        Member member = members.get(token.replica());
        if (member != null && isEpochValid(member.epoch, token.epoch())) {
            lose(token.replica(), now());
            member.epoch++;
            member.leaseUntil = Math.min(member.leaseUntil, now());
        }
    }

    @Override
    public void close() {
        // Nothing to release.
    }

    /** Returns how many handles of a scope are not lost. */
    public synchronized int count(String scope) {
        return (int) rows.values().stream()
                .filter(row -> row.scope.equals(scope) && !row.isLost)
                .count();
    }
}
