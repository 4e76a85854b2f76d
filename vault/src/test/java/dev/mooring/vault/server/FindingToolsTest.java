package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
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
