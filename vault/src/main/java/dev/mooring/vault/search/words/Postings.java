package dev.mooring.vault.search.words;

import java.util.Arrays;

/**
 * For each term the documents that contain it, in ascending order. A posting is the distance from the document before, in
 * bytes of 7 bits, and one byte with the weight of the term in the document. Not thread-safe.
 *
 * <p>The last postings of each term are in {@link #tails}, beside those of other terms. Most of the time of an addition is
 * spent waiting for memory, and an array per term would be one more place to wait for. Rare terms have no array at all.
 */
final class Postings {

    /** The bit of a weight for terms in the title; the other bits count occurrences, up to {@link #MAX_COUNT}. */
    static final int TITLE = 0x80;

    static final int MAX_COUNT = 0x7F;

    /** The numbers of each term are together in {@link #numbers}, because they are used together. */
    private static final int SIZE = 0;

    private static final int TAIL_SIZE = 1;
    private static final int LAST_DOCUMENT = 2;
    private static final int DOCUMENTS = 3;
    private static final int STRIDE = 4;

    private static final int TAIL_LENGTH = 16;
    private static final int MAX_POSTING_LENGTH = 6;
    private static final byte[] NONE = {};

    /** The postings of each term before its tail. */
    private byte[][] bytes = new byte[1 << 10][];

    private byte[] tails = new byte[TAIL_LENGTH << 10];
    private int[] numbers = new int[STRIDE << 10];
    private long totalBytes;

    Postings() {
        Arrays.fill(bytes, NONE);
    }

    /** Receives postings. */
    interface Visitor {

        void posting(int document, int weight);
    }

    /** Adds occurrences of a term in a document, which is the last one that the term has or above it. */
    void add(int term, int document, int weight, boolean inTitle) {
        if (term >= bytes.length) {
            grow(term);
        }
        int own = term * STRIDE;
        int tail = term * TAIL_LENGTH;
        int size = numbers[own + TAIL_SIZE];
        int distance = document - (size == 0 ? -1 : numbers[own + LAST_DOCUMENT]);
        if (distance == 0) {
            int last = tail + size - 1;
            tails[last] = (byte) sum(tails[last], weight, inTitle);
            return;
        }
        if (size + MAX_POSTING_LENGTH > TAIL_LENGTH) {
            moveTail(term);
            size = 0;
        }
        while (distance > 0x7F) {
            tails[tail + size++] = (byte) (distance | 0x80);
            distance >>>= 7;
        }
        tails[tail + size++] = (byte) distance;
        tails[tail + size++] = (byte) sum(0, weight, inTitle);
        numbers[own + TAIL_SIZE] = size;
        numbers[own + LAST_DOCUMENT] = document;
        numbers[own + DOCUMENTS]++;
    }

    private void grow(int term) {
        int before = bytes.length;
        bytes = Arrays.copyOf(bytes, Math.max(term + 1, before * 2));
        Arrays.fill(bytes, before, bytes.length, NONE);
        tails = Arrays.copyOf(tails, bytes.length * TAIL_LENGTH);
        numbers = Arrays.copyOf(numbers, bytes.length * STRIDE);
    }

    /** Moves the tail of a term to its array. */
    private void moveTail(int term) {
        int own = term * STRIDE;
        int size = numbers[own + SIZE];
        int added = numbers[own + TAIL_SIZE];
        byte[] target = bytes[term];
        if (size + added > target.length) {
            target = Arrays.copyOf(target, Math.max(size + added, target.length + (target.length >> 1)));
            totalBytes += target.length - bytes[term].length;
            bytes[term] = target;
        }
        System.arraycopy(tails, term * TAIL_LENGTH, target, size, added);
        numbers[own + SIZE] = size + added;
        numbers[own + TAIL_SIZE] = 0;
    }

    private static int sum(int before, int weight, boolean inTitle) {
        return Math.min((before & MAX_COUNT) + weight, MAX_COUNT) | (before & TITLE) | (inTitle ? TITLE : 0);
    }

    /** Returns how many documents contain a term, removed documents included. */
    int documentCount(int term) {
        return term < bytes.length ? numbers[term * STRIDE + DOCUMENTS] : 0;
    }

    void forEach(int term, Visitor visitor) {
        if (term >= bytes.length) {
            return;
        }
        int last = forEach(bytes[term], 0, numbers[term * STRIDE + SIZE], -1, visitor);
        int tail = term * TAIL_LENGTH;
        forEach(tails, tail, tail + numbers[term * STRIDE + TAIL_SIZE], last, visitor);
    }

    /** Passes the postings between two positions. Returns the last document. */
    private static int forEach(byte[] postings, int start, int end, int before, Visitor visitor) {
        int document = before;
        int at = start;
        while (at < end) {
            int b = postings[at++];
            int distance = b & 0x7F;
            for (int shift = 7; b < 0; shift += 7) {
                b = postings[at++];
                distance |= (b & 0x7F) << shift;
            }
            document += distance;
            visitor.posting(document, postings[at++] & 0xFF);
        }
        return document;
    }

    long sizeInBytes() {
        return totalBytes + bytes.length * (8L + TAIL_LENGTH + STRIDE * Integer.BYTES);
    }
}
