package dev.mooring.vault.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.search.TimeLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FindingToolsTest {

    @TempDir
    Path root;

    private VaultFixture vault;

    @BeforeEach
    void open() throws IOException {
        write("a.md", "alpha\nbeta {++gamma++}\ndelta\n", 1);
        write("b.txt", "one\ntwo\nbeta\nthree\nfour\nfive\nbeta\n", 3);
        write("sub/c.markdown", "see [[a]] and [[nowhere]]\n", 2);
        write("sub/image.png", "beta", 4);
        write(".hidden/d.md", "beta", 5);
        vault = new VaultFixture(root);
    }

    private void write(String path, String text, int second) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.fromMillis(second * 1_000L));
    }

    @AfterEach
    void close() throws IOException {
        vault.close();
    }

    private String glob(String pattern, @Nullable String path) {
        return vault.glob.run(new FindDocuments.Arguments(pattern, path)).text();
    }

    private String content(String pattern, int around) {
        return vault.grep
                .run(new SearchDocuments.Arguments(
                        pattern, null, null, "content", false, null, around, null, null, null, false))
                .text();
    }

    @Nested
    class Glob {

        @Test
        void listsDocumentsNewestFirst() {
            assertThat(glob("**/*", null)).isEqualTo("b.txt\nsub/c.markdown\na.md");
            assertThat(glob("**/*.{md,txt}", ".")).isEqualTo("b.txt\na.md");
        }

        @Test
        void isRelativeToThePath() {
            assertThat(glob("*", "sub")).isEqualTo("sub/c.markdown");
            assertThat(glob("sub/*", "sub")).isEqualTo("No documents match sub/*.");
        }

        @Test
        void saysWhenItIsCut() throws IOException {
            for (int i = 0; i < 1_001; i++) {
                Files.createFile(root.resolve("many" + i + ".md"));
            }
            try (var opened = new VaultFixture(root)) {
                String found = opened.glob
                        .run(new FindDocuments.Arguments("many*", null))
                        .text();
                assertThat(found.lines().filter(line -> line.startsWith("many")))
                        .hasSize(1_000);
                assertThat(found).endsWith("\n\n[cut: the newest 1000 of 1001 documents; use a narrower pattern]");
            }
        }

        @Test
        void saysWhatIsWrong() {
            assertThat(glob("x".repeat(501), null)).contains("500 characters");
            assertThat(glob("[", null)).contains("unclosed");
            assertThat(glob("*", "nowhere")).contains("There is no folder");
            assertThat(glob("*", "..")).contains("..");
        }
    }

    @Nested
    class GrepSearches {

        @Test
        void theAcceptedViewForPathsByDefault() {
            assertThat(vault.grep.run(SearchDocuments.Arguments.of("beta")).text())
                    .isEqualTo("a.md\nb.txt");
            assertThat(vault.grep
                            .run(SearchDocuments.Arguments.of("beta gamma"))
                            .text())
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
            assertThat(vault.grep.run(SearchDocuments.Arguments.of("alpha")).text())
                    .isEqualTo("No matches.");
        }
    }

    @Test
    void getLinksShowsTheAcceptedViewAndWhatIsAmbiguous() throws IOException {
        vault.close();
        write("x/twin.md", "", 6);
        write("y/twin.md", "", 6);
        write("links.md", "{--[[a]]\n--}{++[[b]]++}\n\n[[twin]]\n", 6);
        vault = new VaultFixture(root);
        assertThat(vault.links.run(new ListLinks.Arguments("links.md")).text()).isEqualTo("""
                Backlinks to links.md (0):

                Forward links (1):
                  b.txt (line 1: [[b]])

                Ambiguous links (1):
                  line 3: [[twin]] could be x/twin.md or y/twin.md""");
        vault.edit("links.md", "[[twin]]", "[[sub/c]]", vault.session("links.md"));
        assertThat(vault.links.run(new ListLinks.Arguments("links.md")).text())
                .contains("sub/c.markdown (line 3: [[sub/c]])")
                .doesNotContain("twin");
    }

    @Test
    void getLinksListsThemWithTheirLines() {
        assertThat(vault.links.run(new ListLinks.Arguments("a.md")).text())
                .isEqualTo("Backlinks to a.md (1):\n  sub/c.markdown:1: [[a]]\n\nForward links (0):");
        assertThat(vault.links.run(new ListLinks.Arguments("sub/c.markdown")).text())
                .isEqualTo("Backlinks to sub/c.markdown (0):\n\nForward links (1):\n  a.md (line 1: [[a]])\n\n"
                        + "Unresolved links (1):\n  line 1: [[nowhere]]");
        assertThat(vault.links.run(new ListLinks.Arguments("none.md")).isError())
                .isTrue();
    }

    @Nested
    class Create {

        private ToolText create(String path, String content) throws IOException {
            return vault.create.run(new CreateDocument.Arguments(path, content, null), VaultFixture.CLAUDE);
        }

        @Test
        void makesOneSuggestionThatCountsAsRead() throws IOException {
            ToolText answer = create("new/n.md", "---\ntags: [x]\n---\n# New\n");
            assertThat(answer.isError()).as(answer.text()).isFalse();
            String raw = Files.readString(root.resolve("new/n.md"));
            assertThat(raw)
                    .startsWith("---\ntags: [x]\n---\n{++{\"author\":\"Claude\"")
                    .endsWith("# New\n++}");
            assertThat(MarkedText.parse(raw).isProposedDocument()).isTrue();
            assertThat(vault.edit("new/n.md", "New", "Newer", answer.session().orElseThrow())
                            .isError())
                    .isFalse();
            assertThat(vault.read("new/n.md").text()).contains("     4\t# Newer");
        }

        @Test
        void continuesASessionAndMakesNothingInAnUnknownOne() throws IOException {
            String session = vault.session("a.md");
            var continued = new CreateDocument.Arguments("n.md", "New.\n", session);
            assertThat(vault.create.run(continued, VaultFixture.CLAUDE).text())
                    .endsWith("\n\n[session: " + session + "]");
            assertThat(vault.edit("a.md", "alpha", "omega", session).isError()).isFalse();
            assertThat(vault.edit("n.md", "New", "Newer", session).isError()).isFalse();

            var unknown = new CreateDocument.Arguments("m.md", "New.\n", "never-minted");
            assertThat(vault.create.run(unknown, VaultFixture.CLAUDE).isError()).isTrue();
            assertThat(root.resolve("m.md")).doesNotExist();
        }

        @Test
        void isRefusedForTooMuchText() throws IOException {
            assertThat(create("n.md", "x".repeat(4_000_001)).text()).contains("at most 4000000 characters");
            assertThat(root.resolve("n.md")).doesNotExist();
        }

        @Test
        void isRefusedWhereADocumentIs() throws IOException {
            assertThat(create("a.md", "x").text()).contains("exists");
            assertThat(create("x.exe", "x").isError()).isTrue();
            assertThat(create("y.md", "{++x++}").text()).contains("CriticMarkup");
        }
    }

    @Test
    void everyToolHasASchemaThatNamesItsRequiredProperties() {
        Stream.of(
                        ReadDocument.DEFINITION,
                        EditDocument.DEFINITION,
                        CreateDocument.DEFINITION,
                        FindDocuments.DEFINITION,
                        SearchDocuments.DEFINITION,
                        ListLinks.DEFINITION)
                .forEach(definition -> {
                    JsonNode schema = JsonMapper.shared().readTree(definition.inputSchema());
                    assertThat(schema.path("required")).isNotEmpty();
                    schema.path("required")
                            .forEach(
                                    name -> assertThat(schema.path("properties").has(name.stringValue()))
                                            .as(definition.name())
                                            .isTrue());
                });
    }
}
