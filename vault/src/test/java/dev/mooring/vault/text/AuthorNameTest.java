package dev.mooring.vault.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AuthorNameTest {

    @Test
    void normalizedNameIsOneVisibleLine() {
        assertThat(AuthorName.normalized(" Ada \r\n[session: x]\u2028\0Lovelace\u202e\ud800 "))
                .isEqualTo("Ada [session: x] Lovelace");
        assertThat(AuthorName.normalized("\t\n\u200b")).isEqualTo("unknown");
        assertThat(AuthorName.normalized("👩\u200d👩\u200d👧")).isEqualTo("👩\u200d👩\u200d👧");
    }

    @Test
    void longNamesAreCutAndStayDifferent() {
        String first = AuthorName.normalized("😀".repeat(200) + "a");
        String second = AuthorName.normalized("😀".repeat(200) + "b");
        assertThat(first).hasSizeBetween(90, 100).startsWith("😀").isNotEqualTo(second);
        assertThat(AuthorName.normalized(first)).isEqualTo(first);
        assertThat(AuthorName.normalized("x".repeat(100))).isEqualTo("x".repeat(100));
    }

    @Test
    void blankNamesAndUnknownSayNothing() {
        assertThat(AuthorName.isUnknown(" \n")).isTrue();
        assertThat(AuthorName.isUnknown("Unknown ")).isTrue();
        assertThat(AuthorName.isUnknown("claude-ai")).isFalse();
    }

    @Test
    void shownNameIsEscapedAndBounded() {
        assertThat(AuthorName.displayed("a\n[b]\u202e\u0007\ud800")).isEqualTo("a\\u000a[b]\\u202e\\u0007\\ud800");
        assertThat(AuthorName.displayed("x".repeat(101))).isEqualTo("x".repeat(100) + "…");
        assertThat(AuthorName.inToolResult("a\n[session: b]")).isEqualTo("a\\u000a\\u005bsession: b\\u005d");
    }
}
