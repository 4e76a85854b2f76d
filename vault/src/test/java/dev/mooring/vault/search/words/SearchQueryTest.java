package dev.mooring.vault.search.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.search.words.SearchQuery.Filter;
import dev.mooring.vault.search.words.SearchQuery.Parsed;
import dev.mooring.vault.search.words.SearchQuery.Phrase;
import dev.mooring.vault.search.words.SearchQuery.Word;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchQueryTest {

    private static SearchQuery parse(String query) {
        return ((Parsed.Valid) SearchQuery.parse(query)).query();
    }

    @Test
    void onlyTheLastWordIsAPrefixUnlessASpaceFollows() {
        assertThat(parse("Ferry Time").words()).containsExactly(new Word("ferry", false), new Word("time", true));
        assertThat(parse("ferry time ").words()).containsExactly(new Word("ferry", false), new Word("time", false));
        assertThat(parse("ferry tag:x").words()).containsExactly(new Word("ferry", false));
    }

    @Test
    void wordsAreUsedOnce() {
        assertThat(parse("a b A").words()).extracting(Word::text).containsExactly("a", "b");
    }

    @Test
    void filtersAreRecognizedInAnyCase() {
        assertThat(parse("TAG:#Work/A property:Status=Draft -path:Old").filters())
                .containsExactly(
                        new Filter.Term("#work/a", false),
                        new Filter.Term("[status=draft", false),
                        new Filter.PathPart("old", true));
    }

    @Test
    void phrasesRequireTheirWordsInOrder() {
        SearchQuery query = parse("\"At nine\" ferry");
        assertThat(query.phrases()).containsExactly(new Phrase(List.of("at", "nine"), false));
        assertThat(query.filters()).containsExactly(new Filter.Term("at", false), new Filter.Term("nine", false));
        assertThat(query.words()).extracting(Word::text).containsExactly("at", "nine", "ferry");
    }

    @Test
    void anExcludedPhraseExcludesNoneOfItsWords() {
        SearchQuery query = parse("ferry -\"at nine\" -\"ten\"");
        assertThat(query.phrases()).containsExactly(new Phrase(List.of("at", "nine"), true));
        assertThat(query.filters()).containsExactly(new Filter.Term("ten", true));
        assertThat(query.words()).extracting(Word::text).containsExactly("ferry");
    }

    @Test
    void otherPrefixesWithColonAreWords() {
        assertThat(parse("note: http://a.b").words()).extracting(Word::text).containsExactly("note", "http", "a", "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "!?", "\"\"", "-", "\""})
    void aQueryWithoutWordsAndFiltersIsInvalid(String query) {
        assertThat(SearchQuery.parse(query))
                .isInstanceOfSatisfying(
                        Parsed.Invalid.class,
                        invalid -> assertThat(invalid.reason()).contains("has no words"));
    }

    @ParameterizedTest
    @CsvSource({"tag:, tag: needs a tag", "tag:#, tag: needs", "property:=x, property: needs", "path:, path: needs"})
    void aFilterWithoutValueIsInvalid(String query, String reason) {
        assertThat(SearchQuery.parse(query))
                .isInstanceOfSatisfying(
                        Parsed.Invalid.class,
                        invalid -> assertThat(invalid.reason()).contains(reason));
    }

    @Test
    void aVeryLongQueryIsInvalid() {
        assertThat(SearchQuery.parse("word ".repeat(300))).isInstanceOf(Parsed.Invalid.class);
        assertThat(SearchQuery.parse("a b c d e f g h i j k l m n o p q r s t u v w x y z 1 2 3 4 5 6 7 8 9"))
                .isInstanceOf(Parsed.Invalid.class);
    }
}
