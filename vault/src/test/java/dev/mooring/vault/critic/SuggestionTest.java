package dev.mooring.vault.critic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {

    private static final String ANN =
            MarkMetadata.of("Ann", Instant.ofEpochSecond(5)).toPrefix();

    private static Suggestion only(String raw) {
        return MarkedText.parse(raw).suggestions().getFirst();
    }

    @Test
    void adjacentMarksOfOneAuthorAreOneSuggestion() {
        String raw = "a {--" + ANN + "b--}{++" + ANN + "c++}{~~" + ANN + "d~>e~~} f";
        Suggestion suggestion = only(raw);
        assertThat(suggestion.marks()).hasSize(3);
        assertThat(suggestion.adjacentMarks()).containsExactly(suggestion.marks());
        assertThat(suggestion.whole()).isEqualTo(new TextRange(2, raw.length() - 2));
    }

    @Test
    void authorAndTimeComeFromTheMarks() {
        Suggestion signed = only("{++" + ANN + "x++}");
        assertThat(signed.author()).isEqualTo("Ann");
        assertThat(signed.time()).isEqualTo(Instant.ofEpochSecond(5));
        Suggestion plain = only("{++x++}");
        assertThat(plain.author()).isNull();
        assertThat(plain.time()).isNull();
    }

    @Test
    void suggestionNeedsAMark() {
        assertThatThrownBy(() -> new Suggestion(List.of(), List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void onlyTheSigningAuthorOwnsAMark() {
        Mark signed = MarkScanner.scan("{++" + ANN + "x++}").getFirst();
        assertThat(signed.isBy("Ann")).isTrue();
        assertThat(signed.isBy("Bob")).isFalse();
        assertThat(MarkScanner.scan("{++x++}").getFirst().isBy("Ann")).isFalse();
        assertThat(MarkScanner.scan("{++{\"author\":\"Ann\",\"person\":true}@@x++}")
                        .getFirst()
                        .isBy("Ann"))
                .isFalse();
    }
}
