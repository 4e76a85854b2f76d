package dev.mooring.vault.search.words;

import java.util.Arrays;
import java.util.BitSet;

/**
 * For each term the documents that contain it, in ascending order. A posting is the difference to the previous document
 * number as a varint, and one byte with the weight of the term in the document. Not thread-safe.
 *
 * <p>The last postings of each term are in {@link #tails}, beside those of other terms. Cache misses dominate the time of an
 * addition, and an array per term would cost one more. Older postings are in a {@link SlicePool}; rare terms have none
 * there.
 */
final class Postings {

    /** The bit of a weight for terms in the title; the other bits count occurrences, up to {@link #MAX_COUNT}. */
    static final int TITLE = 0x80;

    static final int MAX_COUNT = 0x7F;

    /** Offsets in {@link #numbers}. The numbers of a term are adjacent there, because they are used together. */
    private static final int TAIL_SIZE = 0;

    private static final int LAST_DOCUMENT = 1;
    private static final int DOCUMENTS = 2;

    /** The first and the last slice of the term in the pool, plus 1; 0 if it has none. */
    private static final int FIRST_SLICE = 3;

    private static final int LAST_SLICE = 4;
    private static final int STRIDE = 5;

    private static final int TAIL_LENGTH = 32;
    private static final int MAX_POSTING_LENGTH = 6;

    private int capacity = 1 << 10;
    private byte[] tails = new byte[TAIL_LENGTH * capacity];
    private int[] numbers = new int[STRIDE * capacity];
    private final SlicePool pool = new SlicePool();

    /** Returns a weight with further occurrences. */
    static int sum(int before, int occurrences, boolean inTitle) {
        return Math.min((before & MAX_COUNT) + occurrences, MAX_COUNT) | (before & TITLE) | (inTitle ? TITLE : 0);
    }

    /** Adds a posting. The document is above all documents that the term has. */
    void add(int term, int document, int weight) {
        if (term >= capacity) {
            grow(term);
        }
        int own = term * STRIDE;
        int tail = term * TAIL_LENGTH;
        int size = numbers[own + TAIL_SIZE];
        int distance = document - (size == 0 ? -1 : numbers[own + LAST_DOCUMENT]);
        if (size + MAX_POSTING_LENGTH > TAIL_LENGTH) {
            moveTail(own, tail, size);
            size = 0;
        }
        while (distance > 0x7F) {
            tails[tail + size++] = (byte) (distance | 0x80);
            distance >>>= 7;
        }
        tails[tail + size++] = (byte) distance;
        tails[tail + size++] = (byte) weight;
        numbers[own + TAIL_SIZE] = size;
        numbers[own + LAST_DOCUMENT] = document;
        numbers[own + DOCUMENTS]++;
    }

    /**
     * Prefetches the memory that the next addition to a term needs into the processor's cache, by reading it. The result has
     * no meaning, but the caller must store it, or the compiler removes the read.
     */
    int prefetch(int term) {
        return term < capacity ? numbers[term * STRIDE] + tails[term * TAIL_LENGTH] : 0;
    }

    private void grow(int term) {
        capacity = Math.max(term + 1, capacity * 2);
        tails = Arrays.copyOf(tails, capacity * TAIL_LENGTH);
        numbers = Arrays.copyOf(numbers, capacity * STRIDE);
    }

    private void moveTail(int own, int tail, int size) {
        int slice = pool.append(numbers[own + LAST_SLICE] - 1, tails, tail, size);
        numbers[own + LAST_SLICE] = slice + 1;
        if (numbers[own + FIRST_SLICE] == 0) {
            numbers[own + FIRST_SLICE] = slice + 1;
        }
    }

    /** Returns how many documents contain a term, removed documents included. */
    int documentCount(int term) {
        return term < capacity ? numbers[term * STRIDE + DOCUMENTS] : 0;
    }

    /** Adds the documents that contain a term to a set. */
    void addDocuments(int term, BitSet found) {
        for (Cursor cursor = of(term); cursor.next(); ) {
            found.set(cursor.document);
        }
    }

    /** Returns the postings of a term, in ascending order of documents. */
    Cursor of(int term) {
        return new Cursor(term);
    }

    /** Reads the postings of a term. {@link #document} and {@link #weight} are those of the current posting. */
    final class Cursor {
        int document = -1;
        int weight;

        /** The offset of the term's tail in {@link #tails}; -1 if it is being read. */
        private int tail;

        private int tailEnd;
        private int nextSlice = -1;
        private byte[] bytes = tails;
        private int at;
        private int end;

        private Cursor(int term) {
            if (term < capacity) {
                tail = term * TAIL_LENGTH;
                tailEnd = tail + numbers[term * STRIDE + TAIL_SIZE];
                nextSlice = numbers[term * STRIDE + FIRST_SLICE] - 1;
            } else {
                tail = -1;
            }
        }

        /** Moves to the next posting. Returns false at the end. */
        boolean next() {
            if (at == end && !nextBytes()) {
                return false;
            }
            int b = bytes[at++];
            int distance = b & 0x7F;
            for (int shift = 7; b < 0; shift += 7) {
                b = bytes[at++];
                distance |= (b & 0x7F) << shift;
            }
            document += distance;
            weight = bytes[at++] & 0xFF;
            return true;
        }

        private boolean nextBytes() {
            if (nextSlice >= 0) {
                bytes = pool.block(nextSlice);
                at = pool.start(nextSlice);
                end = at + pool.size(nextSlice);
                nextSlice = pool.next(nextSlice);
                return true;
            }
            if (tail < 0 || tail == tailEnd) {
                return false;
            }
            bytes = tails;
            at = tail;
            end = tailEnd;
            tail = -1;
            return true;
        }
    }

    long sizeInBytes() {
        return pool.sizeInBytes() + capacity * (TAIL_LENGTH + STRIDE * 4L);
    }
}
