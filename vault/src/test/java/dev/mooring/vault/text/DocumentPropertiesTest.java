package dev.mooring.vault.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentPropertiesTest {

    private static Map<String, List<String>> of(String yaml) {
        return DocumentProperties.of("---\n" + yaml + "\n---\ntext\n");
    }

    @Test
    void scalarsAndListsAreReadAsWritten() {
        assertThat(
                        of(
                                "title: The ferry\ndate: 2026-01-02\nn: 012\ntags: [a, b/c]\nempty:\nlist:\n  - x y\n  - z\nquoted: \"a b\""))
                .isEqualTo(Map.of(
                        "title",
                        List.of("The ferry"),
                        "date",
                        List.of("2026-01-02"),
                        "n",
                        List.of("012"),
                        "tags",
                        List.of("a", "b/c"),
                        "empty",
                        List.of(),
                        "list",
                        List.of("x y", "z"),
                        "quoted",
                        List.of("a b")));
    }

    @Test
    void theYamlParserReadsWhatIsNotSimple() {
        assertThat(
                        of(
                                "a: 'it''s'\nb: \"x: y, \\u00e9\"\nc: |\n  one\n  two\nd: {e: f}\ng: [\"[[Note]]\", x]\nh: x # comment\ni: ~\nj: null"))
                .isEqualTo(Map.of(
                        "a",
                        List.of("it's"),
                        "b",
                        List.of("x: y, é"),
                        "c",
                        List.of("one\ntwo\n"),
                        "d",
                        List.of(),
                        "g",
                        List.of("[[Note]]", "x"),
                        "h",
                        List.of("x"),
                        "i",
                        List.of(),
                        "j",
                        List.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"- a\n- b", "a: [b", "just text", "a: *x", "a:\n\t- b", "\"a: b"})
    void invalidFrontMatterHasNoProperties(String yaml) {
        assertThat(of(yaml)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a: b\n  c", "a:\n  b: c", "a: b\na: c", "a: [b,]", "a: - b", "? a\n: b", "a b: c", "a: b c # d"
            })
    void bothReadersAgreeOnUnusualYaml(String yaml) {
        // The expected values are those of the YAML parser, which a comment line that is not simple selects.
        assertThat(of(yaml)).isEqualTo(of("# comment\n" + yaml));
    }

    @Test
    void aDocumentWithoutFrontMatterHasNoProperties() {
        assertThat(DocumentProperties.of("text\n---\na: b\n---\n")).isEmpty();
    }
}
