package dev.mooring.store;

import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStore.Limit;
import dev.mooring.handle.cluster.ClusterStore;
import dev.mooring.handle.cluster.ClusterTimes;
import dev.mooring.handle.cluster.FencingToken;
import dev.mooring.handle.cluster.OwnResult;
import dev.mooring.handle.cluster.Ownership;
import dev.mooring.handle.cluster.Peer;
import dev.mooring.handle.cluster.Recovery;
import dev.mooring.handle.cluster.ReplicaId;
import dev.mooring.store.CountEstimates.Group;
import dev.mooring.store.Database.Statements;
import dev.mooring.store.Database.Work;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The leases of replicas and the owners of handles in PostgreSQL, on the clock of the database. Times are milliseconds since
 * 1970.
 *
 * <p>The revocation of a replica's handles locks the row of the replica before it changes the handles, and a renewal changes
 * the same row with a condition on the epoch. So one of them waits for the other: a replica either renews its lease and
 * keeps its handles, or is fenced.
 */
final class PostgresClusterStore implements ClusterStore {
    private static final String NOW = "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT";
    private static final long LEASE = ClusterTimes.LEASE.toMillis();
    private static final long GRACE = ClusterTimes.GRACE.toMillis();
    private static final long TRUST = ClusterTimes.TRUST.toMillis();
    private static final long MEMORY = ClusterTimes.MEMORY.toMillis();

    /** The first part of the advisory locks under which handles of a scope are counted: "own" in ASCII. */
    private static final int COUNT_LOCK = 0x6f776e;

    private static final String HOLDS_LEASE =
            "EXISTS (SELECT 1 FROM replica WHERE number = ? AND epoch = ? AND lease_until > " + NOW + ")";

    private final Database database;
    private final Database maintenance;
    private final CountEstimates counts = new CountEstimates(System::nanoTime);

    /**
     * Creates the store.
     *
     * @param database runs the operations that calls wait for; closed with this store
     * @param maintenance runs the operations on all handles of a replica, which can take longer than a call may wait; closed
     *     with this store
     */
    PostgresClusterStore(Database database, Database maintenance) {
        this.database = database;
        this.maintenance = maintenance;
    }

    private <T> T run(Work<T> work) {
        return database.run(work);
    }

    private <T> T transact(Work<T> work) {
        return database.transact(work);
    }

    /** Prepares a statement with its parameters. */
    private static PreparedStatement prepare(Statements statements, String sql, Object... parameters)
            throws SQLException {
        PreparedStatement statement = statements.prepare(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }

    private static boolean changes(Statements statements, String sql, Object... parameters) throws SQLException {
        return prepare(statements, sql, parameters).executeUpdate() > 0;
    }

    @Override
    public FencingToken join(String address) {
        return transact(statements -> {
            long number;
            try (ResultSet next = prepare(statements, "UPDATE replica_number SET last = last + 1 RETURNING last")
                    .executeQuery()) {
                next.next();
                number = next.getLong(1);
            }
            changes(
                    statements,
                    "INSERT INTO replica (number, address, epoch, lease_until, draining, held_since) VALUES (?, ?, 1, "
                            + NOW + " + ?, FALSE, " + NOW + ")",
                    number,
                    address,
                    LEASE);
            return new FencingToken(new ReplicaId(number), 1);
        });
    }

    @Override
    public Optional<List<Peer>> renew(FencingToken token, boolean isDraining) {
        long number = token.replica().number();
        return run(statements -> {
            boolean isRenewed = changes(
                    statements,
                    "UPDATE replica SET lease_until = " + NOW + " + ?, draining = ?,"
                            + " held_since = CASE WHEN lease_until > " + NOW + " THEN held_since ELSE " + NOW + " END"
                            + " WHERE number = ? AND epoch = ?",
                    LEASE,
                    isDraining,
                    number,
                    token.epoch());
            return isRenewed ? Optional.of(peers(statements, number)) : Optional.<List<Peer>>empty();
        });
    }

    private static List<Peer> peers(Statements statements, long number) throws SQLException {
        List<Peer> peers = new ArrayList<>();
        try (ResultSet found = prepare(
                        statements,
                        "SELECT number, address, draining FROM replica WHERE lease_until > " + NOW
                                + " AND number <> ? ORDER BY number",
                        number)
                .executeQuery()) {
            while (found.next()) {
                peers.add(new Peer(new ReplicaId(found.getLong(1)), found.getString(2), found.getBoolean(3)));
            }
        }
        return peers;
    }

    @Override
    public Recovery recover(ReplicaId replica) {
        return run(statements -> {
            try (ResultSet found = prepare(statements, "SELECT epoch FROM replica WHERE number = ?", replica.number())
                    .executeQuery()) {
                return found.next()
                        ? new Recovery.Recovered(new FencingToken(replica, found.getLong(1)))
                        : new Recovery.Forgotten();
            }
        });
    }

    @Override
    public OwnResult own(HandleKey key, String scope, HandleOwner caller, HandleLimits limits, FencingToken token) {
        String callerName = SqlHandleTable.text(caller);
        OwnResult result = transact(statements -> {
            OwnResult.LimitReached reached = limitReached(statements, scope, caller, limits);
            if (reached != null) {
                return reached;
            }
            boolean isOwned = changes(
                    statements,
                    "INSERT INTO owned_handle (key, scope, caller, replica, version, lost, changed)"
                            + " SELECT ?, ?, ?, ?, 1, FALSE, " + NOW + " WHERE " + HOLDS_LEASE,
                    SqlHandleTable.bytes(key),
                    scope,
                    callerName,
                    token.replica().number(),
                    token.replica().number(),
                    token.epoch());
            return isOwned ? new OwnResult.Owned(1) : new OwnResult.Fenced();
        });
        if (result instanceof OwnResult.Owned) {
            counts.onAdded(new Group(scope, null));
            counts.onAdded(new Group(scope, callerName));
        }
        return result;
    }

    private OwnResult.@Nullable LimitReached limitReached(
            Statements statements, String scope, HandleOwner caller, HandleLimits limits) throws SQLException {
        if (count(statements, new Group(scope, null), limits.overall()) >= limits.overall()) {
            return new OwnResult.LimitReached(Limit.OVERALL, limits.overall());
        }
        int maximum = limits.perPrincipal();
        boolean isReached = caller instanceof HandleOwner.Principal
                && maximum < limits.overall()
                && count(statements, new Group(scope, SqlHandleTable.text(caller)), maximum) >= maximum;
        return isReached ? new OwnResult.LimitReached(Limit.PER_PRINCIPAL, maximum) : null;
    }

    /** Counts handles, or estimates the number of many handles. */
    private long count(Statements statements, Group group, int limit) throws SQLException {
        OptionalLong estimate = counts.estimate(group, limit);
        if (estimate.isPresent()) {
            return estimate.getAsLong();
        }
        // One replica at a time counts and inserts, so that the limits of few handles are exact.
        prepare(statements, "SELECT pg_advisory_xact_lock(?, hashtext(?))", COUNT_LOCK, group.scope())
                .execute();
        String caller = group.caller();
        String counting = "SELECT COUNT(*), (SELECT COUNT(*) FROM replica WHERE lease_until > " + NOW
                + ") FROM owned_handle WHERE scope = ? AND NOT lost";
        PreparedStatement query = caller == null
                ? prepare(statements, counting, group.scope())
                : prepare(statements, counting + " AND caller = ?", group.scope(), caller);
        try (ResultSet found = query.executeQuery()) {
            found.next();
            counts.onCounted(group, found.getLong(1), found.getLong(2));
            return found.getLong(1);
        }
    }

    @Override
    public void markResumable(HandleKey key, ReplicaId owner) {
        run(statements -> changes(
                statements,
                "UPDATE owned_handle SET resumable = TRUE WHERE key = ? AND replica = ?",
                SqlHandleTable.bytes(key),
                owner.number()));
    }

    @Override
    public Ownership find(HandleKey key) {
        return run(statements -> {
            try (ResultSet found = prepare(
                            statements,
                            "SELECT h.replica, h.version, h.lost, h.changed, r.address, r.draining, r.lease_until - "
                                    + NOW + " FROM owned_handle h LEFT JOIN replica r ON r.number = h.replica"
                                    + " WHERE h.key = ?",
                            SqlHandleTable.bytes(key))
                    .executeQuery()) {
                return found.next() ? ownership(found) : new Ownership.Unknown();
            }
        });
    }

    private static Ownership ownership(ResultSet found) throws SQLException {
        var owner = new ReplicaId(found.getLong(1));
        if (found.wasNull()) {
            return new Ownership.Released(found.getLong(2));
        }
        String address = found.getString(5);
        if (found.getBoolean(3) || address == null) {
            return new Ownership.Lost(Instant.ofEpochMilli(found.getLong(4)), owner);
        }
        long remaining = found.getLong(7);
        Ownership.LeaseState lease = remaining > 0
                ? Ownership.LeaseState.LIVE
                : remaining > -GRACE ? Ownership.LeaseState.ENDED : Ownership.LeaseState.OVERDUE;
        return new Ownership.Owned(new Peer(owner, address, found.getBoolean(6)), lease, found.getLong(2));
    }

    @Override
    public boolean adopt(HandleKey key, long version, FencingToken token) {
        return run(statements -> changes(
                statements,
                "UPDATE owned_handle SET replica = ?, version = version + 1"
                        + " WHERE key = ? AND version = ? AND replica IS NULL AND NOT lost AND " + HOLDS_LEASE,
                token.replica().number(),
                SqlHandleTable.bytes(key),
                version,
                token.replica().number(),
                token.epoch()));
    }

    @Override
    public boolean release(HandleKey key, long version, FencingToken token) {
        return run(statements -> changes(
                statements,
                "UPDATE owned_handle SET replica = NULL, version = version + 1, changed = " + NOW
                        + " WHERE key = ? AND version = ? AND replica = ? AND NOT lost"
                        + " AND EXISTS (SELECT 1 FROM replica WHERE number = ? AND epoch = ?)",
                SqlHandleTable.bytes(key),
                version,
                token.replica().number(),
                token.replica().number(),
                token.epoch()));
    }

    @Override
    public boolean lose(HandleKey key, long version, ReplicaId owner) {
        return transact(statements -> {
            boolean isLost = changes(
                    statements,
                    "UPDATE owned_handle SET lost = TRUE, changed = " + NOW
                            + " WHERE key = ? AND version = ? AND replica = ? AND NOT lost",
                    SqlHandleTable.bytes(key),
                    version,
                    owner.number());
            if (isLost) {
                replaceLostByTombstones(statements, "o.key = ?", SqlHandleTable.bytes(key));
            }
            return isLost;
        });
    }

    /** Replaces lost handles by tombstones, so that their callers learn of the loss. */
    private static void replaceLostByTombstones(Statements statements, String condition, Object parameter)
            throws SQLException {
        changes(
                statements,
                "WITH gone AS (DELETE FROM handle h USING owned_handle o WHERE o.key = h.key AND o.lost AND "
                        + condition
                        + " RETURNING h.key, h.scope, h.owner, o.changed)"
                        + " INSERT INTO ended_handle (key, scope, owner, reason, ended)"
                        + " SELECT key, scope, owner, 'LOST', changed FROM gone ON CONFLICT (key) DO NOTHING",
                parameter);
    }

    /** Releases the resumable handles of a replica, and records all others as lost. */
    private static void revoke(Statements statements, long replica, long at) throws SQLException {
        changes(
                statements,
                "UPDATE owned_handle SET replica = NULL, version = version + 1, changed = ?"
                        + " WHERE replica = ? AND NOT lost AND resumable",
                at,
                replica);
        changes(
                statements,
                "UPDATE owned_handle SET lost = TRUE, changed = ? WHERE replica = ? AND NOT lost",
                at,
                replica);
        replaceLostByTombstones(statements, "o.replica = ?", replica);
    }

    @Override
    public void end(HandleKey key, ReplicaId owner) {
        run(statements -> {
            try (ResultSet ended = prepare(
                            statements,
                            "DELETE FROM owned_handle WHERE key = ? AND replica = ? AND NOT lost RETURNING scope, caller",
                            SqlHandleTable.bytes(key),
                            owner.number())
                    .executeQuery()) {
                if (ended.next()) {
                    counts.onRemoved(new Group(ended.getString(1), null));
                    counts.onRemoved(new Group(ended.getString(1), ended.getString(2)));
                }
            }
            return true;
        });
    }

    @Override
    public boolean revokeOverdue(FencingToken token) {
        return maintenance.transact(statements -> {
            OptionalLong trusted = timeIfTrusted(statements, token);
            if (trusted.isEmpty()) {
                return false;
            }
            // For all that follows: the machine of the database may be suspended between two statements.
            long now = trusted.getAsLong();
            for (Overdue replica : lockOverdue(statements, now)) {
                revoke(statements, replica.number(), replica.leaseUntil());
                changes(statements, "UPDATE replica SET epoch = epoch + 1 WHERE number = ?", replica.number());
            }
            changes(
                    statements,
                    "WITH gone AS (DELETE FROM owned_handle WHERE (lost OR replica IS NULL) AND changed <= ?"
                            + " RETURNING key) DELETE FROM handle h USING gone WHERE h.key = gone.key",
                    now - MEMORY);
            changes(statements, "DELETE FROM replica WHERE lease_until <= ?", now - MEMORY);
            return true;
        });
    }

    /** Returns the time if the replica has held its lease for long enough to revoke the handles of others. */
    private static OptionalLong timeIfTrusted(Statements statements, FencingToken token) throws SQLException {
        try (ResultSet found = prepare(
                        statements,
                        "WITH clock AS MATERIALIZED (SELECT " + NOW + " AS now) SELECT now FROM clock, replica"
                                + " WHERE number = ? AND epoch = ? AND lease_until > now AND held_since <= now - ?",
                        token.replica().number(),
                        token.epoch(),
                        TRUST)
                .executeQuery()) {
            return found.next() ? OptionalLong.of(found.getLong(1)) : OptionalLong.empty();
        }
    }

    private record Overdue(long number, long leaseUntil) {}

    /** Locks the replicas whose leases are overdue. Skips replicas that another transaction revokes or renews. */
    private static List<Overdue> lockOverdue(Statements statements, long now) throws SQLException {
        List<Overdue> overdue = new ArrayList<>();
        try (ResultSet found = prepare(
                        statements,
                        "SELECT r.number, r.lease_until FROM replica r WHERE r.lease_until <= ?"
                                + " AND EXISTS (SELECT 1 FROM owned_handle h WHERE h.replica = r.number AND NOT h.lost)"
                                + " FOR UPDATE OF r SKIP LOCKED",
                        now - GRACE)
                .executeQuery()) {
            while (found.next()) {
                overdue.add(new Overdue(found.getLong(1), found.getLong(2)));
            }
        }
        return overdue;
    }

    @Override
    public void leave(FencingToken token) {
        long number = token.replica().number();
        maintenance.transact(statements -> {
            try (ResultSet left = prepare(
                            statements,
                            "UPDATE replica SET epoch = epoch + 1, lease_until = LEAST(lease_until, " + NOW
                                    + ") WHERE number = ? AND epoch = ? RETURNING " + NOW,
                            number,
                            token.epoch())
                    .executeQuery()) {
                if (left.next()) {
                    revoke(statements, number, left.getLong(1));
                }
            }
            return true;
        });
    }

    @Override
    public void close() {
        database.close();
        maintenance.close();
    }
}
