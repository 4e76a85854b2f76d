package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GetLinksToolTest {

    @TempDir
    Path root;

    private VaultFixture vault;

    @BeforeEach
    void open() throws IOException {
        vault = new VaultFixture(root);
        vault.write("a.md", "alpha\n");
        vault.write("b.txt", "beta\n");
        vault.write("sub/c.markdown", "see [[a]] and [[nowhere]]\n");
        vault.write("x/twin.md", "");
        vault.write("y/twin.md", "");
        vault.write("links.md", "{--[[a]]\n--}{++[[b]]++}\n\n[[twin]]\n");
    }

    @AfterEach
    void close() throws IOException {
        vault.close();
    }

    private String links(String path) throws IOException {
        return vault.call("get_links", "file_path", path).success();
    }

    @Test
    void linksAreListedWithTheirLines() throws IOException {
        assertThat(links("a.md")).isEqualTo("Backlinks to a.md (1):\n  sub/c.markdown:1: [[a]]\n\nForward links (0):");
        assertThat(links("sub/c.markdown"))
                .isEqualTo("Backlinks to sub/c.markdown (0):\n\nForward links (1):\n  a.md (line 1: [[a]])\n\n"
                        + "Unresolved links (1):\n  line 1: [[nowhere]]");
    }

    @Test
    void linksOfTheAcceptedViewAndAmbiguousLinksAreListed() throws IOException {
        assertThat(links("links.md")).isEqualTo("""
                Backlinks to links.md (0):

                Forward links (1):
                  b.txt (line 1: [[b]])

                Ambiguous links (1):
                  line 3: [[twin]] could be x/twin.md or y/twin.md""");
    }

    @Test
    void linksReflectAnEditAtOnce() throws IOException {
        vault.edit("links.md", "[[twin]]", "[[sub/c]]", vault.session("links.md"))
                .success();
        assertThat(links("links.md"))
                .contains("sub/c.markdown (line 3: [[sub/c]])")
                .doesNotContain("twin");
    }

    @Test
    void getLinksFailsForAMissingDocument() throws IOException {
        assertThat(vault.call("get_links", "file_path", "none.md").error()).contains("There is no document none.md");
    }
}
