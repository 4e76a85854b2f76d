package dev.mooring.vault.search.words;

import java.util.Arrays;

/**
 * For each term the documents that contain it, in ascending order. A posting is the distance from the document before, in
 * bytes of 7 bits, and one byte with the weight of the term in the document. Not thread-safe.
 */
final class Postings {

    /** The bit of a weight for terms in the title; the other bits count occurrences, up to {@link #MAX_COUNT}. */
    static final int TITLE = 0x80;

    static final int MAX_COUNT = 0x7F;

    private byte[][] bytes = new byte[1 << 10][];
    private int[] sizes = new int[1 << 10];
    private int[] lastDocuments = new int[1 << 10];
    private int[] documentCounts = new int[1 << 10];
    private long totalBytes;

    /** Receives postings. */
    interface Visitor {

        void posting(int document, int weight);
    }

    /** Adds occurrences of a term. The document is not below those that the term has. */
    void add(int term, int document, int count, boolean inTitle) {
        if (term >= sizes.length) {
            grow(term);
        }
        byte[] own = bytes[term];
        if (own != null && lastDocuments[term] == document) {
            int last = sizes[term] - 1;
            int weight = own[last];
            own[last] = (byte)
                    (Math.min((weight & MAX_COUNT) + count, MAX_COUNT) | (weight & TITLE) | (inTitle ? TITLE : 0));
            return;
        }
        append(term, document, (byte) (Math.min(count, MAX_COUNT) | (inTitle ? TITLE : 0)));
    }

    private void append(int term, int document, byte weight) {
        byte[] own = bytes[term];
        int size = sizes[term];
        int distance = own == null ? document + 1 : document - lastDocuments[term];
        if (own == null) {
            own = new byte[8];
            totalBytes += 8;
        } else if (size + 6 > own.length) {
            totalBytes -= own.length;
            own = Arrays.copyOf(own, Math.max(own.length + 8, own.length + (own.length >> 1)));
            totalBytes += own.length;
        }
        while (distance > 0x7F) {
            own[size++] = (byte) (distance | 0x80);
            distance >>>= 7;
        }
        own[size++] = (byte) distance;
        own[size++] = weight;
        bytes[term] = own;
        sizes[term] = size;
        lastDocuments[term] = document;
        documentCounts[term]++;
    }

    private void grow(int term) {
        int length = Math.max(term + 1, sizes.length * 2);
        bytes = Arrays.copyOf(bytes, length);
        sizes = Arrays.copyOf(sizes, length);
        lastDocuments = Arrays.copyOf(lastDocuments, length);
        documentCounts = Arrays.copyOf(documentCounts, length);
    }

    /** Returns how many documents contain a term, removed documents included. */
    int documentCount(int term) {
        return term < documentCounts.length ? documentCounts[term] : 0;
    }

    void forEach(int term, Visitor visitor) {
        if (term >= sizes.length) {
            return;
        }
        byte[] own = bytes[term];
        int size = sizes[term];
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
        return totalBytes + sizes.length * 20L;
    }
}
