package dev.mooring.store;

import dev.mooring.handle.HandleKey;
import java.util.BitSet;

/**
 * Tells without a query that the database has no row with a key, as it has none for almost every new handle. The answer "may
 * have" can be wrong. Forgets no key: after some million keys, every answer is "may have". Not thread-safe.
 */
final class KeyFilter {
    private static final int BITS = 23; // 1 MB; wrong for one key in 80 if the database has 100,000 rows

    private final BitSet seen = new BitSet();

    void add(HandleKey key) {
        seen.set(bit(key));
    }

    boolean mayHave(HandleKey key) {
        return seen.get(bit(key));
    }

    private static int bit(HandleKey key) {
        return key.hashCode() >>> (Integer.SIZE - BITS);
    }
}
