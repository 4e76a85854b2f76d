package dev.mooring.store;

import dev.mooring.handle.HandleEnd;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStore.Tombstone;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One scope of handles in SQLite, whose lookups, inserts and updates go through a {@link HandleBuffer}. */
final class BufferedHandleTable implements HandleTable {
    private final HandleBuffer buffer;
    private final SqlHandleTable table;
    private final String scope;

    BufferedHandleTable(HandleBuffer buffer, Database database, String scope) {
        this.buffer = buffer;
        this.table = new SqlHandleTable(database, scope);
        this.scope = scope;
    }

    @Override
    public @Nullable Row find(HandleKey key) {
        ScopedRow cached = buffer.cached(key);
        if (cached != null) {
            return ofThisScope(cached);
        }
        return buffer.locked(() -> {
            ScopedRow added = buffer.cached(key);
            if (added != null) {
                return ofThisScope(added);
            }
            Row row = table.find(key);
            if (row != null) {
                buffer.cache(new ScopedRow(scope, row));
            }
            return row;
        });
    }

    private @Nullable Row ofThisScope(ScopedRow cached) {
        return cached.scope().equals(scope) ? cached.row() : null;
    }

    @Override
    public boolean insert(HandleKey key, HandleOwner owner, String state, long used) {
        return buffer.locked(() -> {
            if (buffer.mayHave(key) && (buffer.cached(key) != null || table.exists(key))) {
                return false;
            }
            return buffer.add(new ScopedRow(scope, new Row(key, owner, state, used, 0)))
                    || table.insert(key, owner, state, used);
        });
    }

    @Override
    public boolean update(Row row, String state, long used) {
        return buffer.locked(() -> {
            ScopedRow cached = buffer.cached(row.key());
            if (cached == null) {
                return table.update(row, state, used);
            }
            if (cached.row().revision() != row.revision()) {
                return false;
            }
            var changed = new Row(row.key(), row.owner(), state, used, row.revision() + 1);
            return buffer.add(new ScopedRow(scope, changed)) || table.update(row, state, used);
        });
    }

    @Override
    public void writeUses(Map<HandleKey, Long> uses) {
        buffer.flushed(() -> {
            buffer.invalidate(uses.keySet());
            table.writeUses(uses);
            return true;
        });
    }

    @Override
    public boolean delete(Row row) {
        return buffer.flushed(() -> {
            buffer.invalidate(List.of(row.key()));
            return table.delete(row);
        });
    }

    @Override
    public boolean replaceByTombstone(Row row, HandleEnd end) {
        return buffer.flushed(() -> {
            buffer.invalidate(List.of(row.key()));
            return table.replaceByTombstone(row, end);
        });
    }

    @Override
    public Optional<Tombstone> tombstone(HandleKey key) {
        return buffer.locked(() -> table.tombstone(key));
    }

    @Override
    public void forgetEnded(long until) {
        buffer.flushed(() -> {
            table.forgetEnded(until);
            return true;
        });
    }

    @Override
    public List<Row> usedUntil(long time, int limit) {
        return buffer.flushed(() -> table.usedUntil(time, limit));
    }

    @Override
    public List<Row> idlestOf(HandleOwner owner, int limit) {
        return buffer.flushed(() -> table.idlestOf(owner, limit));
    }

    @Override
    public Map<HandleOwner, Integer> counts() {
        return buffer.flushed(table::counts);
    }
}
