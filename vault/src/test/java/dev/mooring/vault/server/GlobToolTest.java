package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.server.VaultFixture.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GlobToolTest {

    @TempDir
    Path root;

    private VaultFixture vault;

    @BeforeEach
    void open() throws IOException {
        vault = new VaultFixture(root);
        write("a.md", 1);
        write("b.txt", 3);
        write("sub/c.markdown", 2);
        write("sub/image.png", 4);
        write(".hidden/d.md", 5);
    }

    private void write(String path, int second) throws IOException {
        Files.setLastModifiedTime(vault.write(path, "text"), FileTime.fromMillis(second * 1_000L));
    }

    @AfterEach
    void close() throws IOException {
        vault.close();
    }

    private Result glob(String pattern) throws IOException {
        return vault.call("glob", "pattern", pattern);
    }

    private Result glob(String pattern, String path) throws IOException {
        return vault.call("glob", "pattern", pattern, "path", path);
    }

    @Test
    void globListsDocumentsNewestFirst() throws IOException {
        assertThat(glob("**/*").success()).isEqualTo("b.txt\nsub/c.markdown\na.md");
        assertThat(glob("**/*.{md,txt}", ".").success()).isEqualTo("b.txt\na.md");
    }

    @Test
    void attachmentsAreListedOnlyIfThePatternNamesTheirExtension() throws IOException {
        write("based.md", 6);
        write("based.base", 7);
        write("based.png", 8);
        try (var opened = new VaultFixture(root)) {
            assertThat(opened.call("glob", "pattern", "*based*").success()).isEqualTo("based.md");
            assertThat(opened.call("glob", "pattern", "base*").success()).isEqualTo("based.md");
            assertThat(opened.call("glob", "pattern", "*.base").success()).isEqualTo("based.base");
            assertThat(opened.call("glob", "pattern", "*.{md,PNG,png}").success())
                    .isEqualTo("based.png\nbased.md\na.md");
            assertThat(opened.call("glob", "pattern", "*{.base,.png}").success())
                    .isEqualTo("based.png\nbased.base");
            assertThat(opened.call("glob", "pattern", "{based,png}.{md,*}").success())
                    .isEqualTo("based.md");
            assertThat(opened.call("glob", "pattern", "*.pn*").success()).isEqualTo("No documents match *.pn*.");
        }
    }

    @Test
    void thePatternIsRelativeToThePath() throws IOException {
        assertThat(glob("*", "sub").success()).isEqualTo("sub/c.markdown");
        assertThat(glob("sub/*", "sub").success()).isEqualTo("No documents match sub/*.");
    }

    @Test
    void aTruncatedListSaysSo() throws IOException {
        for (int i = 0; i < 1_001; i++) {
            Files.createFile(root.resolve("many" + i + ".md"));
        }
        try (var opened = new VaultFixture(root)) {
            String found = opened.call("glob", "pattern", "many*").success();
            assertThat(found.lines().filter(line -> line.startsWith("many"))).hasSize(1_000);
            assertThat(found).endsWith("\n\n[truncated: the newest 1000 of 1001 documents; use a narrower pattern]");
        }
    }

    @Test
    void eachFailureNamesItsReason() throws IOException {
        assertThat(glob("x".repeat(501)).error()).contains("500 characters");
        assertThat(glob("[").error()).contains("unclosed");
        assertThat(glob("*", "nowhere").error()).contains("There is no folder");
        assertThat(glob("*", "..").error()).contains("..");
        assertThat(glob("*", "a.md").error()).contains("is a document");
    }
}
