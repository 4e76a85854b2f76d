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
    private int count;

    /**
     * Pairs of a term's hash and its number plus 1; the latter is 0 if the slot is free. A hash identifies a term, so that a
     * search reads one cache line in most cases. The number of slots is a power of two, and at least a third of them are free.
     */
    private long[] slots = new long[2 << 11];

    /** The terms below {@code sorted.length}, in ascending order. */
    private int[] sorted = {};

    int count() {
        return count;
    }

    int length(int term) {
        return starts[term + 1] - starts[term];
    }

    /** Returns the number of the term with a hash, or -1. */
    int find(long hash) {
        return (int) slots[slot(hash) + 1] - 1;
    }

    /** Returns where the slot of a hash begins, or the free slot for it. */
    private int slot(long hash) {
        int mask = slots.length - 1;
        int slot = (int) (hash << 1) & mask;
        while (slots[slot + 1] != 0 && slots[slot] != hash) {
            slot = (slot + 2) & mask;
        }
        return slot;
    }

    /**
     * Returns the number of a term. Adds the term if it is new.
     *
     * @param start where the term begins in the characters
     * @param hash the term's hash, as {@link WordScanner#hash} computes it
     */
    int findOrAdd(char[] source, int start, int length, long hash) {
        int slot = slot(hash);
        int known = (int) slots[slot + 1] - 1;
        return known >= 0 ? known : add(source, start, length, hash, slot);
    }

    private int add(char[] source, int from, int length, long hash, int slot) {
        if (count + 2 > starts.length) {
            starts = Arrays.copyOf(starts, starts.length * 2);
        }
        int start = starts[count];
        if (start + length > characters.length) {
            characters = Arrays.copyOf(characters, Math.max(start + length, characters.length * 3 / 2));
        }
        System.arraycopy(source, from, characters, start, length);
        starts[count + 1] = start + length;
        int added = count++;
        slots[slot] = hash;
        slots[slot + 1] = count;
        if (count * 3L > slots.length) {
            rehash();
        }
        return added;
    }

    private void rehash() {
        long[] before = slots;
        slots = new long[before.length * 2];
        for (int i = 0; i < before.length; i += 2) {
            if (before[i + 1] != 0) {
                int slot = slot(before[i]);
                slots[slot] = before[i];
                slots[slot + 1] = before[i + 1];
            }
        }
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

    long sizeInBytes() {
        return 2L * characters.length + 4L * (starts.length + sorted.length) + 8L * slots.length;
    }
}
