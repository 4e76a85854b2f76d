package dev.mooring.vault.search.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PostingsTest {

    private final Postings postings = new Postings();

    private List<String> of(int term) {
        List<String> found = new ArrayList<>();
        postings.forEach(term, (document, weight) -> found.add(document + "=" + weight));
        return found;
    }

    @Test
    void occurrencesInOneDocumentAddUpToTheMaximum() {
        postings.add(3, 7, 1, false);
        postings.add(3, 7, 4, false);
        postings.add(3, 9, 120, false);
        postings.add(3, 9, 120, false);

        assertThat(of(3)).containsExactly("7=5", "9=" + Postings.MAX_COUNT);
        assertThat(postings.documentCount(3)).isEqualTo(2);
    }

    @Test
    void anOccurrenceInTheTitleIsKeptWithTheOthers() {
        postings.add(0, 0, 1, true);
        postings.add(0, 0, 2, false);

        assertThat(of(0)).containsExactly("0=" + (Postings.TITLE | 3));
    }

    @Test
    void aTermWithoutDocumentsHasNoPostings() {
        assertThat(of(5)).isEmpty();
        assertThat(of(1_000_000)).isEmpty();
        assertThat(postings.documentCount(1_000_000)).isZero();
    }

    @Test
    void manyPostingsAreReturnedAsTheyWereAdded() {
        var random = new Random(7);
        Map<Integer, Map<Integer, Integer>> expected = new HashMap<>();
        int document = 0;
        for (int i = 0; i < 20_000; i++) {
            document += random.nextInt(20) == 0 ? random.nextInt(100_000) : random.nextInt(2);
            int term = random.nextInt(1 + random.nextInt(3_000));
            postings.add(term, document, 1, false);
            expected.computeIfAbsent(term, _ -> new TreeMap<>())
                    .merge(document, 1, (before, one) -> Math.min(before + one, Postings.MAX_COUNT));
        }
        expected.forEach((term, documents) -> {
            List<String> lines = new ArrayList<>();
            documents.forEach((number, weight) -> lines.add(number + "=" + weight));
            assertThat(of(term)).as("term %s", term).isEqualTo(lines);
            assertThat(postings.documentCount(term)).isEqualTo(documents.size());
        });
    }
}
