package dev.mooring.vault.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mooring.vault.files.DocumentFiles.Change;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program that keeps exchanging folders and files of the vault for symbolic links reaches nothing outside the vault. */
class SwappedLinksTest {

    private static final String SECRET = "a secret outside the vault";

    @TempDir
    Path temporary;

    private Path root;
    private Path outside;
    private VaultFolder folder;
    private LinuxFiles linux;

    @BeforeEach
    void aVaultWithALinkBesideEachTarget() throws IOException {
        assumeTrue(LinuxFiles.instance().isPresent(), "files can be exchanged");
        linux = LinuxFiles.instance().get();
        root = Files.createDirectory(temporary.toRealPath().resolve("vault"));
        outside = Files.createDirectory(temporary.toRealPath().resolve("outside"));
        Files.writeString(outside.resolve("idea.md"), SECRET);
        Files.writeString(outside.resolve("only-outside.md"), SECRET);
        Files.createDirectories(root.resolve("top/notes"));
        Files.writeString(root.resolve("top/notes/idea.md"), "idea");
        Files.createSymbolicLink(root.resolve("top/link"), outside);
        Files.writeString(root.resolve("direct.md"), "idea");
        Files.createSymbolicLink(root.resolve("link.md"), outside.resolve("idea.md"));
        folder = new VaultFolder(root, false);
    }

    /** Exchanges a folder and a file for links, until it is stopped. */
    private final class Attacker {
        private final AtomicInteger exchanges = new AtomicInteger();
        private final AtomicReference<IOException> failure = new AtomicReference<>();
        private final int opened;
        private volatile boolean stopped;
        private final Thread thread;

        Attacker() throws IOException {
            opened = linux.openFolder(root);
            thread = Thread.ofPlatform().start(this::run);
        }

        private void run() {
            while (!stopped && failure.get() == null) {
                exchange("top/notes", "top/link");
                exchange("direct.md", "link.md");
            }
        }

        private void exchange(String target, String link) {
            try {
                if (linux.exchange(opened, Path.of(target), Path.of(link))) {
                    exchanges.incrementAndGet();
                }
            } catch (NoSuchFileException e) {
                // An operation has moved or removed one of the two, or is about to. The next exchange may work.
                Thread.onSpinWait();
            } catch (IOException e) {
                failure.set(e);
            }
        }

        void stop() throws InterruptedException {
            stopped = true;
            thread.join();
            linux.close(opened);
        }
    }

    private interface Operation {
        void run(int n) throws IOException;
    }

    /** Runs an operation while a folder and a file are exchanged for links. The operation may fail. */
    private void attacked(int times, Operation operation) throws Exception {
        String before = contentOutside();
        var attacker = new Attacker();
        try {
            for (int n = 0; n < times; n++) {
                runOrFail(operation, n);
            }
        } finally {
            attacker.stop();
        }
        assertThat(attacker.failure.get()).isNull();
        assertThat(attacker.exchanges).hasPositiveValue();
        assertThat(contentOutside()).isEqualTo(before);
    }

    private static void runOrFail(Operation operation, int n) {
        try {
            operation.run(n);
        } catch (IOException e) {
            assertThat(FileProblem.describe(e)).doesNotContain("outside");
        }
    }

    /** Returns the names, attributes and contents of all files outside the vault. */
    private String contentOutside() throws IOException {
        try (Stream<Path> files = Files.walk(outside)) {
            var content = new TreeMap<Path, String>();
            for (Path file : files.toList()) {
                String text = Files.isRegularFile(file) ? Files.readString(file) : "";
                content.put(file, Files.getAttribute(file, "unix:ctime") + text);
            }
            return content.toString();
        }
    }

    private Optional<Resolution.Document> resolve(int n) {
        Resolution resolution = folder.resolve(n % 2 == 0 ? "top/notes/idea.md" : "direct.md");
        assertThat(resolution.toString()).doesNotContain("outside.md");
        return resolution instanceof Resolution.Document document ? Optional.of(document) : Optional.empty();
    }

    private void read(DocumentFiles files, int n) throws IOException {
        Optional<Resolution.Document> document = resolve(n);
        if (document.isPresent()) {
            assertThat(files.read(document.get()).toString()).doesNotContain(SECRET);
        }
    }

    private void edit(DocumentFiles files, int n) throws IOException {
        Optional<Resolution.Document> document = resolve(n);
        if (document.isPresent()) {
            files.change(document.get(), raw -> {
                assertThat(raw).doesNotContain(SECRET);
                return new Change<>(Optional.of("idea " + n), true);
            });
        }
    }

    private static void create(DocumentFiles files, int n) throws IOException {
        files.create((n % 3 == 0 ? "top/notes/new-" + n + "/a" : "top/notes/new-" + n) + ".md", "new");
    }

    private void list() throws IOException {
        DocumentWalk.walk(folder, root.resolve("top/notes"), new DocumentWalk.Visitor() {
            @Override
            public void document(DocumentWalk.Listed document) {
                assertThat(document.path()).doesNotContain("outside");
            }

            @Override
            public void folder(Path visited) {}
        });
    }

    @Test
    @Timeout(60)
    void readsReturnNothingFromOutside() throws Exception {
        try (var files = new DocumentFiles(folder)) {
            attacked(3_000, n -> read(files, n));
        }
    }

    @Test
    @Timeout(60)
    void readsOfTheIndexReturnNothingFromOutside() throws Exception {
        Path file = root.resolve("top/notes/idea.md");
        attacked(2_000, _ -> assertThat(folder.bytes(file)).asString().doesNotContain(SECRET));
    }

    @Test
    @Timeout(60)
    void listsContainNothingFromOutside() throws Exception {
        attacked(10_000, _ -> list());
    }

    @Test
    @Timeout(60)
    void editsReachNothingOutside() throws Exception {
        try (var files = new DocumentFiles(folder)) {
            attacked(500, n -> edit(files, n));
        }
    }

    @Test
    @Timeout(60)
    void createMakesNothingOutside() throws Exception {
        try (var files = new DocumentFiles(folder)) {
            attacked(500, n -> create(files, n));
        }
    }

    @Test
    @Timeout(60)
    void removeRemovesNothingOutside() throws Exception {
        try (var files = new DocumentFiles(folder)) {
            attacked(3_000, _ -> {
                Optional<Resolution.Document> document = resolve(0);
                if (document.isPresent()) {
                    files.remove(document.get(), SECRET);
                }
            });
        }
    }

    @Test
    @Tag("long")
    @Timeout(1_200)
    void oneHundredThousandOperationsReachNothingOutside() throws Exception {
        List<Operation> operations = new ArrayList<>();
        try (var files = new DocumentFiles(folder)) {
            operations.add(n -> edit(files, n));
            operations.add(n -> create(files, n));
            operations.add(n -> {
                // The list becomes long: it contains all documents that were created.
                if (n % 20 == 0) {
                    list();
                }
            });
            while (operations.size() < 20) {
                operations.add(n -> read(files, n));
            }
            attacked(100_000, n -> operations.get(n % operations.size()).run(n / operations.size()));
        }
    }
}
