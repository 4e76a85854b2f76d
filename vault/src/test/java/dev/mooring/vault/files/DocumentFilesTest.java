package dev.mooring.vault.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mooring.vault.files.DocumentFiles.Change;
import dev.mooring.vault.files.DocumentFiles.ChangeOutcome;
import dev.mooring.vault.files.DocumentFiles.Creation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentFilesTest {

    @TempDir
    Path root;

    private VaultFolder folder;
    private DocumentFiles files;

    @BeforeEach
    void open() throws IOException {
        folder = new VaultFolder(root, false);
        files = new DocumentFiles(folder);
    }

    @AfterEach
    void close() throws IOException {
        files.close();
    }

    private Resolution.Document document(String path) {
        return (Resolution.Document) folder.resolve(path);
    }

    private ChangeOutcome<String> append(String path, String text) throws IOException {
        return files.change(document(path), raw -> new Change<>(Optional.of(raw + text), raw));
    }

    private interface Task<T> {
        T run(int n) throws IOException;
    }

    private static <T> List<T> inThreads(int count, Task<T> task) throws Exception {
        List<T> results = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<T> future : threads.invokeAll(IntStream.range(0, count)
                    .<Callable<T>>mapToObj(n -> () -> task.run(n))
                    .toList())) {
                results.add(future.get());
            }
        }
        return results;
    }

    @Nested
    class Writing {

        @Test
        void aChangeKeepsOwnerAndPermissions() throws IOException {
            Path file = Files.writeString(root.resolve("a.md"), "a");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
            var owner = Files.getOwner(file);

            append("a.md", "b");

            assertThat(file).hasContent("ab");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-r-----");
            assertThat(Files.getOwner(file)).isEqualTo(owner);
        }

        /** A list that gives a user the right to write, but not the group. */
        private static byte[] accessList() {
            int nobody = -1;
            int[][] entries = {{1, 6, nobody}, {2, 6, 1_234}, {4, 4, nobody}, {16, 6, nobody}, {32, 0, nobody}};
            var list = ByteBuffer.allocate(Integer.BYTES + 8 * entries.length).order(ByteOrder.LITTLE_ENDIAN);
            list.putInt(2);
            for (int[] entry : entries) {
                list.putShort((short) entry[0]).putShort((short) entry[1]).putInt(entry[2]);
            }
            return list.array();
        }

        private Path fileWithAccessList() throws IOException {
            assumeTrue(LinuxFiles.instance().isPresent(), "the system is Linux");
            Path file = Files.writeString(root.resolve("a.md"), "a");
            assumeTrue(LinuxFiles.instance().get().setAccessList(file, accessList()), "there are access control lists");
            assertThat(permissions(file)).isEqualTo("rw-rw----");
            return file;
        }

        private static String permissions(Path file) throws IOException {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        }

        @Test
        void aChangeKeepsTheAccessControlList() throws IOException {
            Path file = fileWithAccessList();
            append("a.md", "b");
            assertThat(file).hasContent("ab");
            assertThat(permissions(file)).isEqualTo("rw-rw----");
            try (PinnedFolder pinned = PinnedFolder.open(LinuxFiles.instance(), root, root);
                    FileLease lease = FileLease.tryTake(pinned.entry(file.getFileName()))) {
                assertThat(lease.accessList()).hasValue(accessList());
            }
        }

        @Test
        void theGroupGainsNoAccessIfTheAccessControlListCannotBeKept() throws IOException {
            Path file = fileWithAccessList();
            var linux = new LinuxFiles() {
                @Override
                boolean setAccessList(Path changed, byte[] list) {
                    return false;
                }
            };
            try (var other = new DocumentFiles(folder, () -> Optional.of(linux), 60_000)) {
                other.change(document("a.md"), raw -> new Change<>(Optional.of(raw + "b"), raw));
            }
            assertThat(file).hasContent("ab");
            assertThat(permissions(file)).isEqualTo("rw-------");
        }

        @Test
        void aChangeThroughASymbolicLinkKeepsTheLink() throws IOException {
            Files.writeString(root.resolve("a.md"), "a");
            Path link = Files.createSymbolicLink(root.resolve("link.md"), Path.of("a.md"));

            append("link.md", "b");

            assertThat(Files.isSymbolicLink(link)).isTrue();
            assertThat(root.resolve("a.md")).hasContent("ab");
        }

        @Test
        void aChangeFailsForAFileWithSeveralHardLinks() throws IOException {
            Files.writeString(root.resolve("a.md"), "a");
            Files.createLink(root.resolve("b.md"), root.resolve("a.md"));

            assertThat(append("a.md", "b")).isInstanceOf(ChangeOutcome.Failed.class);
            assertThat(root.resolve("a.md")).hasContent("a");
        }

        @Test
        void aChangeFailsIfTheDocumentWouldBecomeTooLargeToRead() throws IOException {
            Files.writeString(root.resolve("a.md"), "a");
            String text = "x".repeat((int) FileContent.MAX_BYTES);

            assertThat(append("a.md", text)).isInstanceOf(ChangeOutcome.Failed.class);
            assertThat(root.resolve("a.md")).hasContent("a");
        }

        @Test
        void aChangeLeavesNoTemporaryFiles() throws IOException {
            assumeTrue(LinuxFiles.instance().isPresent(), "there are file leases");
            Files.writeString(root.resolve("a.md"), "a");
            append("a.md", "b");
            try (Stream<Path> left = Files.list(root)) {
                assertThat(left.map(path -> path.getFileName().toString()))
                        .containsExactlyInAnyOrder("a.md", ".mooring");
            }
        }

        @Test
        void aChangeReleasesTheReplacedFileSoon() throws IOException {
            assumeTrue(LinuxFiles.instance().isPresent(), "there are file leases");
            Files.writeString(root.resolve("a.md"), "a");
            append("a.md", "b");
            await().untilAsserted(() -> assertThat(openFiles()).isEmpty());
        }

        @Test
        void closingReleasesAllReplacedFiles() throws IOException {
            assumeTrue(LinuxFiles.instance().isPresent(), "there are file leases");
            Files.writeString(root.resolve("a.md"), "a");
            for (int i = 0; i < 200; i++) {
                append("a.md", "b");
            }
            files.close();
            assertThat(openFiles()).isEmpty();
        }

        /** Returns the files in the folder, deleted ones too, that this process has open for a document. */
        private List<String> openFiles() throws IOException {
            List<String> open = new ArrayList<>();
            try (var descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
                for (Path descriptor : descriptors) {
                    try {
                        open.add(Files.readSymbolicLink(descriptor).toString());
                    } catch (NoSuchFileException e) {
                        // Another thread has closed it.
                    }
                }
            }
            String prefix = root.toRealPath() + "/";
            return open.stream()
                    .filter(file -> file.startsWith(prefix) && !file.endsWith("/.mooring/lock"))
                    .toList();
        }

        @Test
        void theChangeFunctionRunsAgainIfAnEditorReplacesTheFileMeanwhile() throws IOException {
            Path file = Files.writeString(root.resolve("a.md"), "a");
            var times = new AtomicInteger();
            files.change(document("a.md"), raw -> {
                if (times.getAndIncrement() == 0) {
                    save(file, "editor");
                }
                return new Change<>(Optional.of(raw + "!"), raw);
            });
            assertThat(file).hasContent("editor!");
            assertThat(times).hasValue(2);
        }

        private static void save(Path file, String text) {
            try {
                Path draft = Files.writeString(file.resolveSibling(".draft"), text);
                Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        @Test
        void aDocumentIsMissingIfALinkHasTakenThePlaceOfItsFolder(@TempDir Path outside) throws IOException {
            Files.createDirectory(root.resolve("notes"));
            Files.writeString(root.resolve("notes/a.md"), "a");
            Files.writeString(outside.resolve("a.md"), "secret");
            Resolution.Document document = document("notes/a.md");
            Files.move(root.resolve("notes"), root.resolve("moved"));
            Files.createSymbolicLink(root.resolve("notes"), outside);

            try (var withoutSystemCalls = new DocumentFiles(folder, Optional::empty, 60_000)) {
                for (DocumentFiles each : List.of(files, withoutSystemCalls)) {
                    assertThat(each.read(document)).isEqualTo(new FileContent.Missing());
                    assertThat(each.change(document, raw -> new Change<>(Optional.of("x"), raw)))
                            .isInstanceOf(ChangeOutcome.Missing.class);
                    assertThat(each.remove(document, "secret")).isFalse();
                }
            }
            assertThat(outside.resolve("a.md")).hasContent("secret");
        }

        @Test
        void aChangeReportsAMissingDocument() throws IOException {
            Files.writeString(root.resolve("a.md"), "a");
            Resolution.Document document = document("a.md");
            Files.delete(document.file());
            assertThat(files.change(document, raw -> new Change<>(Optional.of(raw), raw)))
                    .isInstanceOf(ChangeOutcome.Missing.class);
        }
    }

    @Nested
    class Reading {

        @Test
        void binaryFilesAndInvalidUtf8AreUnreadable() throws IOException {
            Files.write(root.resolve("binary.md"), new byte[] {'a', 0, 'b'});
            Files.write(root.resolve("latin.md"), "caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
            assertThat(files.read(document("binary.md"))).asString().contains("binary");
            assertThat(files.read(document("latin.md")))
                    .asString()
                    .contains("UTF-8")
                    .contains("byte 3");
        }

        @Test
        void readReturnsTheTextUnchanged() throws IOException {
            String raw = "\uFEFFa\r\n\uFFFD é";
            Files.writeString(root.resolve("a.md"), raw);
            assertThat(files.read(document("a.md"))).isEqualTo(new FileContent.Text(raw));
        }
    }

    @Nested
    class Creating {

        @Test
        void createMakesTheFoldersOnThePath() throws IOException {
            assertThat(files.create("new/folder/a.md", "x")).isInstanceOf(Creation.Created.class);
            assertThat(root.resolve("new/folder/a.md")).hasContent("x");
        }

        @Test
        void createFailsIfThePathIsTaken() throws IOException {
            Files.writeString(root.resolve("a.md"), "a");
            assertThat(files.create("a.md", "x")).isEqualTo(new Creation.Exists("a.md"));
            assertThat(files.create("A.md", "x")).isEqualTo(new Creation.Exists("a.md"));
            assertThat(root.resolve("a.md")).hasContent("a");
        }

        @Test
        void createIsRefusedForHiddenNamesAndOtherFiles() throws IOException {
            for (String path : List.of("a.exe", "../a.md", "/a.md", ".hidden/a.md", "a.md/b.md", ".md")) {
                Files.writeString(root.resolve("a.md"), "a");
                assertThat(files.create(path, "x")).as(path).isInstanceOf(Creation.Refused.class);
            }
        }

        @Test
        void createIsRefusedForNamesWithControlOrBidirectionalCharacters() throws IOException {
            for (String name : List.of("a\u202Emd.md", "\u2066a.md", "a\u200F.md", "a\u061C.md", "a\u200B.md")) {
                assertThat(files.create(name, "x")).as(name).asString().contains("invisible character U+");
            }
            assertThat(files.create("a\u001B[2J.md", "x")).asString().contains("control characters");
            assertThat(files.create("\uD83D\uDC69\u200D\uD83D\uDCBB.md", "x")).isInstanceOf(Creation.Created.class);
        }

        @Test
        void createMakesNothingInAHiddenFolderBehindALink() throws IOException {
            Files.createDirectory(root.resolve(".git"));
            Files.createSymbolicLink(root.resolve("git"), Path.of(".git"));
            assertThat(files.create("git/hooks/a.md", "x")).isInstanceOf(Creation.Refused.class);
            assertThat(root.resolve(".git")).isEmptyDirectory();
        }

        @Test
        void aFailedCreateRemovesTheFoldersThatItMade() {
            String tooLong = "x".repeat(300) + ".md";
            assertThatThrownBy(() -> files.create("new/folder/" + tooLong, "x")).isInstanceOf(IOException.class);
            assertThat(root.resolve("new")).doesNotExist();
        }

        @Test
        void onlyOneOfManyConcurrentCreatesSucceeds() throws Exception {
            List<Creation> outcomes = inThreads(50, n -> files.create("a.md", "by " + n));
            assertThat(outcomes).filteredOn(Creation.Created.class::isInstance).hasSize(1);
        }
    }

    @Nested
    @Tag("process")
    class SeveralProcesses {

        private Process writer(Path file, int writes) throws IOException {
            return new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp",
                            System.getProperty("java.class.path"),
                            AppendingProcess.class.getName(),
                            root.toString(),
                            file.getFileName().toString(),
                            Integer.toString(writes))
                    .redirectErrorStream(true)
                    .start();
        }

        @Test
        void concurrentProcessesLoseNoWrite() throws Exception {
            Path file = Files.writeString(root.resolve("a.md"), "");
            Process first = writer(file, 40);
            Process second = writer(file, 40);
            for (int i = 0; i < 40; i++) {
                append("a.md", "here\n");
            }
            assertThat(first.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readAllLines(file)).hasSize(120);
        }

        @Test
        void aProcessKilledDuringAWriteLeavesTheOldOrTheNewText() throws Exception {
            Path file = Files.writeString(root.resolve("a.md"), "");
            int atLeast = 0;
            for (int round = 0; round < 5; round++) {
                Process process = writer(file, 200);
                long before = atLeast + 10L * round * AppendingProcess.LINE.length();
                await().atMost(Duration.ofSeconds(60))
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> Files.size(file) > before);
                process.destroyForcibly().waitFor();

                List<String> lines = Files.readAllLines(file);
                assertThat(lines).allMatch(AppendingProcess.LINE::equals);
                assertThat(Files.readString(file)).endsWith("\n");
                atLeast = (int) Files.size(file);
            }
            append("a.md", "and the lock is free\n");
            assertThat(Files.readString(file)).endsWith("free\n");
        }
    }

    @Nested
    class MooringsOwnFolder {

        @TempDir
        Path outside;

        @Test
        void nothingIsWrittenIfMooringsFolderIsASymbolicLink() throws IOException {
            Files.writeString(root.resolve("a.md"), "a");
            Files.createSymbolicLink(root.resolve(".mooring"), outside);
            assertThatThrownBy(() -> append("a.md", "b"))
                    .hasMessageContaining(".mooring in the vault is not a folder but a file or a symbolic link");
            assertThat(outside).isEmptyDirectory();
            assertThat(root.resolve("a.md")).hasContent("a");
        }

        @Test
        void nothingIsWrittenIfALinkInMooringsFolderLeadsOutOfTheVault() throws IOException {
            Files.writeString(root.resolve("a.md"), "a");
            Files.createDirectory(root.resolve(".mooring"));
            Files.createSymbolicLink(root.resolve(".mooring/.gitignore"), outside.resolve("ignore"));
            Files.createSymbolicLink(root.resolve(".mooring/lock"), outside.resolve("lock"));
            assertThatThrownBy(() -> append("a.md", "b"))
                    .hasMessageContaining(".mooring/lock in the vault is a symbolic");
            assertThat(outside).isEmptyDirectory();
        }
    }

    @Test
    void concurrentThreadsLoseNoWrite() throws Exception {
        Files.writeString(root.resolve("a.md"), "");
        inThreads(300, _ -> append("a.md", "x"));
        assertThat(Files.size(root.resolve("a.md"))).isEqualTo(300);
    }
}
