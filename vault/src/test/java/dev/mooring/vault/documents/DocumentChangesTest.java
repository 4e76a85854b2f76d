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

    private final List<String> changes = new CopyOnWriteArrayList<>();
    private DocumentStore store;
    private DocumentStore.Registration registration;

    @BeforeEach
    void open() throws IOException {
        Files.createDirectory(root.resolve("folder"));
        Files.writeString(root.resolve("folder/note.md"), "one");
        store = DocumentStore.open(root, false);
        registration = store.onChange(change -> changes.add(change.kind() + " " + change.path()));
        assertThat(store.awaitIndex(Duration.ofSeconds(20))).isTrue();
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    private void awaitChanges(String... expected) {
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(changes).containsExactly(expected));
    }

    private List<String> changesSoFar() {
        documents();
        return changes;
    }

    private List<Listed> documents() {
        return store.documents(new Resolution.Folder("", root));
    }

    private Resolution.Document document(String path) {
        return (Resolution.Document) store.resolve(path);
    }

    private void write(String path, String text) throws IOException {
        store.change(document(path), _ -> new Change<>(Optional.of(text), "written"));
    }

    /** Replaces the file in one step, as many editors do. A file written in place causes several events. */
    private void save(String path, String text) throws IOException {
        Path draft = Files.writeString(root.resolve(".draft"), text);
        Files.move(draft, root.resolve(path), StandardCopyOption.ATOMIC_MOVE);
    }

    @Nested
    class OwnChanges {

        @Test
        void anOwnChangeIsReportedOnceAndBeforeLaterQueriesReturn() throws IOException {
            store.create("new.md", "text");
            assertThat(changesSoFar()).containsExactly("CREATED new.md");
            write("new.md", "more text");
            assertThat(changesSoFar()).containsExactly("CREATED new.md", "CHANGED new.md");
            store.remove(document("new.md"), "more text");
            assertThat(changesSoFar()).containsExactly("CREATED new.md", "CHANGED new.md", "REMOVED new.md");

            // The folder watch has seen the own changes before this external one, and has not reported them again.
            save("later.md", "later");
            awaitChanges("CREATED new.md", "CHANGED new.md", "REMOVED new.md", "CREATED later.md");
        }

        @Test
        void aWriteOfTheSameTextIsNotReported() throws IOException {
            write("folder/note.md", "one");
            write("folder/note.md", "two");
            assertThat(changesSoFar()).containsExactly("CHANGED folder/note.md");
        }
    }

    @Nested
    class ExternalChanges {

        @Test
        void externalChangesAreReported() throws IOException {
            save("folder/note.md", "two");
            awaitChanges("CHANGED folder/note.md");
            Files.delete(root.resolve("folder/note.md"));
            awaitChanges("CHANGED folder/note.md", "REMOVED folder/note.md");
        }

        @Test
        void aMovedFolderIsReportedForEachDocumentInIt() throws IOException {
            Files.move(root.resolve("folder"), root.resolve("moved"));
            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(changes)
                            .containsExactlyInAnyOrder("REMOVED folder/note.md", "CREATED moved/note.md"));
        }

        @Test
        void changesToOtherFilesAreNotReported() throws IOException {
            save("image.png", "x");
            save(".hidden.md", "x");
            save("seen.md", "x");
            awaitChanges("CREATED seen.md");
        }
    }

    @Nested
    class Listeners {

        @Test
        void aClosedRegistrationReceivesNoChanges() throws IOException {
            registration.close();
            registration.close();
            store.create("new.md", "text");
            assertThat(changesSoFar()).isEmpty();
        }

        @Test
        void aListenerCanQueryTheStore() throws IOException {
            List<Integer> counted = new CopyOnWriteArrayList<>();
            store.onChange(_ -> counted.add(documents().size()));
            store.create("new.md", "text");
            changesSoFar();
            assertThat(counted).containsExactly(2);
        }

        @Test
        void aFailingListenerDoesNotAffectTheOthers() throws IOException {
            List<String> others = new CopyOnWriteArrayList<>();
            store.onChange(_ -> {
                throw new IllegalStateException("broken");
            });
            store.onChange(change -> others.add(change.path()));
            store.create("new.md", "text");
            changesSoFar();
            assertThat(others).containsExactly("new.md");
        }
    }
}
