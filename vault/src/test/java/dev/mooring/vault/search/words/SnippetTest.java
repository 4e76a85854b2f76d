package dev.mooring.vault.search.words;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SnippetTest {

    private static Snippet snippet(String text, String query) {
        return Snippet.of(text, ((SearchQuery.Parsed.Valid) SearchQuery.parse(query)).query());
    }

    @Test
    void theLineWithTheMostWordsIsShown() {
        assertThat(snippet("# Ferry\n\nThe ferry leaves.\nThe ferry leaves at nine.\n", "ferry nine"))
                .isEqualTo(new Snippet(4, "The ferry leaves at nine."));
    }

    @Test
    void theBodyIsPreferredToTheFrontMatter() {
        assertThat(snippet("---\ntags: [ferry]\n---\n\ntext\nthe ferry\n", "ferry"))
                .isEqualTo(new Snippet(6, "the ferry"));
        assertThat(snippet("---\ntags: [ferry]\n---\n\ntext\n", "ferry")).isEqualTo(new Snippet(2, "tags: [ferry]"));
    }

    @Test
    void theFirstLineOfTheBodyIsShownIfOnlyTheTitleMatches() {
        assertThat(snippet("---\na: b\n---\n\nFirst line\nSecond\n", "ferry")).isEqualTo(new Snippet(5, "First line"));
        assertThat(snippet("", "ferry")).isEqualTo(new Snippet(1, ""));
    }

    @Test
    void aLongLineIsCutAroundTheMatch() {
        Snippet snippet = snippet("word ".repeat(200) + "ferry " + "😀".repeat(200), "ferry ");
        assertThat(snippet.text())
                .startsWith("…")
                .endsWith("…")
                .contains("ferry")
                .hasSizeLessThan(210);
        assertThat(snippet.text().codePoints().filter(c -> c >= 0xD800 && c <= 0xDFFF))
                .isEmpty();
    }
}
