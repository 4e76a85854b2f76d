package dev.mooring.bench.vault;

import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;

/** Invented words with the frequencies of a natural language (Zipf): the n-th most frequent word is 1/n as frequent. */
final class Vocabulary {
    private static final int SIZE = 30_000;
    private static final String[] ONSETS = {
        "b", "br", "c", "ch", "d", "f", "fl", "g", "gr", "h", "j", "k", "l", "m", "n", "p", "pr", "r", "s", "st", "t",
        "tr", "v", "w"
    };
    private static final String[] VOWELS = {"a", "e", "i", "o", "u", "ai", "ea", "ou", "é", "ö"};
    private static final String[] CODAS = {"", "", "n", "r", "s", "t", "l", "nd", "st", "ng"};

    private final String[] words = new String[SIZE];

    /** For each n, the probability that a word is among the first n. */
    private final double[] cumulative = new double[SIZE];

    Vocabulary(long seed) {
        var random = new Random(seed);
        Set<String> distinct = new LinkedHashSet<>();
        while (distinct.size() < SIZE) {
            distinct.add(word(random, distinct.size()));
        }
        distinct.toArray(words);
        double sum = 0;
        for (int i = 0; i < SIZE; i++) {
            sum += 1.0 / (i + 1);
            cumulative[i] = sum;
        }
        for (int i = 0; i < SIZE; i++) {
            cumulative[i] /= sum;
        }
    }

    /** Creates a word. Frequent words are short, and accents are rare. */
    private static String word(Random random, int rank) {
        int syllables = 1 + random.nextInt(rank < 200 ? 1 : rank < 3_000 ? 3 : 4);
        int vowels = random.nextInt(20) == 0 ? VOWELS.length : VOWELS.length - 2;
        var word = new StringBuilder();
        for (int i = 0; i < syllables; i++) {
            word.append(ONSETS[random.nextInt(ONSETS.length)])
                    .append(VOWELS[random.nextInt(vowels)])
                    .append(CODAS[random.nextInt(CODAS.length)]);
        }
        return word.toString();
    }

    String any(Random random) {
        return words[rank(random)];
    }

    /** Returns a random number below the bound, with the same distribution as the words. */
    int rank(Random random, int bound) {
        int rank = rank(random);
        return rank < bound ? rank : random.nextInt(bound);
    }

    private int rank(Random random) {
        double chance = random.nextDouble();
        int low = 0;
        int high = SIZE - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (cumulative[middle] < chance) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
