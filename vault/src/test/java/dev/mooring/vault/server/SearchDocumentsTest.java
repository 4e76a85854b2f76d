package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.search.TimeLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code grep} searches and shows. */
class SearchDocumentsTest {

    @TempDir
    Path root;

    private VaultFixture vault;

    @BeforeEach
    void open() throws IOException {
        Files.createDirectory(root.resolve("sub"));
        Files.createDirectory(root.resolve(".hidden"));
        Files.writeString(root.resolve("a.md"), "alpha\nbeta {++gamma++}\ndelta\n");
        Files.writeString(root.resolve("b.txt"), "one\ntwo\nbeta\nthree\nfour\nfive\nbeta\n");
        Files.writeString(root.resolve("sub/c.markdown"), "see [[a]]\n");
        Files.writeString(root.resolve("sub/image.png"), "beta");
        Files.writeString(root.resolve(".hidden/d.md"), "beta");
        vault = new VaultFixture(root);
    }

    @AfterEach
    void close() throws IOException {
        vault.close();
    }

    private String content(String pattern, int around) {
        return vault.grep
                .run(new SearchDocuments.Arguments(
                        pattern, null, null, "content", false, null, around, null, null, null, false))
                .text();
    }

    @Test
    void theAcceptedViewForPathsByDefault() {
        assertThat(vault.grep.run(SearchDocuments.Arguments.of("beta")).text()).isEqualTo("a.md\nb.txt");
        assertThat(vault.grep.run(SearchDocuments.Arguments.of("beta gamma")).text())
                .isEqualTo("a.md");
        assertThat(vault.grep.run(SearchDocuments.Arguments.of("\\+\\+")).text())
                .isEqualTo("No matches.");
    }

    @Test
    void linesWithContextAsGrepDoes() {
        assertThat(content("beta", 0)).isEqualTo("a.md:2:beta gamma\nb.txt:3:beta\nb.txt:7:beta");
        assertThat(content("beta", 1)).isEqualTo("""
                a.md-1-alpha
                a.md:2:beta gamma
                a.md-3-delta
                --
                b.txt-2-two
                b.txt:3:beta
                b.txt-4-three
                --
                b.txt-6-five
                b.txt:7:beta""");
    }

    @Test
    void linesBeforeOnlyAndNoneTwice() {
        assertThat(grep("beta", "b.txt", null, 1))
                .isEqualTo("b.txt-2-two\nb.txt:3:beta\n--\nb.txt-6-five\nb.txt:7:beta");
        assertThat(grep("three|five", "b.txt", 2, null)).isEqualTo("""
                b.txt-2-two
                b.txt-3-beta
                b.txt:4:three
                b.txt-5-four
                b.txt:6:five
                b.txt-7-beta""");
    }

    private String grep(String pattern, String path, @Nullable Integer around, @Nullable Integer before) {
        return vault.grep
                .run(new SearchDocuments.Arguments(
                        pattern, path, null, "content", false, null, around, null, before, null, false))
                .text();
    }

    @Test
    void withTheLineNumbersThatReadShows() throws IOException {
        vault.write("lines.md", "{--gone\ngone too\n--}first\n{++new\n++}needle\n");
        assertThat(vault.read("lines.md").text()).contains("     3\tneedle");
        assertThat(grep("needle|gone", "lines.md", null, null)).isEqualTo("lines.md:3:needle");
    }

    @Test
    void untilItsTimeIsOverAndSaysSo() {
        var seconds = new AtomicLong();
        var hurried = new SearchDocuments(
                vault.vault,
                new TimeLimit(
                        Duration.ofSeconds(10),
                        () -> Duration.ofSeconds(seconds.getAndAdd(7)).toNanos()));
        // It begins at 0 s, looks at a.md at 7 s, and comes to b.txt at 14 s.
        ToolText answer = hurried.run(SearchDocuments.Arguments.of("beta"));
        assertThat(answer.isError()).isFalse();
        assertThat(answer.text())
                .isEqualTo("a.md\n\n[cut off after 10 seconds; use a simpler pattern or a narrower path]");

        assertThat(hurried.run(SearchDocuments.Arguments.of("^s.e ")).text())
                .startsWith("No matches so far.\n\n[cut off after 10 seconds;");
    }

    @Test
    void withAllItsOptions() {
        assertThat(vault.grep
                        .run(new SearchDocuments.Arguments(
                                "BETA", null, "*.txt", "count", true, null, null, null, null, null, false))
                        .text())
                .isEqualTo("b.txt:2");
        assertThat(vault.grep
                        .run(new SearchDocuments.Arguments(
                                "beta", "b.txt", null, "content", false, false, null, 1, null, 3, false))
                        .text())
                .startsWith("b.txt:beta\nb.txt-three\n--\n\n[cut after 3 lines");
        assertThat(vault.grep
                        .run(new SearchDocuments.Arguments(
                                "two.beta", null, null, "content", false, null, null, null, null, null, true))
                        .text())
                .isEqualTo("b.txt:2:two\nb.txt:3:beta");
    }

    @Test
    void withNoMoreContextThanAHundredLinesOnEitherSide() throws IOException {
        vault.write("long.md", "x\n".repeat(300) + "needle\n" + "x\n".repeat(300));
        assertThat(grep("needle", "long.md", 1_000, null).lines()).hasSize(201);
    }

    @Test
    void saysWhereAPatternIsBad() {
        ToolText answer = vault.grep.run(SearchDocuments.Arguments.of("ab[z-a]"));
        assertThat(answer.isError()).isTrue();
        assertThat(answer.text()).contains("z-a").contains("character 4");
    }

    @Test
    void seesAnEditAtOnce() throws IOException {
        vault.edit("a.md", "alpha", "omicron", vault.session("a.md"));
        assertThat(vault.grep.run(SearchDocuments.Arguments.of("omicron")).text())
                .isEqualTo("a.md");
        assertThat(vault.grep.run(SearchDocuments.Arguments.of("alpha")).text()).isEqualTo("No matches.");
    }
}
