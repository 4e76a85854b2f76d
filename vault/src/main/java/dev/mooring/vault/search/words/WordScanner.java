package dev.mooring.vault.search.words;

import dev.mooring.vault.text.CaseFolding;
import java.security.SecureRandom;
import java.text.Normalizer;

/**
 * Splits text into words: runs of letters and digits, without case and accents. In scripts without spaces, such as Han, the
 * words are overlapping bigrams: each character with the one after it. The last character of a run is a word too. For one
 * thread.
 */
final class WordScanner {

    /** The most characters of a word. A longer word is truncated. */
    static final int MAX_LENGTH = 64;

    /** Not yet in the table of folded forms. */
    private static final char UNKNOWN = 0;

    private static final char SEPARATOR = 1;
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    /** Differs between processes, so that an attacker cannot prepare words with the same hash. */
    private static final long SEED = new SecureRandom().nextLong();

    /** A combining mark: it neither belongs to a word nor ends one. */
    private static final char IGNORED = 2;

    /**
     * The folded form of each letter and digit; for all other characters, one of the constants above. Filled on use, because
     * the whole table would take a tenth of a server's start. Threads that fill the same place write the same form.
     */
    private static final char[] FOLDED = new char[Character.MAX_VALUE + 1];

    private final char[] word = new char[MAX_LENGTH];

    /** Receives the words of a text, in ascending order. */
    interface Sink {

        /**
         * Called for each word.
         *
         * @param characters the folded word; valid during the call
         * @param hash the word's hash, as {@link WordScanner#hash} computes it; with near certainty no other word has the same
         * @param start where the word begins in the text
         * @param end where the word ends in the text
         */
        void word(char[] characters, int length, long hash, int start, int end);

        /** Called before {@link #word} for a word that is truncated because it is longer than {@link #MAX_LENGTH}. */
        default void truncated() {}
    }

    private static char folded(char c) {
        char folded = FOLDED[c];
        if (folded == UNKNOWN) {
            folded = newlyFolded(c);
            FOLDED[c] = folded;
        }
        return folded;
    }

    private static char newlyFolded(char c) {
        char folded = CaseFolding.fold(c);
        if (isAccentedLatin(folded)) {
            folded = CaseFolding.fold(Normalizer.normalize(String.valueOf(folded), Normalizer.Form.NFD)
                    .charAt(0));
        }
        if (Character.isLetterOrDigit(folded) || Character.isSurrogate(folded)) {
            return folded;
        }
        return Character.getType(folded) == Character.NON_SPACING_MARK ? IGNORED : SEPARATOR;
    }

    private static boolean isAccentedLatin(char c) {
        return (c >= 0x00C0 && c <= 0x024F) || (c >= 0x1E00 && c <= 0x1EFF);
    }

    /** Returns true for characters of scripts that do not separate words, and for surrogates. */
    static boolean isUnspaced(char c) {
        return c >= 0x0E00
                && (c <= 0x0EFF
                        || (c >= 0x1000 && c <= 0x109F)
                        || (c >= 0x1780 && c <= 0x17FF)
                        || (c >= 0x2E80 && c <= 0x9FFF)
                        || (c >= 0xD800 && c <= 0xDFFF)
                        || (c >= 0xF900 && c <= 0xFAFF));
    }

    /** Returns true if a part of a text contains a character that ends words. */
    static boolean hasSeparator(String text, int from, int to) {
        for (int at = from; at < to; at++) {
            char c = folded(text.charAt(at));
            if (c == SEPARATOR || isUnspaced(c)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the hash of a folded word. */
    static long hash(char[] characters, int length) {
        long hash = SEED;
        for (int i = 0; i < length; i++) {
            hash = (hash ^ characters[i]) * MULTIPLIER;
        }
        return spread(hash);
    }

    private static long spread(long hash) {
        return hash ^ hash >>> 32;
    }

    /** Passes the words between two positions of a text to a sink. */
    void scan(char[] text, int from, int to, Sink sink) {
        int at = from;
        while (at < to) {
            char c = folded(text[at]);
            if (c <= IGNORED) {
                at++;
            } else if (isUnspaced(c)) {
                at = scanUnspaced(text, at, to, sink);
            } else {
                at = scanWord(text, at, to, sink);
            }
        }
    }

    private int scanWord(char[] text, int start, int to, Sink sink) {
        int length = 0;
        long hash = SEED;
        int at = start;
        while (at < to) {
            char c = folded(text[at]);
            if (c <= IGNORED) {
                if (c == SEPARATOR) {
                    break;
                }
            } else if (c >= 0x0E00 && isUnspaced(c)) {
                break;
            } else if (length < MAX_LENGTH) {
                word[length++] = c;
                hash = (hash ^ c) * MULTIPLIER;
            } else {
                length = MAX_LENGTH + 1;
            }
            at++;
            if (length > MAX_LENGTH) {
                at = endOfLongWord(text, at, to);
                sink.truncated();
                length = MAX_LENGTH;
                break;
            }
        }
        sink.word(word, length, spread(hash), start, at);
        return at;
    }

    private static int endOfLongWord(char[] text, int from, int to) {
        int at = from;
        while (at < to) {
            char c = folded(text[at]);
            if (c == SEPARATOR || isUnspaced(c)) {
                break;
            }
            at++;
        }
        return at;
    }

    private int scanUnspaced(char[] text, int start, int to, Sink sink) {
        int at = start;
        char current = folded(text[at]);
        while (true) {
            int next = at + 1;
            while (next < to && folded(text[next]) == IGNORED) {
                next++;
            }
            char following = next < to ? folded(text[next]) : SEPARATOR;
            boolean continues = isUnspaced(following);
            word[0] = current;
            word[1] = following;
            int length = continues ? 2 : 1;
            sink.word(word, length, hash(word, length), at, continues ? next + 1 : at + 1);
            if (!continues) {
                return at + 1;
            }
            at = next;
            current = following;
        }
    }
}
