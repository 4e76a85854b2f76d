package dev.mooring.vault.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GlobTest {

    @ParameterizedTest
    @CsvSource(delimiter = ' ', textBlock = """
            **/*.md a.md true
            **/*.md a/b/c.md true
            *.md a.md true
            *.md a/b.md false
            a/** a/b/c.md true
            a/**/c.md a/c.md true
            a/**/c.md a/x/y/c.md true
            {a,b}/*.md b/x.md true
            {a,b}/*.md c/x.md false
            [a-c]?.md b1.md true
            [!a-c]*.md b1.md false
            note(1).md note(1).md true
            a,b.md a,b.md true
            ./a.md a.md true
            ././*.md a.md true
            ./*.md a/b.md false
            a/./b.md a/b.md true
            {./a,./b}.md b.md true
            ./**/*.md a/b.md true
            .hidden/*.md .hidden/a.md true
            a./b.md a./b.md true
            """)
    void globMatchesPaths(String glob, String path, boolean matches) {
        assertThat(((Glob.Compiled.Valid) Glob.compile(glob)).glob().matches(path))
                .isEqualTo(matches);
    }

    /** A backtracking engine would try about 10^35 ways to distribute the stars. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void globWithManyStarsEnds() {
        String glob = "*a".repeat(30) + "b";
        String path = "a".repeat(200) + ".md";
        assertThat(((Glob.Compiled.Valid) Glob.compile(glob)).glob().matches(path))
                .isFalse();
        assertThat(((Glob.Compiled.Valid) Glob.compileForNames(glob)).glob().matches(path))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[a", "{a", "../*.md", "./../*.md", "a/./../b", "./", "/etc/*", "a\\b", "", "[z-a]"})
    void invalidGlobIsRefused(String glob) {
        assertThat(Glob.compile(glob)).isInstanceOf(Glob.Compiled.Invalid.class);
    }
}
