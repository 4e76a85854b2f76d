package dev.mooring.handle.cluster;

import org.apiguardian.api.API;

/**
 * The number of a replica: one process, from its start to its end. A store gives each number once, in ascending order.
 *
 * @param number greater than zero
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record ReplicaId(long number) {
    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final int HINT_LENGTH = 4;
    private static final int BITS_PER_CHARACTER = 5;

    /**
     * Returns the four characters that an id minted by this replica contains. With them, a replica usually finds the owner
     * without a query. They repeat after about a million replicas and are not secret, so that only the store decides who the
     * owner is.
     */
    public String hint() {
        var hint = new StringBuilder(HINT_LENGTH);
        for (int i = HINT_LENGTH - 1; i >= 0; i--) {
            hint.append(ALPHABET.charAt((int) (number >>> (BITS_PER_CHARACTER * i)) & 31));
        }
        return hint.toString();
    }

    @Override
    public String toString() {
        return "replica " + number;
    }
}
