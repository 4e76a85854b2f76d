package dev.mooring.store;

import dev.mooring.handle.HandleKey;
import java.util.BitSet;

/**
 * A Bloom filter of keys, with one hash function. It tells without a query that the database has no row with a key, which is
 * the case for almost every new handle. It has false positives, and more of them with each key, because no key is removed. Not
 * thread-safe.
 */
final class KeyFilter {
    private static final int HASH_BITS = 23; // 1 MB; one key in 80 is a false positive if the database has 100,000 rows

    private final BitSet seen = new BitSet();

    void add(HandleKey key) {
        seen.set(bit(key));
    }

    /** Returns false if the key was not added. */
    boolean mayHave(HandleKey key) {
        return seen.get(bit(key));
    }

    private static int bit(HandleKey key) {
        return key.hashCode() >>> (Integer.SIZE - HASH_BITS);
    }
}
