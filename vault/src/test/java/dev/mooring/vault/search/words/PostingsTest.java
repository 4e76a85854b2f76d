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
        for (Postings.Cursor posting = postings.of(term); posting.next(); ) {
            found.add(posting.document + "=" + posting.weight);
        }
        return found;
    }

    @Test
    void occurrencesAddUpToTheMaximum() {
        assertThat(Postings.sum(Postings.sum(0, 1, false), 4, false)).isEqualTo(5);
        assertThat(Postings.sum(120, 120, false)).isEqualTo(Postings.MAX_COUNT);
    }

    @Test
    void anOccurrenceInTheTitleIsKeptWithTheOthers() {
        assertThat(Postings.sum(Postings.sum(0, 1, true), 2, false)).isEqualTo(Postings.TITLE | 3);

        postings.add(0, 0, Postings.TITLE | 3);
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
        for (int i = 0; i < 200_000; i++) {
            document += random.nextInt(20) == 0 ? random.nextInt(10_000) : random.nextInt(2);
            int term = random.nextInt(1 + random.nextInt(3_000));
            int weight = random.nextInt(256);
            if (expected.computeIfAbsent(term, _ -> new TreeMap<>()).putIfAbsent(document, weight) == null) {
                postings.add(term, document, weight);
            }
        }
        expected.forEach((term, documents) -> {
            List<String> lines = new ArrayList<>();
            documents.forEach((number, weight) -> lines.add(number + "=" + weight));
            assertThat(of(term)).as("term %s", term).isEqualTo(lines);
            assertThat(postings.documentCount(term)).isEqualTo(documents.size());
        });
    }
}
