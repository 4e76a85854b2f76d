package dev.mooring.vault.critic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ViewTest {

    private static final String RAW = "ab\r\ncd{--e--}f\r\ng{>>h<<}";
    private final View view = MarkedText.parse(RAW).accepted();

    @Test
    void rawSlicesOfEveryRangeShowExactlyThatRange() {
        for (int from = 0; from <= view.text().length(); from++) {
            for (int to = from; to <= view.text().length(); to++) {
                var shown = new StringBuilder();
                view.rawSlices(from, to).forEach(slice -> shown.append(slice.in(RAW)));
                assertThat(shown.toString().replace("\r\n", "\n"))
                        .as("%s to %s", from, to)
                        .isEqualTo(view.text().substring(from, to));
            }
        }
    }

    @Test
    void adjacentRawSlicesAreMerged() {
        assertThat(view.rawSlices(1, 7)).containsExactly(new TextRange(1, 6), new TextRange(13, 16));
        assertThat(view.rawSlices(3, 3)).isEmpty();
    }

    @Test
    void rawStartOfTheEndIsWhereTheLastCharacterEnds() {
        assertThat(view.rawStart(view.text().length())).isEqualTo(RAW.indexOf("{>>"));
    }

    @Test
    void rangeKnowsItsLength() {
        assertThat(new TextRange(2, 5).length()).isEqualTo(3);
        assertThat(new TextRange(2, 5).isEmpty()).isFalse();
        assertThat(new TextRange(2, 2).isEmpty()).isTrue();
    }
}
