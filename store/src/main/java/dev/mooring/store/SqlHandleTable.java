package dev.mooring.store;

import dev.mooring.handle.HandleEnd;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStore.Tombstone;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The SQL of one scope of handles. */
final class SqlHandleTable implements HandleTable {
    private static final String COLUMNS = "SELECT key, owner, state, used, revision FROM handle ";

    private final Database database;
    private final String scope;

    SqlHandleTable(Database database, String scope) {
        this.database = database;
        this.scope = scope;
    }

    @Override
    public @Nullable Row find(HandleKey key) {
        List<Row> found = database.run(statements -> {
            PreparedStatement select = statements.prepare(COLUMNS + "WHERE key = ? AND scope = ?");
            select.setBytes(1, bytes(key));
            select.setString(2, scope);
            return rows(select);
        });
        return found.isEmpty() ? null : found.getFirst();
    }

    @Override
    public boolean insert(HandleKey key, HandleOwner owner, String state, long used) {
        return database.run(statements -> {
            PreparedStatement insert = statements.prepare(
                    "INSERT INTO handle (key, scope, owner, state, used, revision) VALUES (?, ?, ?, ?, ?, 0)"
                            + " ON CONFLICT (key) DO NOTHING");
            insert.setBytes(1, bytes(key));
            insert.setString(2, scope);
            insert.setString(3, text(owner));
            insert.setString(4, state);
            insert.setLong(5, used);
            return insert.executeUpdate() == 1;
        });
    }

    /** Returns whether the key is in use, in any scope. */
    boolean exists(HandleKey key) {
        return database.run(statements -> {
            PreparedStatement select = statements.prepare("SELECT 1 FROM handle WHERE key = ?");
            select.setBytes(1, bytes(key));
            try (ResultSet found = select.executeQuery()) {
                return found.next();
            }
        });
    }

    /** Returns the keys of all scopes. */
    static List<HandleKey> keys(Database database) {
        return database.run(statements -> {
            List<HandleKey> keys = new ArrayList<>();
            try (ResultSet found = statements.prepare("SELECT key FROM handle").executeQuery()) {
                while (found.next()) {
                    keys.add(key(found.getBytes(1)));
                }
            }
            return keys;
        });
    }

    private static HandleKey key(byte[] bytes) {
        return new HandleKey(HexFormat.of().formatHex(bytes));
    }

    /** Inserts or replaces rows of any scope. */
    static void write(Database.Statements statements, Collection<ScopedRow> rows) throws SQLException {
        PreparedStatement upsert = statements.prepare(
                "INSERT INTO handle (key, scope, owner, state, used, revision) VALUES (?, ?, ?, ?, ?, ?)"
                        + " ON CONFLICT (key) DO UPDATE SET state = excluded.state, used = excluded.used,"
                        + " revision = excluded.revision");
        for (ScopedRow each : rows) {
            upsert.setBytes(1, bytes(each.row().key()));
            upsert.setString(2, each.scope());
            upsert.setString(3, text(each.row().owner()));
            upsert.setString(4, each.row().state());
            upsert.setLong(5, each.row().used());
            upsert.setLong(6, each.row().revision());
            upsert.executeUpdate();
        }
    }

    @Override
    public boolean update(Row row, String state, long used) {
        return database.run(statements -> {
            PreparedStatement update = statements.prepare(
                    "UPDATE handle SET state = ?, used = ?, revision = revision + 1 WHERE key = ? AND revision = ?");
            update.setString(1, state);
            update.setLong(2, used);
            update.setBytes(3, bytes(row.key()));
            update.setLong(4, row.revision());
            return update.executeUpdate() == 1;
        });
    }

    @Override
    public void writeUses(Map<HandleKey, Long> uses) {
        if (uses.isEmpty()) {
            return;
        }
        database.transact(statements -> {
            PreparedStatement update = statements.prepare("UPDATE handle SET used = ? WHERE key = ? AND used < ?");
            for (Map.Entry<HandleKey, Long> use : uses.entrySet()) {
                update.setLong(1, use.getValue());
                update.setBytes(2, bytes(use.getKey()));
                update.setLong(3, use.getValue());
                update.executeUpdate();
            }
            return true;
        });
    }

    @Override
    public boolean delete(Row row) {
        return database.run(statements -> delete(statements, row));
    }

    private static boolean delete(Database.Statements statements, Row row) throws SQLException {
        PreparedStatement delete = statements.prepare("DELETE FROM handle WHERE key = ? AND used = ?");
        delete.setBytes(1, bytes(row.key()));
        delete.setLong(2, row.used());
        return delete.executeUpdate() == 1;
    }

    @Override
    public boolean replaceByTombstone(Row row, HandleEnd end) {
        return database.transact(statements -> {
            if (!delete(statements, row)) {
                return false;
            }
            PreparedStatement insert = statements.prepare(
                    "INSERT INTO ended_handle (key, scope, owner, reason, ended) VALUES (?, ?, ?, ?, ?)"
                            + " ON CONFLICT (key) DO NOTHING");
            insert.setBytes(1, bytes(row.key()));
            insert.setString(2, scope);
            insert.setString(3, text(row.owner()));
            insert.setString(4, end.reason().name());
            insert.setLong(5, end.at().toEpochMilli());
            insert.executeUpdate();
            return true;
        });
    }

    @Override
    public Optional<Tombstone> tombstone(HandleKey key) {
        return database.run(statements -> {
            PreparedStatement select =
                    statements.prepare("SELECT owner, reason, ended FROM ended_handle WHERE key = ? AND scope = ?");
            select.setBytes(1, bytes(key));
            select.setString(2, scope);
            try (ResultSet found = select.executeQuery()) {
                return found.next()
                        ? Optional.of(new Tombstone(
                                owner(found.getString(1)),
                                new HandleEnd(
                                        Instant.ofEpochMilli(found.getLong(3)),
                                        HandleEnd.Reason.valueOf(found.getString(2)))))
                        : Optional.empty();
            }
        });
    }

    @Override
    public void forgetEnded(long until) {
        database.run(statements -> {
            PreparedStatement delete = statements.prepare("DELETE FROM ended_handle WHERE scope = ? AND ended <= ?");
            delete.setString(1, scope);
            delete.setLong(2, until);
            return delete.executeUpdate();
        });
    }

    @Override
    public List<Row> usedUntil(long time, int limit) {
        return database.run(statements -> {
            PreparedStatement select =
                    statements.prepare(COLUMNS + "WHERE scope = ? AND used <= ? ORDER BY used LIMIT ?");
            select.setString(1, scope);
            select.setLong(2, time);
            select.setInt(3, limit);
            return rows(select);
        });
    }

    @Override
    public List<Row> idlestOf(HandleOwner owner, int limit) {
        return database.run(statements -> {
            PreparedStatement select =
                    statements.prepare(COLUMNS + "WHERE scope = ? AND owner = ? ORDER BY used LIMIT ?");
            select.setString(1, scope);
            select.setString(2, text(owner));
            select.setInt(3, limit);
            return rows(select);
        });
    }

    @Override
    public Map<HandleOwner, Integer> counts() {
        return database.run(statements -> {
            PreparedStatement select =
                    statements.prepare("SELECT owner, COUNT(*) FROM handle WHERE scope = ? GROUP BY owner");
            select.setString(1, scope);
            Map<HandleOwner, Integer> counts = new HashMap<>();
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    counts.put(owner(found.getString(1)), found.getInt(2));
                }
            }
            return counts;
        });
    }

    private static List<Row> rows(PreparedStatement select) throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (ResultSet found = select.executeQuery()) {
            while (found.next()) {
                rows.add(new Row(
                        key(found.getBytes(1)),
                        owner(found.getString(2)),
                        found.getString(3),
                        found.getLong(4),
                        found.getLong(5)));
            }
        }
        return rows;
    }

    static byte[] bytes(HandleKey key) {
        return HexFormat.of().parseHex(key.hex());
    }

    /** Returns an owner as text: empty if anonymous, else a prefix and the name of the principal, which may be empty. */
    static String text(HandleOwner owner) {
        return switch (owner) {
            case HandleOwner.Anonymous _ -> "";
            case HandleOwner.Principal(String name) -> "=" + name;
        };
    }

    static HandleOwner owner(String text) {
        return text.isEmpty() ? HandleOwner.ANONYMOUS : HandleOwner.principal(text.substring(1));
    }
}
