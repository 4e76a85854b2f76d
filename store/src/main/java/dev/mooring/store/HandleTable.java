package dev.mooring.store;

import dev.mooring.handle.HandleEnd;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStore.Tombstone;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The handles of one scope in a database. Times are milliseconds since 1970. Every operation can throw {@link StoreFailed}.
 * Thread-safe.
 */
interface HandleTable {
    /** One handle in the database. */
    record Row(HandleKey key, HandleOwner owner, String state, long used, long revision) {}

    @Nullable
    Row find(HandleKey key);

    /** Returns false if the key is in use. */
    boolean insert(HandleKey key, HandleOwner owner, String state, long used);

    /** Replaces the state. Returns false if the row has changed since it was read. */
    boolean update(Row row, String state, long used);

    /** Writes later times of use; an earlier time than the stored one changes nothing. */
    void writeUses(Map<HandleKey, Long> uses);

    /** Deletes a handle. Returns false if the row is gone or was used since it was read. */
    boolean delete(Row row);

    /** Replaces a handle by its tombstone. Returns false if the row is gone or was used since it was read. */
    boolean replaceByTombstone(Row row, HandleEnd end);

    Optional<Tombstone> tombstone(HandleKey key);

    /** Forgets the tombstones of handles that ended at this time or earlier. */
    void forgetEnded(long until);

    /** Returns the handles that were last used at this time or earlier, idlest first. */
    List<Row> usedUntil(long time, int limit);

    /** Returns the handles of an owner, idlest first. */
    List<Row> idlestOf(HandleOwner owner, int limit);

    Map<HandleOwner, Integer> counts();
}
