package dev.mooring.vault.search.words;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates one query, shard by shard.
 *
 * <p>The score is BM25 with the weighted occurrences of a word in place of its frequency, and a bonus for words in the
 * title. A document that has only some of the words gets a share of its score: the share of the words' weights that it has.
 * For one thread.
 */
final class Ranking {

    private static final float SATURATION = 1.2f;
    private static final float LENGTH_INFLUENCE = 0.6f;
    private static final float TITLE_BONUS = 1.5f;

    /** The weight of a prefix match relative to an exact match. */
    private static final float PREFIX_WEIGHT = 0.5f;

    /** The most postings of longer words that one query reads. The first letter of a word begins thousands of words. */
    private static final int MAX_POSTINGS = 200_000;

    private final SearchQuery query;
    private final String under;
    private final int limit;
    private final ToDoubleFunction<String> scoreWithoutWords;
    private final PriorityQueue<WordIndex.Hit> best = new PriorityQueue<>(WORST_FIRST);

    /** The score of the worst hit, once there are as many as the limit. */
    private double leastScore = Double.NEGATIVE_INFINITY;

    private int total;
    private boolean hasUnusedWords;

    private static final Comparator<WordIndex.Hit> WORST_FIRST = Comparator.comparingDouble(WordIndex.Hit::score)
            .thenComparing(WordIndex.Hit::path, Comparator.reverseOrder());

    /**
     * A term that matches a word of the query.
     *
     * @param documents how many documents contain the term
     */
    private record Match(int term, float factor, int documents) {}

    /**
     * @param under the folder to search, ending with {@code /}; empty for all
     * @param limit the most hits to keep
     */
    Ranking(SearchQuery query, String under, int limit, ToDoubleFunction<String> scoreWithoutWords) {
        this.scoreWithoutWords = scoreWithoutWords;
        this.query = query;
        this.under = under;
        this.limit = limit;
    }

    /** Evaluates the query. The caller holds the read locks of all shards. */
    WordIndex.Hits evaluate(List<Shard> shards) {
        List<List<List<Match>>> matches = shards.stream()
                .map(shard -> matches(shard, MAX_POSTINGS / shards.size()))
                .toList();
        float[] weights = weights(shards, matches);
        float average = averageLength(shards);
        for (int i = 0; i < shards.size(); i++) {
            score(shards.get(i), matches.get(i), weights, average);
        }
        List<WordIndex.Hit> hits = new ArrayList<>(best);
        hits.sort(WORST_FIRST.reversed());
        return new WordIndex.Hits(hits, total, hasUnusedWords);
    }

    private List<List<Match>> matches(Shard shard, int maxPostings) {
        return query.words().stream()
                .map(word -> matches(shard, word, maxPostings))
                .toList();
    }

    private List<Match> matches(Shard shard, SearchQuery.Word word, int maxPostings) {
        Terms terms = shard.terms();
        char[] text = word.text().toCharArray();
        int exact = terms.find(WordScanner.hash(text, text.length));
        List<Match> found = new ArrayList<>();
        if (exact >= 0) {
            found.add(new Match(exact, 1, shard.postings().documentCount(exact)));
        }
        if (word.isPrefix()) {
            List<Match> longer = new ArrayList<>();
            terms.withPrefix(text, text.length, term -> {
                if (term != exact) {
                    longer.add(new Match(term, PREFIX_WEIGHT, shard.postings().documentCount(term)));
                }
            });
            longer.sort(Comparator.comparingInt(Match::documents).reversed());
            int read = 0;
            for (Match match : longer) {
                read += match.documents;
                if (read > maxPostings) {
                    hasUnusedWords = true;
                    break;
                }
                found.add(match);
            }
        }
        return found;
    }

    /** Returns the weight of each word: the rarer, the higher. */
    private static float[] weights(List<Shard> shards, List<List<List<Match>>> matches) {
        int documents = shards.stream().mapToInt(Shard::alive).sum();
        float[] weights = new float[matches.isEmpty() ? 0 : matches.getFirst().size()];
        for (int word = 0; word < weights.length; word++) {
            long exact = 0;
            long all = 0;
            for (int i = 0; i < shards.size(); i++) {
                for (Match match : matches.get(i).get(word)) {
                    exact += match.factor == 1 ? match.documents : 0;
                    all += match.documents;
                }
            }
            double frequency = Math.min(exact > 0 ? exact : all, documents);
            weights[word] = (float) Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
        }
        return weights;
    }

    private static float averageLength(List<Shard> shards) {
        long length = shards.stream().mapToLong(Shard::totalLength).sum();
        int documents = shards.stream().mapToInt(Shard::alive).sum();
        return Math.max(1, (float) length / Math.max(1, documents));
    }

    private void score(Shard shard, List<List<Match>> matches, float[] weights, float average) {
        int count = shard.count();
        BitSet allowed = allowed(shard);
        float[] scores = new float[count];
        float[] shares = new float[count];
        float[] ofWord = new float[count];
        float all = 0;
        for (int word = 0; word < weights.length; word++) {
            Arrays.fill(ofWord, 0);
            for (Match match : matches.get(word)) {
                score(shard, match, average, ofWord);
            }
            for (int document = 0; document < count; document++) {
                if (ofWord[document] > 0) {
                    scores[document] += weights[word] * ofWord[document];
                    shares[document] += weights[word];
                }
            }
            all += weights[word];
        }
        boolean hasWords = weights.length > 0;
        for (int document = 0; document < count; document++) {
            String path = shard.path(document);
            if (path != null
                    && (!hasWords || scores[document] > 0)
                    && (allowed == null || allowed.get(document))
                    && hasPath(shard, document, path)) {
                add(path, hasWords ? scores[document] * shares[document] / all : scoreWithoutWords.applyAsDouble(path));
            }
        }
    }

    private static void score(Shard shard, Match match, float average, float[] ofWord) {
        float perWord = SATURATION * LENGTH_INFLUENCE / average;
        float constant = SATURATION * (1 - LENGTH_INFLUENCE);
        Postings.Cursor posting = shard.postings().of(match.term);
        while (posting.next()) {
            int document = posting.document;
            int occurrences = posting.weight & Postings.MAX_COUNT;
            float score = occurrences / (occurrences + constant + perWord * shard.length(document));
            if ((posting.weight & Postings.TITLE) != 0) {
                score += TITLE_BONUS / (float) Math.sqrt(shard.titleLength(document));
            }
            ofWord[document] = Math.max(ofWord[document], match.factor * score);
        }
    }

    private void add(String path, double score) {
        total++;
        if (score < leastScore) {
            return;
        }
        var hit = new WordIndex.Hit(path, score);
        if (best.size() < limit) {
            best.add(hit);
        } else if (WORST_FIRST.compare(hit, best.peek()) > 0) {
            best.poll();
            best.add(hit);
        }
        if (best.size() == limit) {
            leastScore = best.peek().score();
        }
    }

    /** Returns the documents that satisfy the conditions on terms; null if the query has no such condition. */
    private @Nullable BitSet allowed(Shard shard) {
        BitSet allowed = null;
        for (SearchQuery.Filter filter : query.filters()) {
            if (filter instanceof SearchQuery.Filter.Term(String text, boolean isNegated)) {
                BitSet found = SearchQuery.isSingleCharacter(text)
                        ? shard.documentsWithPrefix(text)
                        : shard.documentsWith(text);
                if (isNegated) {
                    found.flip(0, shard.count());
                }
                if (allowed == null) {
                    allowed = found;
                } else {
                    allowed.and(found);
                }
            }
        }
        return allowed;
    }

    /** Returns whether the path satisfies the query. Reads the path only if necessary: it is not in the processor's cache. */
    private boolean hasPath(Shard shard, int document, String path) {
        if (!under.isEmpty() && !path.startsWith(under)) {
            return false;
        }
        for (SearchQuery.Filter filter : query.filters()) {
            if (filter instanceof SearchQuery.Filter.PathPart(String text, boolean isNegated)
                    && shard.foldedPath(document).contains(text) == isNegated) {
                return false;
            }
        }
        return true;
    }
}
