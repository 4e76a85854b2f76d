package dev.mooring.agent.model;

/**
 * Tokens that the provider counted; 0 where it did not say.
 *
 * @param cached how many of those in came from the provider's cache
 */
public record Usage(long in, long out, long cached) {
    public static final Usage NONE = new Usage(0, 0, 0);

    public Usage plus(Usage other) {
        return new Usage(in + other.in, out + other.out, cached + other.cached);
    }

    public long total() {
        return in + out;
    }
}
