package dev.mooring.vault.search.words;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The distinct terms of a shard, numbered from 0 in the order in which they are added. A hash table finds a term. An order
 * over all but the newest terms finds those with a prefix. Not thread-safe.
 */
final class Terms {

    /** The most terms that a query for a prefix compares one by one. */
    private static final int MAX_UNSORTED = 4_096;

    private char[] characters = new char[1 << 14];
    private int[] starts = new int[1 << 10];
    private long[] hashes = new long[1 << 10];
    private int count;

    /**
     * The upper half of a term's hash, and below it the term's number plus 1; 0 if the slot is free. The length is a power of
     * two, and at least a third of the slots are free.
     */
    private long[] slots = new long[1 << 11];

    /** The terms below {@code sorted.length}, in ascending order. */
    private int[] sorted = {};

    int count() {
        return count;
    }

    int length(int term) {
        return starts[term + 1] - starts[term];
    }

    char first(int term) {
        return characters[starts[term]];
    }

    /** Returns the number of a term, or -1. */
    int find(char[] term, int length, long hash) {
        return find(term, 0, length, hash);
    }

    /** Returns the number of the term between two positions of an array, or -1. */
    int find(char[] source, int start, int end, long hash) {
        int mask = slots.length - 1;
        for (int slot = (int) hash & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
            long entry = slots[slot];
            if ((entry ^ hash) >>> 32 == 0 && isAt((int) entry - 1, source, start, end)) {
                return (int) entry - 1;
            }
        }
        return -1;
    }

    private boolean isAt(int candidate, char[] source, int start, int end) {
        return Arrays.equals(characters, starts[candidate], starts[candidate + 1], source, start, end);
    }

    /** Adds a term that is not there yet, and returns its number. */
    int add(char[] source, int from, int to, long hash) {
        int length = to - from;
        if (count + 2 > starts.length) {
            starts = Arrays.copyOf(starts, starts.length * 2);
            hashes = Arrays.copyOf(hashes, hashes.length * 2);
        }
        int start = starts[count];
        if (start + length > characters.length) {
            characters = Arrays.copyOf(characters, Math.max(start + length, characters.length * 3 / 2));
        }
        System.arraycopy(source, from, characters, start, length);
        hashes[count] = hash;
        starts[count + 1] = start + length;
        int added = count++;
        if (count * 3L > slots.length * 2L) {
            rehash();
        } else {
            insert(added);
        }
        return added;
    }

    private void rehash() {
        slots = new long[slots.length * 2];
        for (int term = 0; term < count; term++) {
            insert(term);
        }
    }

    private void insert(int term) {
        int mask = slots.length - 1;
        int slot = (int) hashes[term] & mask;
        while (slots[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        slots[slot] = (hashes[term] & 0xFFFFFFFF00000000L) | (term + 1);
    }

    /** Returns true if so many terms are unsorted that a query for a prefix would be slow. */
    boolean needsSorting() {
        return count - sorted.length > MAX_UNSORTED;
    }

    /** Sorts all terms. */
    void sort() {
        int[] all = new int[count];
        System.arraycopy(sorted, 0, all, 0, sorted.length);
        for (int term = sorted.length; term < count; term++) {
            all[term] = term;
        }
        int[] added = Arrays.copyOfRange(all, sorted.length, count);
        mergeSort(added);
        merge(sorted, added, all);
        sorted = all;
    }

    private void mergeSort(int[] terms) {
        if (terms.length < 2) {
            return;
        }
        int[] left = Arrays.copyOfRange(terms, 0, terms.length / 2);
        int[] right = Arrays.copyOfRange(terms, terms.length / 2, terms.length);
        mergeSort(left);
        mergeSort(right);
        merge(left, right, terms);
    }

    private void merge(int[] left, int[] right, int[] merged) {
        int fromLeft = 0;
        int fromRight = 0;
        for (int i = 0; i < merged.length; i++) {
            boolean isLeft = fromRight == right.length
                    || (fromLeft < left.length && compare(left[fromLeft], right[fromRight]) <= 0);
            merged[i] = isLeft ? left[fromLeft++] : right[fromRight++];
        }
    }

    private int compare(int term, int other) {
        return Arrays.compare(characters, starts[term], starts[term + 1], characters, starts[other], starts[other + 1]);
    }

    /** Passes the terms that begin with a prefix to a consumer, the prefix itself included. */
    void withPrefix(char[] prefix, int length, IntConsumer consumer) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            int start = starts[sorted[middle]];
            if (Arrays.compare(characters, start, starts[sorted[middle] + 1], prefix, 0, length) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        while (low < sorted.length && hasPrefix(sorted[low], prefix, length)) {
            consumer.accept(sorted[low++]);
        }
        for (int term = sorted.length; term < count; term++) {
            if (hasPrefix(term, prefix, length)) {
                consumer.accept(term);
            }
        }
    }

    private boolean hasPrefix(int term, char[] prefix, int length) {
        int start = starts[term];
        return length <= starts[term + 1] - start
                && Arrays.equals(characters, start, start + length, prefix, 0, length);
    }

    /** Returns where a text occurs in a term, or -1. */
    int indexOf(int term, char[] text) {
        int last = starts[term + 1] - text.length;
        for (int at = starts[term]; at <= last; at++) {
            if (Arrays.equals(characters, at, at + text.length, text, 0, text.length)) {
                return at - starts[term];
            }
        }
        return -1;
    }

    boolean endsWith(int term, char[] text) {
        int end = starts[term + 1];
        int start = end - text.length;
        return start >= starts[term] && Arrays.equals(characters, start, end, text, 0, text.length);
    }

    /** Returns a copy of the characters of a term. */
    char[] copyOf(int term) {
        return Arrays.copyOfRange(characters, starts[term], starts[term + 1]);
    }

    long hash(int term) {
        return hashes[term];
    }

    long sizeInBytes() {
        return 2L * characters.length + 4L * (starts.length + sorted.length) + 8L * (hashes.length + slots.length);
    }
}
