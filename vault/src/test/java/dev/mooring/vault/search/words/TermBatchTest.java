package dev.mooring.vault.search.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TermBatchTest {

    private final Terms terms = new Terms();
    private final Postings postings = new Postings();
    private final TermBatch batch = new TermBatch();

    private void add(String term, int weight, boolean inTitle) {
        char[] characters = term.toCharArray();
        batch.add(characters, characters.length, hash(term), weight, inTitle);
    }

    private static long hash(String term) {
        return WordScanner.hash(term.toCharArray(), term.length());
    }

    private Map<Integer, Integer> weightsOf(String term) {
        Map<Integer, Integer> weights = new HashMap<>();
        for (Postings.Cursor posting = postings.of(terms.find(hash(term))); posting.next(); ) {
            weights.put(posting.document, posting.weight);
        }
        return weights;
    }

    @Test
    void occurrencesOfATermAreOnePosting() {
        add("harbour", 1, true);
        add("boat", 4, false);
        add("harbour", 2, false);
        batch.addTo(terms, postings, 7);

        assertThat(weightsOf("harbour")).isEqualTo(Map.of(7, Postings.TITLE | 3));
        assertThat(weightsOf("boat")).isEqualTo(Map.of(7, 4));
    }

    @Test
    void aClearedBatchHasNoTerms() {
        add("first", 1, false);
        batch.clear();
        add("second", 1, false);
        batch.addTo(terms, postings, 0);

        assertThat(terms.find(hash("first"))).isNegative();
        assertThat(weightsOf("second")).isEqualTo(Map.of(0, 1));
    }

    @Test
    void documentsOfAnySizeKeepTheirTerms() {
        var random = new Random(11);
        int[] sizes = {10, 100_000, 300, 3_000};
        Map<String, Map<Integer, Integer>> expected = new HashMap<>();
        for (int document = 0; document < sizes.length; document++) {
            batch.clear();
            for (int i = 0; i < sizes[document]; i++) {
                String term = "w" + random.nextInt(1 + sizes[document]);
                add(term, 1, false);
                expected.computeIfAbsent(term, _ -> new HashMap<>())
                        .merge(document, 1, (before, one) -> Math.min(before + one, Postings.MAX_COUNT));
            }
            batch.addTo(terms, postings, document);
        }

        assertThat(terms.count()).isEqualTo(expected.size());
        expected.forEach((term, weights) -> assertThat(weightsOf(term)).as(term).isEqualTo(weights));
    }
}
