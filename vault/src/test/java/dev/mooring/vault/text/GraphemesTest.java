package dev.mooring.vault.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GraphemesTest {

    @Test
    void prefixNeverCutsAGrapheme() {
        assertThat(Graphemes.prefix("ab👍🏽", 3)).isEqualTo("ab");
        assertThat(Graphemes.prefix("ab👍🏽", 6)).isEqualTo("ab👍🏽");
        assertThat(Graphemes.prefix("abc", 2)).isEqualTo("ab");
    }

    @Test
    void boundariesStartAtZeroAndEndAtTheLength() {
        assertThat(Graphemes.boundaries("a👍🏽b")).containsExactly(0, 1, 5, 6);
        assertThat(Graphemes.boundaries("")).containsExactly(0);
    }
}
