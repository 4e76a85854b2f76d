package dev.mooring.vault.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.critic.MarkedText;
import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionCommentTest {

    private static SuggestionComment write(String raw, String comment) {
        var text = MarkedText.parse(raw);
        return SuggestionComment.write(
                text, text.suggestions().getFirst().whole().end(), comment, Signature.plain());
    }

    private static String written(String raw, String comment) {
        assertThat(write(raw, comment)).isInstanceOf(SuggestionComment.Written.class);
        var written = (SuggestionComment.Written) write(raw, comment);
        return RawChange.apply(raw, List.of(written.change()));
    }

    @Test
    void commentFollowsTheWholeSuggestion() {
        assertThat(written("a {--b--}{++c++} d", " why? ")).isEqualTo("a {--b--}{++c++}{>>why?<<} d");
    }

    @Test
    void commentHasTheLineEndingsOfTheText() {
        assertThat(written("a {++c++}\r\nd", "one\ntwo")).isEqualTo("a {++c++}{>>one\r\ntwo<<}\r\nd");
    }

    @Test
    void commentWithDelimitersIsRefused() {
        assertThat(write("a {++b++}", "see {++x")).isInstanceOf(SuggestionComment.Refused.class);
        assertThat(write("a {++b++}", "see <<}")).isInstanceOf(SuggestionComment.Refused.class);
    }

    @Test
    void plainCommentInsideCodeIsRefused() {
        String signed = "{++" + "{\"author\":\"Ann\",\"time\":5}@@" + "b++}";
        assertThat(write("```\na " + signed + "\n```\n", "why?")).isInstanceOf(SuggestionComment.Refused.class);
    }
}
