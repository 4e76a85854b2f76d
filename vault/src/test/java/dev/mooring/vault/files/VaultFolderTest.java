package dev.mooring.vault.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class VaultFolderTest {

    @TempDir
    Path temporary;

    private Path root;
    private VaultFolder folder;

    @BeforeEach
    void aVaultBesideASecret() throws IOException {
        root = Files.createDirectory(temporary.resolve("vault"));
        Files.writeString(temporary.resolve("secret.md"), "secret");
        Files.createDirectory(temporary.resolve("vault-not"));
        Files.writeString(temporary.resolve("vault-not/secret.md"), "secret");
        Files.createDirectories(root.resolve("notes/deep"));
        Files.writeString(root.resolve("notes/idea.md"), "idea");
        Files.createDirectory(root.resolve(".git"));
        Files.writeString(root.resolve(".git/notes.md"), "hidden");
        Files.writeString(root.resolve("image.png"), "png");
        folder = new VaultFolder(root, false);
    }

    private String document(String path) {
        Resolution resolution = folder.resolve(path);
        assertThat(resolution).isInstanceOf(Resolution.Document.class);
        return ((Resolution.Document) resolution).path();
    }

    @ParameterizedTest
    @FieldSource("dev.mooring.vault.files.PathAttacks#OUT_OF_THE_FOLDER")
    void pathsThatLeaveTheFolderAreRefused(String path) {
        assertThat(folder.resolve(path)).isInstanceOf(Resolution.Refused.class);
    }

    @ParameterizedTest
    @FieldSource("dev.mooring.vault.files.PathAttacks#TO_NOTHING_VISIBLE")
    void pathsToHiddenOrMissingFilesAreMissing(String path) {
        assertThat(folder.resolve(path)).isInstanceOf(Resolution.Missing.class);
    }

    @Test
    void veryLongPathsAndNamesAreNotFound() {
        assertThat(folder.resolve("a".repeat(300) + ".md")).isInstanceOf(Resolution.Missing.class);
        assertThat(folder.resolve("a/".repeat(2_000) + "b.md")).isInstanceOf(Resolution.Refused.class);
    }

    @Nested
    class SymbolicLinks {

        @Test
        void aLinkInsideTheVaultResolvesToItsDocument() throws IOException {
            Files.createSymbolicLink(root.resolve("alias.md"), Path.of("notes/idea.md"));
            Files.createSymbolicLink(root.resolve("folder"), Path.of("notes"));
            assertThat(document("alias.md")).isEqualTo("notes/idea.md");
            assertThat(document("folder/idea.md")).isEqualTo("notes/idea.md");
        }

        @Test
        void aLinkOutOfTheVaultIsRefused() throws IOException {
            Files.createSymbolicLink(root.resolve("out.md"), temporary.resolve("secret.md"));
            Files.createSymbolicLink(root.resolve("up"), Path.of(".."));
            Files.createSymbolicLink(root.resolve("similar"), temporary.resolve("vault-not"));
            assertThat(folder.resolve("out.md")).isInstanceOf(Resolution.Refused.class);
            assertThat(folder.resolve("up/secret.md")).isInstanceOf(Resolution.Refused.class);
            assertThat(folder.resolve("similar/secret.md")).isInstanceOf(Resolution.Refused.class);
            assertThat(folder.fileForNew("up/new.md")).isEmpty();
        }

        @Test
        void nothingIsLookedUpInAFolderOutside() throws IOException {
            Files.writeString(temporary.resolve("vault-not/Twin.md"), "x");
            Files.writeString(temporary.resolve("vault-not/twin.md"), "y");
            Files.createSymbolicLink(root.resolve("away"), temporary.resolve("vault-not"));
            assertThat(folder.resolve("away/TWIN.md")).isInstanceOf(Resolution.Refused.class);
            assertThat(folder.resolve("away/absent.md")).isEqualTo(folder.resolve("away/secret.md"));
        }

        @Test
        void aLinkToAHiddenFolderIsHidden() throws IOException {
            Files.createSymbolicLink(root.resolve("git"), Path.of(".git"));
            assertThat(folder.resolve("git")).isInstanceOf(Resolution.Missing.class);
            assertThat(folder.resolve("git/notes.md")).isInstanceOf(Resolution.Missing.class);
            assertThat(folder.fileForNew("git/new.md")).isEmpty();
            assertThat(folder.fileForNew("git/hooks/new.md")).isEmpty();
        }

        @Test
        void anAbsoluteLinkInsideTheVaultResolvesToItsDocument() throws IOException {
            Files.createSymbolicLink(
                    root.resolve("absolute"), root.resolve("notes").toAbsolutePath());
            assertThat(document("absolute/idea.md")).isEqualTo("notes/idea.md");
            assertThat(folder.fileForNew("absolute/new.md"))
                    .hasValue(root.toRealPath().resolve("notes/new.md"));
        }

        @Test
        void aLinkToAHiddenOrOtherFileIsNotADocument() throws IOException {
            Files.createSymbolicLink(root.resolve("hidden.md"), Path.of(".git/notes.md"));
            Files.createSymbolicLink(root.resolve("picture.md"), Path.of("image.png"));
            Files.createSymbolicLink(root.resolve("loop.md"), Path.of("loop.md"));
            assertThat(folder.resolve("hidden.md")).isInstanceOf(Resolution.Missing.class);
            assertThat(folder.resolve("picture.md")).isInstanceOf(Resolution.Refused.class);
            assertThat(folder.resolve("loop.md")).isInstanceOf(Resolution.Missing.class);
        }
    }

    @Test
    void pipesAndDevicesAreRefused() throws Exception {
        Process mkfifo = new ProcessBuilder("mkfifo", root.resolve("pipe.md").toString()).start();
        assertThat(mkfifo.waitFor(10, TimeUnit.SECONDS)).isTrue();
        Files.createSymbolicLink(root.resolve("device.md"), Path.of("/dev/zero"));
        assertThat(folder.resolve("pipe.md")).isInstanceOf(Resolution.Refused.class);
        assertThat(folder.resolve("device.md")).isInstanceOf(Resolution.Refused.class);
    }

    @Nested
    class Spelling {

        @Test
        void aPathResolvesIfOnlyTheCaseDiffers() {
            assertThat(document("NOTES/Idea.MD")).isEqualTo("notes/idea.md");
            assertThat(document("./notes//idea.md")).isEqualTo("notes/idea.md");
        }

        @Test
        void aPathResolvesIfOnlyTheUnicodeFormDiffers() throws IOException {
            String composed = "Caf\u00e9.md";
            Files.writeString(root.resolve(Normalizer.normalize(composed, Normalizer.Form.NFD)), "x");
            assertThat(Normalizer.normalize(document(composed), Normalizer.Form.NFC))
                    .isEqualTo(composed);
            assertThat(Normalizer.normalize(document("CAF\u00c9.md"), Normalizer.Form.NFC))
                    .isEqualTo(composed);
        }

        @Test
        void anAmbiguousSpellingIsReported() throws IOException {
            Files.writeString(root.resolve("Twin.md"), "x");
            Files.writeString(root.resolve("twin.md"), "y");
            assertThat(document("twin.md")).isEqualTo("twin.md");
            assertThat(folder.resolve("TWIN.md")).isInstanceOf(Resolution.Ambiguous.class);
        }
    }

    @Test
    void aFolderResolvesToAFolder() throws IOException {
        assertThat(folder.resolve("notes"))
                .isEqualTo(new Resolution.Folder("notes", root.toRealPath().resolve("notes")));
        assertThat(folder.resolve("./")).isInstanceOf(Resolution.Folder.class);
    }

    @Test
    void hiddenFoldersAreVisibleOnRequestExceptMooringsOwn() throws IOException {
        Files.createDirectory(root.resolve(".mooring"));
        Files.writeString(root.resolve(".mooring/x.md"), "x");
        var all = new VaultFolder(root, true);
        assertThat(all.resolve(".git/notes.md")).isInstanceOf(Resolution.Document.class);
        assertThat(all.resolve(".mooring/x.md")).isInstanceOf(Resolution.Missing.class);
    }

    @Test
    void openingAFileAsAVaultFails() {
        assertThatThrownBy(() -> new VaultFolder(temporary.resolve("secret.md"), false))
                .isInstanceOf(IOException.class);
    }
}
