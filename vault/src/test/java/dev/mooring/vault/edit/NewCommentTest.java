package dev.mooring.vault.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.critic.MarkedText;
import java.util.List;
import org.junit.jupiter.api.Test;

class NewCommentTest {

    private static NewComment write(String raw, String comment) {
        var text = MarkedText.parse(raw);
        return NewComment.write(text, text.suggestions().getFirst().whole().end(), comment, Signature.plain());
    }

    private static String written(String raw, String comment) {
        assertThat(write(raw, comment)).isInstanceOf(NewComment.Written.class);
        var written = (NewComment.Written) write(raw, comment);
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
        assertThat(write("a {++b++}", "see {++x")).isInstanceOf(NewComment.Refused.class);
        assertThat(write("a {++b++}", "see <<}")).isInstanceOf(NewComment.Refused.class);
    }

    @Test
    void plainCommentInsideCodeIsRefused() {
        String signed = "{++" + "{\"author\":\"Ann\",\"time\":5}@@" + "b++}";
        assertThat(write("```\na " + signed + "\n```\n", "why?")).isInstanceOf(NewComment.Refused.class);
    }
}
