package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.search.SearchLimits;
import dev.mooring.vault.search.SearchPool;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrepToolTest {

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

    private String paths(String pattern) throws IOException {
        return vault.call("grep", "pattern", pattern).success();
    }

    private String content(String pattern, int around) throws IOException {
        return vault.call("grep", "pattern", pattern, "output_mode", "content", "-C", around)
                .success();
    }

    @Test
    void grepSearchesTheAcceptedViewAndListsPathsByDefault() throws IOException {
        assertThat(paths("beta")).isEqualTo("a.md\nb.txt");
        assertThat(paths("beta gamma")).isEqualTo("a.md");
        assertThat(paths("\\+\\+")).isEqualTo("No matches.");
    }

    @Test
    void contentModeShowsLinesWithContextAsGrepDoes() throws IOException {
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
    void contextLinesAreNotRepeated() throws IOException {
        assertThat(contentOf("b.txt", "beta", "-B", 1))
                .isEqualTo("b.txt-2-two\nb.txt:3:beta\n--\nb.txt-6-five\nb.txt:7:beta");
        assertThat(contentOf("b.txt", "three|five", "-C", 2)).isEqualTo("""
                b.txt-2-two
                b.txt-3-beta
                b.txt:4:three
                b.txt-5-four
                b.txt:6:five
                b.txt-7-beta""");
    }

    private String contentOf(String path, String pattern, Object... options) throws IOException {
        Object[] arguments = Stream.concat(
                        Stream.of("pattern", pattern, "path", path, "output_mode", "content"), Stream.of(options))
                .toArray();
        return vault.call("grep", arguments).success();
    }

    @Test
    void lineNumbersAreThoseThatReadShows() throws IOException {
        vault.write("lines.md", "{--gone\ngone too\n--}first\n{++new\n++}needle\n");
        assertThat(vault.read("lines.md").text()).contains("     3\tneedle");
        assertThat(contentOf("lines.md", "needle|gone")).isEqualTo("lines.md:3:needle");
    }

    @Test
    void grepStopsAtItsTimeLimitAndSaysSo() throws IOException {
        var seconds = new AtomicLong();
        Thread caller = Thread.currentThread();
        var limits = new SearchLimits(
                Duration.ofSeconds(10),
                Long.MAX_VALUE,
                () -> Thread.currentThread().equals(caller)
                        ? 0
                        : Duration.ofSeconds(seconds.addAndGet(7)).toNanos());
        var limited = new GrepTool(vault.context, new SearchPool(1), limits);
        // The call starts at 0 s, its search opens a.md at 7 s, and reaches b.txt at 14 s.
        assertThat(VaultFixture.call(limited, VaultFixture.CLAUDE, "pattern", "beta")
                        .success())
                .isEqualTo("a.md\n\n[truncated after 10 seconds; use a simpler pattern or a narrower path]");

        assertThat(VaultFixture.call(limited, VaultFixture.CLAUDE, "pattern", "^s.e ")
                        .success())
                .startsWith("No matches so far.\n\n[truncated after 10 seconds;");
    }

    @Test
    void grepStopsAtItsStepLimitAndSaysSo() throws IOException {
        Files.writeString(root.resolve("long.md"), new BigInteger(100_000, new Random(7)).toString(2));
        var limited = new GrepTool(
                vault.context, SearchPool.SHARED, new SearchLimits(Duration.ofDays(1), 500_000, System::nanoTime));
        assertThat(VaultFixture.call(limited, VaultFixture.CLAUDE, "pattern", "1[01]{300}x", "path", "long.md")
                        .success())
                .isEqualTo(
                        "No matches so far.\n\n[truncated after 500000 steps; use a simpler pattern or a narrower path]");
    }

    @Test
    void theTimeLimitCountsFromTheRequestEvenIfTheSearchNeverStarts() throws IOException {
        var pool = new SearchPool(1);
        var release = new CountDownLatch(1);
        pool.submit("another caller", () -> {
            awaitUninterruptibly(release);
            return false;
        });
        var limited = new GrepTool(
                vault.context, pool, new SearchLimits(Duration.ofMillis(20), Long.MAX_VALUE, System::nanoTime));
        try {
            assertThat(VaultFixture.call(limited, VaultFixture.CLAUDE, "pattern", "beta")
                            .success())
                    .startsWith("No matches so far.");
            // The other tools do not use the threads of searches.
            assertThat(vault.call("glob", "pattern", "*.md").success()).contains("a.md");
            assertThat(vault.read("a.md").success()).contains("alpha");
        } finally {
            release.countDown();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void grepHonoursItsOptions() throws IOException {
        assertThat(vault.call("grep", "pattern", "BETA", "glob", "*.txt", "output_mode", "count", "-i", true)
                        .success())
                .isEqualTo("b.txt:2");
        assertThat(contentOf("b.txt", "beta", "-n", false, "-A", 1, "head_limit", 3))
                .startsWith("b.txt:beta\nb.txt-three\n--\n\n[truncated after 3 lines");
        assertThat(vault.call("grep", "pattern", "two.beta", "output_mode", "content", "multiline", true)
                        .success())
                .isEqualTo("b.txt:2:two\nb.txt:3:beta");
    }

    @Test
    void contextIsLimitedToAHundredLinesOnEachSide() throws IOException {
        vault.write("long.md", "x\n".repeat(300) + "needle\n" + "x\n".repeat(300));
        assertThat(contentOf("long.md", "needle", "-C", 1_000).lines()).hasSize(201);
    }

    @Test
    void anInvalidPatternIsReportedWithItsPosition() throws IOException {
        assertThat(vault.call("grep", "pattern", "ab[z-a]").error())
                .contains("z-a")
                .contains("character 4");
    }

    @Test
    void grepFindsAnEditAtOnce() throws IOException {
        vault.edit("a.md", "alpha", "omicron", vault.session("a.md"));
        assertThat(paths("omicron")).isEqualTo("a.md");
        assertThat(paths("alpha")).isEqualTo("No matches.");
    }

    @Test
    void aLongLineIsCutAroundTheMatch() throws IOException {
        vault.write("long.md", "before ".repeat(200) + "needle" + " after".repeat(200) + "\n");
        assertThat(contentOf("long.md", "needle"))
                .startsWith("long.md:1:…")
                .contains(" before needle after ")
                .endsWith("… [line truncated: characters 1251-1750 of 2606 shown]");
        assertThat(contentOf("long.md", "before"))
                .startsWith("long.md:1:before before")
                .endsWith("… [line truncated: characters 1-500 of 2606 shown]");
        assertThat(contentOf("long.md", "after$"))
                .endsWith(" after [line truncated: characters 2107-2606 of 2606 shown]");
    }

    @Test
    void contextLinesAreCutAtTheirEnd() throws IOException {
        vault.write("long.md", "needle\n" + "x".repeat(600) + "\n");
        assertThat(contentOf("long.md", "needle", "-A", 1)).contains("[line truncated: 500 of 600 characters shown]");
    }

    @Test
    void grepFindsOpenCommentsAtTheirLines() throws IOException {
        vault.write("c/commented.md", """
                One

                {==Two==}{>>{"author":"Ada","time":1,"person":true}@@Please
                reword<<} words
                Three{>>check this<<}
                {>>{"author":"Ada","time":1,"person":true,"done":true}@@check done<<}
                {>>{"author":"Bot","time":1}@@check hidden<<}
                """);
        assertThat(vault.call("grep", "pattern", "reword|check", "in", "comments", "output_mode", "content", "-C", 2)
                        .success())
                .isEqualTo("c/commented.md:3:Ada: Please reword\nc/commented.md:4:check this");
        assertThat(vault.call("grep", "pattern", "CHECK", "in", "comments", "-i", true, "path", "c")
                        .success())
                .isEqualTo("c/commented.md");
        assertThat(vault.call(
                                "grep",
                                "pattern",
                                ".",
                                "in",
                                "comments",
                                "output_mode",
                                "count",
                                "path",
                                "c/commented.md")
                        .success())
                .isEqualTo("c/commented.md:2");
        assertThat(vault.call("grep", "pattern", "check").success()).isEqualTo("No matches.");
        assertThat(vault.call("grep", "pattern", "One", "in", "comments").success())
                .isEqualTo("No matches.");
    }
}
