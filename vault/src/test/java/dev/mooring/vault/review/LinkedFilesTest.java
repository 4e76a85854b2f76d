package dev.mooring.vault.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.vault.Vault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkedFilesTest {

    private static final byte[] PICTURE = {1, 2, 3};

    private Path root;
    private Vault vault;
    private Review review;

    @BeforeEach
    void open(@TempDir Path parent) throws IOException {
        root = Files.createDirectory(parent.resolve("notes"));
        Files.createDirectories(root.resolve("trips/img"));
        Files.createDirectories(root.resolve(".hidden"));
        Files.writeString(root.resolve("trips/a.md"), "[[Ideas]] [b](b.md)\n");
        Files.writeString(root.resolve("trips/b.md"), "b\n");
        Files.writeString(root.resolve("Ideas.md"), "i\n");
        Files.write(root.resolve("trips/img/map.png"), PICTURE);
        Files.write(root.resolve(".hidden/x.png"), PICTURE);
        Files.write(parent.resolve("outside.png"), PICTURE);
        Files.createSymbolicLink(root.resolve("trips/link.png"), parent.resolve("outside.png"));
        vault = Vault.open(root, false);
        review = new Review(vault, InstantSource.system());
    }

    @AfterEach
    void close() throws IOException {
        review.close();
        vault.close();
    }

    @Test
    void imageIsFoundBesideTheDocumentFromTheRootAndByName() throws IOException {
        assertThat(review.linkedImage("trips/a.md", "img/map.png")).contains(PICTURE);
        assertThat(review.linkedImage("Ideas.md", "trips/img/map.png")).contains(PICTURE);
        assertThat(review.linkedImage("Ideas.md", "/trips/img/map.png")).contains(PICTURE);
        assertThat(review.linkedImage("Ideas.md", "MAP.png")).contains(PICTURE);
    }

    @Test
    void ambiguousNameOfAnImageIsNotGuessed() throws IOException {
        Files.write(root.resolve("map.png"), PICTURE);
        Files.createDirectory(root.resolve("other"));

        assertThat(review.linkedImage("other/c.md", "map.png")).contains(PICTURE); // at the root
        Files.delete(root.resolve("map.png"));
        Files.write(root.resolve("trips/map.png"), PICTURE);
        await().untilAsserted(() ->
                assertThat(review.linkedImage("other/c.md", "map.png")).isEmpty());
    }

    @Test
    void fileThatTheIndexDoesNotListIsNotFoundByName() throws IOException {
        Files.write(root.resolve("trips/img/paper.pdf"), PICTURE);
        assertThat(review.linkedImage("Ideas.md", "paper.pdf")).isEmpty();
    }

    @Test
    void imageOutsideOfTheVaultOrInAHiddenFolderIsNotRead() throws IOException {
        assertThat(review.linkedImage("trips/a.md", "../../outside.png")).isEmpty();
        assertThat(review.linkedImage("trips/a.md", "link.png")).isEmpty();
        assertThat(review.linkedImage(
                        "trips/a.md", root.resolveSibling("outside.png").toString()))
                .isEmpty();
        assertThat(review.linkedImage("trips/a.md", "/.hidden/x.png")).isEmpty();
        assertThat(review.linkedImage("trips/a.md", "x.png")).isEmpty();
        assertThat(review.linkedImage("trips/a.md", "a\0.png")).isEmpty();
    }

    @Test
    void linkLeadsToTheDocumentThatTheIndexKnows() {
        assertThat(review.linkedDocument("trips/a.md", "Ideas#Top")).contains("Ideas.md");
        assertThat(review.linkedDocument("trips/a.md", "b.md")).contains("trips/b.md");
        assertThat(review.linkedDocument("trips/a.md", "#Here")).contains("trips/a.md");
        assertThat(review.linkedDocument("trips/a.md", "missing")).isEmpty();
    }
}
