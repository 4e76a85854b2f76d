package dev.mooring.vault.search;

import dev.mooring.vault.text.CaseFolding;
import java.util.Arrays;

/**
 * A Bloom filter over the distinct trigrams of a document, ignoring case. It tells whether the document may contain a
 * text. With {@value #BITS_PER_TRIGRAM} bits per trigram, its size is at most a third of the document's. Immutable.
 */
public final class TrigramFilter {

    private static final int BITS_PER_TRIGRAM = 10;
    private static final int PROBES = 3;

    /** Trigrams count as distinct if this many bits of their hash differ. */
    private static final int SCRATCH_BITS = 18;

    private final long[] bits;

    private TrigramFilter(long[] bits) {
        this.bits = bits;
    }

    /** Returns false only if the document certainly does not contain the text. True for texts shorter than a trigram. */
    boolean mayContain(String text) {
        for (int i = 0; i + 3 <= text.length(); i++) {
            int trigram = trigram(
                    CaseFolding.fold(text.charAt(i)),
                    CaseFolding.fold(text.charAt(i + 1)),
                    CaseFolding.fold(text.charAt(i + 2)));
            if (!has(trigram)) {
                return false;
            }
        }
        return true;
    }

    int sizeInBytes() {
        return bits.length * Long.BYTES;
    }

    private boolean has(int trigram) {
        long hash = spread(trigram);
        for (int probe = 0; probe < PROBES; probe++) {
            int bit = bit(hash, probe, bits.length);
            if ((bits[bit >>> 6] & 1L << bit) == 0) {
                return false;
            }
        }
        return true;
    }

    private static int trigram(char a, char b, char c) {
        int mixed = (a * 0x9E3779B1 + b) * 0x85EBCA6B + c;
        mixed *= 0xC2B2AE35;
        return mixed >>> (32 - SCRATCH_BITS);
    }

    private static long spread(int trigram) {
        long hash = (trigram + 1) * 0x9E3779B97F4A7C15L;
        return hash ^ hash >>> 29;
    }

    private static int bit(long hash, int probe, int words) {
        int part = (int) ((hash * (2L * probe + 0x5851F42D4C957F2DL)) >>> 32);
        return (int) (((part & 0xFFFFFFFFL) * ((long) words << 6)) >>> 32);
    }

    /** A builder that reuses its working memory between documents. For one thread. */
    public static final class Builder {
        private final long[] seen = new long[1 << (SCRATCH_BITS - 6)];
        private int[] distinct = new int[4_096];
        private char[] characters = new char[16_384];

        /** Returns the filter of a document with this text. */
        public TrigramFilter build(String text) {
            int size = collect(text);
            long[] bits = new long[Math.max(1, (size * BITS_PER_TRIGRAM + 63) >>> 6)];
            for (int i = 0; i < size; i++) {
                long hash = spread(distinct[i]);
                for (int probe = 0; probe < PROBES; probe++) {
                    int bit = bit(hash, probe, bits.length);
                    bits[bit >>> 6] |= 1L << bit;
                }
                seen[distinct[i] >>> 6] = 0;
            }
            return new TrigramFilter(bits);
        }

        private int collect(String text) {
            int length = text.length();
            if (length < 3) {
                return 0;
            }
            if (characters.length < length) {
                characters = new char[Math.max(length, 2 * characters.length)];
            }
            text.getChars(0, length, characters, 0);
            int size = 0;
            char a = CaseFolding.fold(characters[0]);
            char b = CaseFolding.fold(characters[1]);
            for (int i = 2; i < length; i++) {
                char c = CaseFolding.fold(characters[i]);
                int trigram = trigram(a, b, c);
                a = b;
                b = c;
                long mask = 1L << trigram;
                if ((seen[trigram >>> 6] & mask) == 0) {
                    seen[trigram >>> 6] |= mask;
                    if (size == distinct.length) {
                        distinct = Arrays.copyOf(distinct, size * 2);
                    }
                    distinct[size++] = trigram;
                }
            }
            return size;
        }
    }
}
