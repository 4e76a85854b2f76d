package dev.mooring.vault.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.vault.files.DocumentFiles.Change;
import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.files.Resolution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DocumentChangesTest {

    @TempDir
    Path root;

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private DocumentStore vault;
    private DocumentStore.Registration registration;

    @BeforeEach
    void open() throws IOException {
        Files.createDirectory(root.resolve("folder"));
        Files.writeString(root.resolve("folder/note.md"), "one");
        vault = DocumentStore.open(root, false);
        registration = vault.onChange(change -> heard.add(change.kind() + " " + change.path()));
        assertThat(vault.awaitIndex(Duration.ofSeconds(20))).isTrue();
    }

    @AfterEach
    void close() throws IOException {
        vault.close();
    }

    private void awaitHeard(String... expected) {
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(heard).containsExactly(expected));
    }

    private List<String> heardSoFar() {
        documents();
        return heard;
    }

    private List<Listed> documents() {
        return vault.documents(new Resolution.Folder("", root));
    }

    private Resolution.Document document(String path) {
        return (Resolution.Document) vault.resolve(path);
    }

    private void write(String path, String text) throws IOException {
        vault.change(document(path), _ -> new Change<>(Optional.of(text), "written"));
    }

    /** In one step, as many editors do: a file that is written in place is heard of more than once. */
    private void save(String path, String text) throws IOException {
        Path draft = Files.writeString(root.resolve(".draft"), text);
        Files.move(draft, root.resolve(path), StandardCopyOption.ATOMIC_MOVE);
    }

    @Nested
    class WhatIsDoneHere {

        @Test
        void isHeardOnceAndBeforeAnybodyIsAnsweredAboutDocuments() throws IOException {
            vault.create("new.md", "text");
            assertThat(heardSoFar()).containsExactly("APPEARED new.md");
            write("new.md", "more text");
            assertThat(heardSoFar()).containsExactly("APPEARED new.md", "CHANGED new.md");
            vault.remove(document("new.md"), "more text");
            assertThat(heardSoFar()).containsExactly("APPEARED new.md", "CHANGED new.md", "GONE new.md");

            // What the watching thread sees of all that is no news by the time it sees a later change of others.
            save("later.md", "later");
            awaitHeard("APPEARED new.md", "CHANGED new.md", "GONE new.md", "APPEARED later.md");
        }

        @Test
        void isNotHeardIfItLeavesTheTextAsItWas() throws IOException {
            write("folder/note.md", "one");
            write("folder/note.md", "two");
            assertThat(heardSoFar()).containsExactly("CHANGED folder/note.md");
        }
    }

    @Nested
    class WhatOthersDo {

        @Test
        void isHeard() throws IOException {
            save("folder/note.md", "two");
            awaitHeard("CHANGED folder/note.md");
            Files.delete(root.resolve("folder/note.md"));
            awaitHeard("CHANGED folder/note.md", "GONE folder/note.md");
        }

        @Test
        void withAFolderIsHeardForItsDocuments() throws IOException {
            Files.move(root.resolve("folder"), root.resolve("moved"));
            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(heard)
                            .containsExactlyInAnyOrder("GONE folder/note.md", "APPEARED moved/note.md"));
        }

        @Test
        void toWhatIsNoDocumentIsNotHeard() throws IOException {
            save("image.png", "x");
            save(".hidden.md", "x");
            save("seen.md", "x");
            awaitHeard("APPEARED seen.md");
        }
    }

    @Nested
    class AListener {

        @Test
        void hearsNothingOnceItsListeningIsClosed() throws IOException {
            registration.close();
            registration.close();
            vault.create("new.md", "text");
            assertThat(heardSoFar()).isEmpty();
        }

        @Test
        void mayAskAboutDocuments() throws IOException {
            List<Integer> counted = new CopyOnWriteArrayList<>();
            vault.onChange(_ -> counted.add(documents().size()));
            vault.create("new.md", "text");
            heardSoFar();
            assertThat(counted).containsExactly(2);
        }

        @Test
        void thatFailsLeavesTheOthersTold() throws IOException {
            List<String> others = new CopyOnWriteArrayList<>();
            vault.onChange(_ -> {
                throw new IllegalStateException("broken");
            });
            vault.onChange(change -> others.add(change.path()));
            vault.create("new.md", "text");
            heardSoFar();
            assertThat(others).containsExactly("new.md");
        }
    }
}
