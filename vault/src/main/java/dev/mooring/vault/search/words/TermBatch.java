package dev.mooring.vault.search.words;

import java.util.Arrays;

/**
 * The distinct terms of one document, with the weight of each. A document repeats many of its words, and this table is small
 * enough for the processor's cache, which the tables of a shard are not. Not thread-safe.
 */
final class TermBatch {

    private static final int CAPACITY = 1 << 11;

    /** A batch that has grown beyond this capacity is not kept. */
    private static final int MAX_KEPT_CAPACITY = 1 << 16;

    private int count;
    private long[] hashes = new long[CAPACITY];
    private int[] weights = new int[CAPACITY];
    private int[] starts = new int[CAPACITY + 1];
    private char[] characters = new char[CAPACITY * 8];

    /** The numbers of the terms plus 1, by their hashes; 0 if the slot is free. Half of the slots or more are free. */
    private int[] slots = new int[CAPACITY * 2];

    /** The result of the last prefetch in {@link #addTo}. Never read, but without it the compiler would remove the prefetch. */
    @SuppressWarnings("UnusedVariable")
    private int prefetched;

    /** Removes all terms. */
    void clear() {
        if (hashes.length > MAX_KEPT_CAPACITY) {
            hashes = new long[CAPACITY];
            weights = new int[CAPACITY];
            starts = new int[CAPACITY + 1];
            characters = new char[CAPACITY * 8];
            slots = new int[CAPACITY * 2];
        } else {
            Arrays.fill(slots, 0);
        }
        count = 0;
    }

    /**
     * Adds occurrences of a term.
     *
     * @param hash the term's hash, as {@link WordScanner#hash} computes it
     */
    void add(char[] term, int length, long hash, int weight, boolean inTitle) {
        int mask = slots.length - 1;
        int slot = (int) hash & mask;
        int known = slots[slot];
        while (known != 0 && hashes[known - 1] != hash) {
            slot = (slot + 1) & mask;
            known = slots[slot];
        }
        if (known != 0) {
            weights[known - 1] = Postings.sum(weights[known - 1], weight, inTitle);
            return;
        }
        append(term, length, hash, Postings.sum(0, weight, inTitle));
        slots[slot] = count;
        if (count == hashes.length) {
            grow();
        }
    }

    private void append(char[] term, int length, long hash, int weight) {
        int start = starts[count];
        if (start + length > characters.length) {
            characters = Arrays.copyOf(characters, Math.max(start + length, characters.length * 2));
        }
        System.arraycopy(term, 0, characters, start, length);
        hashes[count] = hash;
        weights[count] = weight;
        starts[++count] = start + length;
    }

    private void grow() {
        hashes = Arrays.copyOf(hashes, count * 2);
        weights = Arrays.copyOf(weights, count * 2);
        starts = Arrays.copyOf(starts, count * 2 + 1);
        slots = new int[count * 4];
        int mask = slots.length - 1;
        for (int term = 0; term < count; term++) {
            int slot = (int) hashes[term] & mask;
            while (slots[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            slots[slot] = term + 1;
        }
    }

    /**
     * Adds the terms to those of a shard, and their postings.
     *
     * <p>Cache misses dominate the time. The first and the third loop make independent reads, so that the processor handles
     * several misses at a time. The third loop only prefetches for the fourth.
     */
    void addTo(Terms terms, Postings postings, int document) {
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = terms.find(hashes[i]);
        }
        for (int i = 0; i < count; i++) {
            if (numbers[i] < 0) {
                numbers[i] = terms.findOrAdd(characters, starts[i], starts[i + 1] - starts[i], hashes[i]);
            }
        }
        int read = 0;
        for (int i = 0; i < count; i++) {
            read += postings.prefetch(numbers[i]);
        }
        prefetched = read;
        for (int i = 0; i < count; i++) {
            postings.add(numbers[i], document, weights[i]);
        }
    }
}
