package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class AttachmentsTest {

    /** A PNG of one pixel. */
    private static final byte[] PIXEL = Base64.getDecoder()
            .decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==");

    @TempDir
    Path root;

    private VaultFixture vault;

    @BeforeEach
    void open() throws IOException {
        write("note.md", "![[pixel.png]]\n![p](images/pixel.png)\n[[plan.canvas]]\n![[gone.png]]\n[[paper.pdf]]\n");
        write("plan.canvas", "{\n  \"nodes\": []\n}\n");
        write("view.base", "filters: x\n");
        write("images/drawing.svg", "<svg/>\n");
        write(".obsidian/icon.canvas", "{}");
        Files.write(root.resolve("images/pixel.png"), PIXEL);
        Files.write(root.resolve("images/photo.JPG"), PIXEL);
        vault = new VaultFixture(root); // only now, so that it lists all files
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @AfterEach
    void close() throws IOException {
        vault.close();
    }

    private ObjectNode read(String path) {
        return vault.tool("read")
                .callOrFail(new ToolArguments(Json.object().put("file_path", path)), VaultFixture.CLAUDE)
                .json();
    }

    @Test
    void anImageIsReadAsImageContentAfterALineOfText() {
        ObjectNode result = read("./images/pixel.png");
        assertThat(result.at("/content/0/text").stringValue())
                .isEqualTo("[image images/pixel.png, image/png, " + PIXEL.length + " bytes]");
        assertThat(result.at("/content/1/type").stringValue()).isEqualTo("image");
        assertThat(result.at("/content/1/mimeType").stringValue()).isEqualTo("image/png");
        assertThat(Base64.getDecoder().decode(result.at("/content/1/data").stringValue()))
                .isEqualTo(PIXEL);
    }

    @Test
    void theTypeOfAnImageIsThatOfItsContent() {
        assertThat(read("images/photo.JPG").at("/content/1/mimeType").stringValue())
                .isEqualTo("image/png");
    }

    @Test
    void canvasesBasesAndSvgAreReadAsText() throws IOException {
        assertThat(vault.read("plan.canvas").success())
                .isEqualTo(
                        "     1\t{\n     2\t  \"nodes\": []\n     3\t}\n\n[plan.canvas can be read, but not edited]");
        assertThat(vault.read("view.base").success()).startsWith("     1\tfilters: x");
        assertThat(vault.read("images/drawing.svg").success()).startsWith("     1\t<svg/>");
        assertThat(vault.call("read", "file_path", "plan.canvas", "offset", 2, "limit", 1)
                        .success())
                .startsWith("     2\t  \"nodes\": []\n\n[lines 2-2 of 3; more follows, continue with offset 3]");
        assertThat(vault.call("read", "file_path", "plan.canvas", "offset", 9).error())
                .contains("past the end");
    }

    @Test
    void aLongLineOfACanvasCanBeReadToItsEnd() throws IOException {
        vault.write("long.canvas", "a".repeat(2_000) + "b".repeat(500));

        assertThat(vault.read("long.canvas").success()).contains("continue with offset 1 and char_offset 2001");
        assertThat(vault.call("read", "file_path", "long.canvas", "char_offset", 2_001)
                        .success())
                .isEqualTo("     1\t" + "b".repeat(500) + "\n\n[long.canvas can be read, but not edited]");
        assertThat(vault.call("read", "file_path", "long.canvas", "char_offset", 2_501)
                        .error())
                .isEqualTo("char_offset 2501 is past the end: line 1 has 2500 characters.");
    }

    @Test
    void aLargeImageIsNotShown() throws IOException {
        Files.write(root.resolve("large.png"), Arrays.copyOf(PIXEL, 5_000_001));
        assertThat(vault.read("large.png").error()).contains("5000001 bytes").contains("smaller");
        Files.write(root.resolve("huge.png"), Arrays.copyOf(PIXEL, 17 * 1024 * 1024));
        assertThat(vault.read("huge.png").error()).contains("larger than 16 MB");
    }

    @Test
    void aFileThatIsNeitherTextNorImageIsAnError() throws IOException {
        Files.write(root.resolve("broken.png"), new byte[100]);
        assertThat(vault.read("broken.png").error()).contains("neither text nor a PNG");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none.png", ".obsidian/icon.canvas", "images/none.canvas"})
    void aMissingOrHiddenAttachmentIsNotFound(String path) throws IOException {
        assertThat(vault.read(path).error())
                .contains("There is no file " + path)
                .contains("Use glob");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../x.png", "/etc/x.png", "a\\b.png", "%2e%2e/x.png"})
    void anAttachmentIsNeverOutsideTheVault(String path) throws IOException {
        vault.read(path).error();
    }

    @Test
    void aSymbolicLinkToAnImageOutsideIsRefused(@TempDir Path elsewhere) throws IOException {
        Files.write(elsewhere.resolve("secret.png"), PIXEL);
        Files.createSymbolicLink(root.resolve("link.png"), elsewhere.resolve("secret.png"));
        assertThat(vault.read("link.png").error()).contains("leaves the vault");
    }

    @Test
    void attachmentsCannotBeEditedOrCreated() throws IOException {
        String session = vault.session("note.md");
        assertThat(vault.edit("plan.canvas", "nodes", "edges", session).error()).contains("but not changed");
        assertThat(vault.edit("images/pixel.png", "a", "b", session).error()).contains("but not changed");
        assertThat(vault.call("insert", "file_path", "plan.canvas", "content", "x", "session_id", session)
                        .error())
                .contains("but not changed");
        assertThat(vault.call("create", "file_path", "new.canvas", "content", "{}")
                        .error())
                .contains("cannot be created here");
        assertThat(root.resolve("plan.canvas")).hasContent("{\n  \"nodes\": []\n}\n");
    }

    @Test
    void globListsAttachmentsIfThePatternNamesTheirExtension() throws IOException {
        assertThat(vault.call("glob", "pattern", "**/*.{png,jpg,JPG}").success().lines())
                .containsExactlyInAnyOrder("images/pixel.png", "images/photo.JPG");
        assertThat(vault.call("glob", "pattern", "*.canvas").success()).isEqualTo("plan.canvas");
        assertThat(vault.call("glob", "pattern", "*.svg", "path", "images").success())
                .isEqualTo("images/drawing.svg");
        assertThat(vault.call("glob", "pattern", "**").success()).isEqualTo("note.md");
    }

    @Test
    void globFollowsChangesOfAttachmentsOnDisk() throws IOException {
        assertThat(vault.call("glob", "pattern", "**/*.base").success()).isEqualTo("view.base");
        Files.move(root.resolve("view.base"), root.resolve("images/moved.base"));
        await().untilAsserted(() ->
                assertThat(vault.call("glob", "pattern", "**/*.base").success()).isEqualTo("images/moved.base"));
        Files.delete(root.resolve("images/moved.base"));
        await().untilAsserted(() ->
                assertThat(vault.call("glob", "pattern", "**/*.base").success()).startsWith("No documents"));
    }

    @Test
    void linksToAttachmentsAreListedAndMissingOnesAreUnresolved() throws IOException {
        assertThat(vault.call("get_links", "file_path", "note.md").success()).isEqualTo("""
                Backlinks to note.md (0):

                Forward links (0):

                Attachments (3):
                  images/pixel.png (line 1: ![[pixel.png]])
                  images/pixel.png (line 2: [p](images/pixel.png))
                  plan.canvas (line 3: [[plan.canvas]])

                Unresolved links (1):
                  line 4: ![[gone.png]]""");
        vault.write("gone.png", "x");
        await().untilAsserted(() -> assertThat(
                        vault.call("get_links", "file_path", "note.md").success())
                .contains("gone.png (line 4: ![[gone.png]])")
                .doesNotContain("Unresolved"));
    }
}
