package dev.mooring.vault.search.words;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * For each term the documents that contain it, in ascending order. A posting is the distance from the document before, in
 * bytes of 7 bits, and one byte with the weight of the term in the document. Not thread-safe.
 */
final class Postings {

    /** The bit of a weight for terms in the title; the other bits count occurrences, up to {@link #MAX_COUNT}. */
    static final int TITLE = 0x80;

    static final int MAX_COUNT = 0x7F;

    /** The numbers of each term are together in {@link #numbers}, because they are used together. */
    private static final int SIZE = 0;

    private static final int LAST_DOCUMENT = 1;
    private static final int DOCUMENTS = 2;
    private static final int STRIDE = 4;

    private byte[][] bytes = new byte[1 << 10][];
    private int[] numbers = new int[STRIDE << 10];
    private long totalBytes;

    /** Receives postings. */
    interface Visitor {

        void posting(int document, int weight);
    }

    /** Adds a posting. The document is above those that the term has. */
    void add(int term, int document, int weight) {
        if (term >= bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(term + 1, bytes.length * 2));
            numbers = Arrays.copyOf(numbers, bytes.length * STRIDE);
        }
        int own = term * STRIDE;
        byte[] target = bytes[term];
        int size = numbers[own + SIZE];
        int distance = document - (size == 0 ? -1 : numbers[own + LAST_DOCUMENT]);
        if (target == null || size + 6 > target.length) {
            target = grown(target);
            bytes[term] = target;
        }
        while (distance > 0x7F) {
            target[size++] = (byte) (distance | 0x80);
            distance >>>= 7;
        }
        target[size++] = (byte) distance;
        target[size++] = (byte) weight;
        numbers[own + SIZE] = size;
        numbers[own + LAST_DOCUMENT] = document;
        numbers[own + DOCUMENTS]++;
    }

    private byte[] grown(byte @Nullable [] target) {
        int before = target == null ? 0 : target.length;
        int after = Math.max(8, before + Math.max(8, before >> 1));
        totalBytes += after - before;
        return target == null ? new byte[after] : Arrays.copyOf(target, after);
    }

    /** Returns how many documents contain a term, removed documents included. */
    int documentCount(int term) {
        return term < bytes.length ? numbers[term * STRIDE + DOCUMENTS] : 0;
    }

    void forEach(int term, Visitor visitor) {
        if (term >= bytes.length) {
            return;
        }
        byte[] own = bytes[term];
        int size = numbers[term * STRIDE + SIZE];
        int document = -1;
        int at = 0;
        while (at < size) {
            int b = own[at++];
            int distance = b & 0x7F;
            for (int shift = 7; b < 0; shift += 7) {
                b = own[at++];
                distance |= (b & 0x7F) << shift;
            }
            document += distance;
            visitor.posting(document, own[at++] & 0xFF);
        }
    }

    long sizeInBytes() {
        return totalBytes + bytes.length * (8L + STRIDE * Integer.BYTES);
    }
}
