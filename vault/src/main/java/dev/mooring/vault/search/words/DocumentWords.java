package dev.mooring.vault.search.words;

import java.util.Arrays;

/**
 * The distinct words of one document with their weights. A word occurs several times in a document, and this small table
 * finds it faster than the table of all words does. For one thread; reused for the next document.
 */
final class DocumentWords {

    /** Hashes, 0 if free. The length is a power of two, and at least half of the slots are free. */
    private long[] slots = new long[1 << 12];

    /** For each slot the number of its word. */
    private int[] numbers = new int[1 << 12];

    private long[] hashes = new long[1 << 10];
    private int[] weights = new int[1 << 10];
    private int[] ends = new int[1 << 10];
    private char[] characters = new char[1 << 13];
    private int[] found = {};
    private int count;

    /** Adds occurrences of a word. */
    void add(char[] word, int length, long hash, int weight, boolean inTitle) {
        long key = hash == 0 ? 1 : hash;
        int mask = slots.length - 1;
        int slot = (int) key & mask;
        while (slots[slot] != key && slots[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        int number = slots[slot] == 0 ? addWord(word, length, hash, slot, key) : numbers[slot];
        int before = weights[number];
        weights[number] = Math.min((before & Postings.MAX_COUNT) + weight, Postings.MAX_COUNT)
                | (before & Postings.TITLE)
                | (inTitle ? Postings.TITLE : 0);
    }

    private int addWord(char[] word, int length, long hash, int slot, long key) {
        if (count == hashes.length) {
            hashes = Arrays.copyOf(hashes, count * 2);
            weights = Arrays.copyOf(weights, count * 2);
            ends = Arrays.copyOf(ends, count * 2);
        }
        int start = count == 0 ? 0 : ends[count - 1];
        if (start + length > characters.length) {
            characters = Arrays.copyOf(characters, Math.max(start + length, characters.length * 2));
        }
        System.arraycopy(word, 0, characters, start, length);
        ends[count] = start + length;
        hashes[count] = hash;
        weights[count] = 0;
        slots[slot] = key;
        numbers[slot] = count;
        int added = count++;
        if (count * 2 > slots.length) {
            rehash();
        }
        return added;
    }

    private void rehash() {
        slots = new long[slots.length * 2];
        numbers = new int[slots.length];
        int mask = slots.length - 1;
        for (int word = 0; word < count; word++) {
            long key = hashes[word] == 0 ? 1 : hashes[word];
            int slot = (int) key & mask;
            while (slots[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            slots[slot] = key;
            numbers[slot] = word;
        }
    }

    /**
     * Adds all words to a document, and forgets them. Both loops wait for memory most of the time, and a short loop waits for
     * several words at once.
     */
    void moveTo(Terms terms, Postings postings, int document) {
        if (found.length < count) {
            found = new int[hashes.length];
        }
        int start = 0;
        for (int i = 0; i < count; i++) {
            found[i] = terms.find(characters, start, ends[i], hashes[i]);
            start = ends[i];
        }
        start = 0;
        for (int i = 0; i < count; i++) {
            int term = found[i] < 0 ? terms.add(characters, start, ends[i], hashes[i]) : found[i];
            postings.add(term, document, weights[i]);
            start = ends[i];
        }
        Arrays.fill(slots, 0);
        count = 0;
    }
}
