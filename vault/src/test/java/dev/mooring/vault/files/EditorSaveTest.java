package dev.mooring.vault.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mooring.vault.files.DocumentFiles.Change;
import dev.mooring.vault.files.DocumentFiles.ChangeOutcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An editor in another process saves a document in place while Mooring changes it. */
@Tag("process")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EditorSaveTest {

    private static final String OLD = "The old text.\n".repeat(2_000);
    private static final String SAVED = "The text that the person saved.\n".repeat(2_000);
    private static final String OTHER = "The text of another person.\n".repeat(2_000);
    private static final String CHANGE = "changed\n";
    private static final List<String> SAVE = List.of("open", "truncate", "half", "rest", "close");

    @TempDir
    Path root;

    @TempDir
    Path drafts;

    private Path file;
    private VaultFolder folder;
    private EditorProcess editor;

    @BeforeEach
    void openEditor() throws IOException {
        file = Files.writeString(root.toRealPath().resolve("a.md"), OLD);
        folder = new VaultFolder(root, false);
        editor = new EditorProcess(file, Files.writeString(drafts.resolve("draft"), SAVED));
    }

    @AfterEach
    void closeEditor() {
        editor.close();
    }

    private Resolution.Document document() {
        return (Resolution.Document) folder.resolve("a.md");
    }

    private ChangeOutcome<Boolean> change(DocumentFiles files) throws IOException {
        return files.change(document(), raw -> new Change<>(Optional.of(CHANGE + raw), true));
    }

    private EditorProcess secondEditor() throws IOException {
        return new EditorProcess(file, Files.writeString(drafts.resolve("other"), OTHER));
    }

    private void sendRest(int from) {
        editor.send(SAVE.subList(from, SAVE.size()).toArray(String[]::new));
    }

    private void awaitRest(int from) {
        editor.await(SAVE.subList(from, SAVE.size()).toArray(String[]::new));
    }

    /** Waits until an editor's open call waits for the end of a lease on the document. */
    private void awaitWaitingOpen() {
        awaitWaitingOpen(file);
    }

    private static void awaitWaitingOpen(Path opened) {
        await().until(() -> {
            String inode = ":" + Files.getAttribute(opened, "unix:ino") + " ";
            return Files.readAllLines(Path.of("/proc/locks")).stream()
                    .anyMatch(lock -> lock.contains("LEASE  BREAKING") && lock.contains(inode));
        });
    }

    private List<String> documents() throws IOException {
        try (Stream<Path> listed = Files.list(root)) {
            return listed.filter(Files::isRegularFile)
                    .filter(path -> path.toString().endsWith(".md"))
                    .map(EditorSaveTest::text)
                    .toList();
        }
    }

    private List<Path> hiddenFiles() throws IOException {
        try (Stream<Path> listed = Files.list(root.toRealPath())) {
            return listed.filter(path -> SwappedFile.parse(path).isPresent()).toList();
        }
    }

    private static String text(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Nested
    class WithLeases {

        private @Nullable DocumentFiles files;

        @BeforeEach
        void open() {
            assumeTrue(LinuxFiles.instance().isPresent(), "there are file leases");
            files = new DocumentFiles(folder);
        }

        private DocumentFiles files() {
            return Objects.requireNonNull(files);
        }

        @AfterEach
        void close() throws IOException {
            assertThat(hiddenFiles()).isEmpty();
            if (files != null) {
                files.close();
            }
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3, 4})
        void aChangeIsRefusedWhileAnEditorPausesInASave(int steps) throws IOException {
            editor.run(SAVE.subList(0, steps).toArray(String[]::new));
            String before = Files.readString(file);

            assertThatThrownBy(() -> change(files()))
                    .isInstanceOf(DocumentBusy.class)
                    .hasMessageContaining("saving a.md")
                    .hasMessageContaining("Try again");
            assertThatThrownBy(() -> files().remove(document(), before)).isInstanceOf(DocumentBusy.class);
            assertThat(file).hasContent(before);

            sendRest(steps);
            awaitRest(steps);
            change(files());
            assertThat(file).hasContent(CHANGE + SAVED);
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3, 4})
        void aChangeWaitsForAnEditorThatFinishesItsSave(int steps) throws IOException {
            editor.run(SAVE.subList(0, steps).toArray(String[]::new));
            var changed = CompletableFuture.supplyAsync(() -> changeUnchecked(files()));
            sendRest(steps);
            awaitRest(steps);
            changed.join();
            assertThat(file).hasContent(CHANGE + SAVED);
        }

        @Test
        void anEditorThatOpensTheFileDuringAChangeSavesFirst() throws IOException {
            var times = new AtomicInteger();
            files().change(document(), raw -> {
                if (times.getAndIncrement() == 0) {
                    sendRest(0);
                    awaitWaitingOpen();
                }
                return new Change<>(Optional.of(CHANGE + raw), true);
            });
            awaitRest(0);
            assertThat(file).hasContent(CHANGE + SAVED);
        }

        @Test
        void theContentStaysAsItIsIfTheFunctionChangesNothing() throws IOException {
            assertThat(files().change(document(), _ -> new Change<>(Optional.empty(), true)))
                    .isInstanceOf(ChangeOutcome.Decided.class);
            assertThat(file).hasContent(OLD);
        }

        @Test
        void aRemovalIsRefusedIfTheEditorHasSavedAnotherText() throws IOException {
            editor.run(SAVE.toArray(String[]::new));
            assertThat(files().remove(document(), OLD)).isFalse();
            assertThat(files().remove(document(), SAVED)).isTrue();
            assertThat(file).doesNotExist();
        }
    }

    private ChangeOutcome<Boolean> changeUnchecked(DocumentFiles files) {
        try {
            return change(files);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Something that happens once, right before or right after the first swap. */
    private static class InterruptedSwap extends LinuxFiles {

        private final Runnable before;
        private final Runnable after;
        private final AtomicBoolean happened = new AtomicBoolean();

        InterruptedSwap(Runnable before, Runnable after) {
            this.before = before;
            this.after = after;
        }

        @Override
        boolean exchange(Path one, Path other) throws IOException {
            boolean isFirst = !happened.getAndSet(true);
            if (isFirst) {
                before.run();
            }
            boolean result = super.exchange(one, other);
            if (isFirst) {
                after.run();
            }
            return result;
        }
    }

    /** Something that happens once, when a file that a swap has hidden is read with a lease on it. */
    private static final class InterruptedCheck extends LinuxFiles {

        private final Runnable beforeSwap;
        private final Runnable whenRead;
        private final AtomicInteger swaps = new AtomicInteger();
        private final AtomicBoolean happened = new AtomicBoolean();

        InterruptedCheck(Runnable beforeSwap, Runnable whenRead) {
            this.beforeSwap = beforeSwap;
            this.whenRead = whenRead;
        }

        @Override
        boolean exchange(Path one, Path other) throws IOException {
            if (swaps.getAndIncrement() == 0) {
                beforeSwap.run();
            }
            return super.exchange(one, other);
        }

        @Override
        byte[] read(int descriptor, long expected, long limit) throws IOException {
            byte[] content = super.read(descriptor, expected, limit);
            if (swaps.get() > 0 && !happened.getAndSet(true)) {
                whenRead.run();
            }
            return content;
        }
    }

    @Nested
    class AroundTheSwap {

        @BeforeEach
        void needsLeases() {
            assumeTrue(LinuxFiles.instance().isPresent(), "there are file leases");
        }

        private DocumentFiles files(Runnable before, Runnable after) {
            var linux = new InterruptedSwap(before, after);
            return new DocumentFiles(folder, () -> Optional.of(linux), 60_000);
        }

        private void openAndWait() {
            sendRest(0);
            awaitWaitingOpen();
        }

        @Test
        void anEditorThatOpensTheFileJustBeforeTheSwapSavesFirst() throws IOException {
            try (var files = files(this::openAndWait, () -> {})) {
                change(files);
            }
            awaitRest(0);
            assertThat(file).hasContent(CHANGE + SAVED);
            assertThat(hiddenFiles()).isEmpty();
        }

        @Test
        void anEditorThatOpensTheFileJustAfterTheSwapSavesLast() throws IOException {
            try (var files = files(() -> {}, () -> editor.run(SAVE.toArray(String[]::new)))) {
                change(files);
            }
            assertThat(file).hasContent(SAVED);
            assertThat(hiddenFiles()).isEmpty();
        }

        @Test
        void aFileThatAnEditorPutsInPlaceJustBeforeTheSwapIsTheBase() throws IOException {
            try (var files = files(() -> replace(SAVED), () -> {})) {
                change(files);
            }
            assertThat(file).hasContent(CHANGE + SAVED);
            assertThat(hiddenFiles()).isEmpty();
        }

        @Test
        void aFileThatAnEditorPutsInPlaceJustAfterTheSwapStays() throws IOException {
            try (var files = files(() -> {}, () -> replace(SAVED))) {
                change(files);
            }
            assertThat(file).hasContent(SAVED);
            assertThat(hiddenFiles()).isEmpty();
        }

        /** The second editor has the new file open while Mooring swaps the files back. */
        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3, 4, 5})
        void theTextsOfTwoEditorsOnBothSidesOfTheSwapAreKept(int steps) throws IOException {
            try (var second = secondEditor();
                    var files = files(
                            this::openAndWait,
                            () -> second.run(SAVE.subList(0, steps).toArray(String[]::new)))) {
                change(files);
                awaitRest(0);
                second.run(SAVE.subList(steps, SAVE.size()).toArray(String[]::new));
                await().untilAsserted(() -> assertThat(documents()).containsExactlyInAnyOrder(CHANGE + SAVED, OTHER));
                assertThat(hiddenFiles()).isEmpty();
            }
        }

        @Test
        void aSecondEditorThatClosesTheNewFileWithoutASaveLeavesNothing() throws IOException {
            try (var second = secondEditor();
                    var files = files(this::openAndWait, () -> second.run("open", "close"))) {
                change(files);
                awaitRest(0);
                await().untilAsserted(() -> assertThat(hiddenFiles()).isEmpty());
                assertThat(documents()).containsExactly(CHANGE + SAVED);
            }
        }

        /** The editor has found the hidden file under the document's name, and opens it only now. */
        private EditorProcess startSavingHiddenFile() {
            try {
                Path hidden = hiddenFiles().getFirst();
                var second = new EditorProcess(hidden, Files.writeString(drafts.resolve("other"), OTHER));
                second.send(SAVE.toArray(String[]::new));
                awaitWaitingOpen(hidden);
                return second;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        @Test
        void anEditorThatOpensTheOriginalDuringItsCheckSavesFirst() throws IOException {
            List<EditorProcess> editors = new ArrayList<>();
            var linux = new InterruptedCheck(() -> {}, () -> editors.add(startSavingHiddenFile()));
            try (var files = new DocumentFiles(folder, () -> Optional.of(linux), 60_000)) {
                change(files);
                editors.getFirst().await(SAVE.toArray(String[]::new));
                assertThat(documents()).containsExactly(CHANGE + OTHER);
                assertThat(hiddenFiles()).isEmpty();
            } finally {
                editors.forEach(EditorProcess::close);
            }
        }

        @Test
        void theTextOfAnEditorThatOpensTheNewFileDuringItsCheckIsKept() throws IOException {
            List<EditorProcess> editors = new ArrayList<>();
            var linux = new InterruptedCheck(this::openAndWait, () -> editors.add(startSavingHiddenFile()));
            try (var files = new DocumentFiles(folder, () -> Optional.of(linux), 60_000)) {
                change(files);
                awaitRest(0);
                editors.getFirst().await(SAVE.toArray(String[]::new));
                await().untilAsserted(() -> assertThat(documents()).containsExactlyInAnyOrder(CHANGE + SAVED, OTHER));
                assertThat(hiddenFiles()).isEmpty();
            } finally {
                editors.forEach(EditorProcess::close);
            }
        }

        @Test
        void withoutLeasesTheTextOfAnEditorThatHasOpenedTheNewFileIsKept() throws IOException {
            try (var second = secondEditor();
                    var appender = FileChannel.open(file, StandardOpenOption.APPEND)) {
                var linux = new InterruptedSwap(() -> write(appender, "appended"), () -> second.run("open")) {
                    @Override
                    Taken takeLease(int descriptor) {
                        return Taken.UNSUPPORTED;
                    }
                };
                try (var files = new DocumentFiles(folder, () -> Optional.of(linux), 60_000)) {
                    change(files);
                    assertThat(documents()).containsExactly(CHANGE + OLD + "appended");
                    second.run(SAVE.subList(1, SAVE.size()).toArray(String[]::new));
                    await().untilAsserted(() ->
                            assertThat(documents()).containsExactlyInAnyOrder(CHANGE + OLD + "appended", OTHER));
                }
            }
        }

        private static void write(FileChannel channel, String text) {
            try {
                int _ = channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        private void assertInterrupted(ThrowingCallable change) {
            assertThatThrownBy(change).isInstanceOf(ClosedByInterruptException.class);
            assertThat(Thread.interrupted()).isTrue();
        }

        @Test
        void theOriginalIsDeletedIfTheChangeIsInterruptedAfterTheSwap() throws IOException {
            try (var files = files(() -> {}, () -> Thread.currentThread().interrupt())) {
                assertInterrupted(() -> change(files));
                await().untilAsserted(() -> assertThat(hiddenFiles()).isEmpty());
                assertThat(documents()).containsExactly(CHANGE + OLD);
            }
        }

        @Test
        void anOriginalIsCheckedAgainAfterAFailure() throws IOException {
            var failures = new AtomicInteger();
            var linux =
                    new InterruptedSwap(() -> {}, () -> Thread.currentThread().interrupt()) {
                        @Override
                        int open(Path opened) throws IOException {
                            if (SwappedFile.parse(opened).isPresent() && failures.getAndIncrement() == 0) {
                                throw new IOException("Input/output error");
                            }
                            return super.open(opened);
                        }
                    };
            try (var files = new DocumentFiles(folder, () -> Optional.of(linux), 60_000)) {
                assertInterrupted(() -> change(files));
                await().untilAsserted(() -> assertThat(hiddenFiles()).isEmpty());
                assertThat(failures).hasValue(2);
            }
        }

        @Test
        void theEditorsTextIsTheBaseIfTheChangeIsInterruptedAfterTheSwap() throws IOException {
            try (var files =
                    files(this::openAndWait, () -> Thread.currentThread().interrupt())) {
                assertInterrupted(() -> change(files));
                awaitRest(0);
                await().untilAsserted(() -> assertThat(documents()).containsExactly(CHANGE + SAVED));
                await().untilAsserted(() -> assertThat(hiddenFiles()).isEmpty());
            }
        }

        @Test
        void theDocumentStaysIfItsRemovalIsInterrupted() throws IOException {
            var linux = new LinuxFiles() {
                @Override
                Taken takeLease(int descriptor) throws IOException {
                    Thread.currentThread().interrupt();
                    return super.takeLease(descriptor);
                }
            };
            try (var files = new DocumentFiles(folder, () -> Optional.of(linux), 60_000)) {
                assertInterrupted(() -> files.remove(document(), OLD));
                assertThat(documents()).containsExactly(OLD);
                assertThat(hiddenFiles()).isEmpty();
            }
        }

        private void replace(String text) {
            try {
                Path draft = Files.writeString(root.resolve(".draft"), text);
                Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Nested
    class WithoutLeases {

        private @Nullable DocumentFiles files;

        @AfterEach
        void close() throws IOException {
            if (files != null) {
                files.close();
            }
        }

        private DocumentFiles open(long watchMillis) {
            files = new DocumentFiles(folder, Optional::empty, watchMillis);
            return files;
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3, 4})
        void aChangeIsAppliedAgainToWhatAnEditorWritesAfterTheSwap(int steps) throws IOException {
            editor.run(SAVE.subList(0, steps).toArray(String[]::new));
            change(open(60_000));
            sendRest(steps);
            awaitRest(steps);
            await().untilAsserted(() -> assertThat(file).hasContent(CHANGE + SAVED));
        }

        @Test
        void theEditorsTextIsRestoredIfTheChangeCannotBeAppliedAgain() throws IOException {
            editor.run("open");
            open(60_000)
                    .change(
                            document(),
                            raw -> new Change<>(raw.equals(OLD) ? Optional.of(CHANGE + raw) : Optional.empty(), true));
            sendRest(1);
            awaitRest(1);
            await().untilAsserted(() -> assertThat(file).hasContent(SAVED));
        }

        @Test
        void theEditorsTextBecomesADocumentIfTheDocumentHasChangedToo() throws IOException {
            editor.run("open");
            change(open(60_000));
            Files.writeString(file, "changed by another program");
            sendRest(1);
            awaitRest(1);
            await().untilAsserted(() ->
                    assertThat(documents()).containsExactlyInAnyOrder("changed by another program", SAVED));
        }

        @Test
        void theTextOfAnEditorThatHasTheNewFileOpenIsKeptIfTheOriginalIsRestored() throws IOException {
            editor.run("open");
            change(open(60_000));
            try (var second = secondEditor()) {
                second.run("open");
                sendRest(1);
                awaitRest(1);
                await().untilAsserted(() -> assertThat(file).hasContent(CHANGE + SAVED));
                second.run(SAVE.subList(1, SAVE.size()).toArray(String[]::new));
                await().untilAsserted(() -> assertThat(documents()).containsExactlyInAnyOrder(CHANGE + SAVED, OTHER));
            }
        }

        @Test
        void aChangeWaitsUntilTheFileIsQuiet() throws IOException {
            editor.run("open", "truncate", "half");
            var changed = CompletableFuture.supplyAsync(() -> changeUnchecked(open(60_000)));
            sendRest(3);
            awaitRest(3);
            changed.join();
            await().untilAsserted(() -> assertThat(file).hasContent(CHANGE + SAVED));
        }

        /** The name is so long that "(recovered ...)" does not fit. */
        @Test
        void theNameOfARecoveredDocumentIsShortenedToWhatFileSystemsAllow() throws IOException {
            String name = "x" + "\u00E9".repeat(113) + ".md";
            Path longest = Files.move(file, file.resolveSibling(name));
            try (var second = new EditorProcess(longest, drafts.resolve("draft"))) {
                second.run("open");
                open(60_000)
                        .change(
                                (Resolution.Document) folder.resolve(name),
                                raw -> new Change<>(Optional.of(CHANGE + raw), true));
                Files.writeString(longest, "changed by another program");
                second.run(SAVE.subList(1, SAVE.size()).toArray(String[]::new));
                await().untilAsserted(() ->
                        assertThat(documents()).containsExactlyInAnyOrder("changed by another program", SAVED));
            }
        }

        @Test
        void anOriginalThatStaysUnchangedIsDeletedInTheEnd() throws IOException {
            change(open(0));
            assertThat(file).hasContent(CHANGE + OLD);
            await().untilAsserted(() -> assertThat(hiddenFiles()).isEmpty());
        }
    }

    @Nested
    class AfterAKill {

        @BeforeEach
        void needsLeases() {
            assumeTrue(LinuxFiles.instance().isPresent(), "there are file leases");
        }

        private void recover() throws IOException {
            try (var files = new DocumentFiles(folder)) {
                for (Path hidden : hiddenFiles()) {
                    files.recover(hidden);
                }
                await().untilAsserted(() -> assertThat(hiddenFiles()).isEmpty());
            }
        }

        private Process changing(String mode) throws IOException {
            return ChildJvm.start(KilledProcess.class, root.toRealPath().toString(), "a.md", CHANGE, mode);
        }

        private void awaitLine(Process process, String line) throws IOException {
            assertThat(process.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo(line);
        }

        @Test
        void theTextIsOldAndNothingIsLeftIfTheProcessIsKilledBeforeTheSwap() throws Exception {
            Process process = changing("before");
            awaitLine(process, "before");
            process.destroyForcibly().waitFor();
            assertThat(hiddenFiles()).hasSize(1);
            recover();
            assertThat(documents()).containsExactly(OLD);
        }

        @Test
        void theTextIsNewAndNothingIsLeftIfTheProcessIsKilledAfterTheSwap() throws Exception {
            Process process = changing("after");
            awaitLine(process, "after");
            process.destroyForcibly().waitFor();
            assertThat(hiddenFiles()).hasSize(1);
            recover();
            assertThat(documents()).containsExactly(CHANGE + OLD);
        }

        @Test
        void whatAnEditorWritesAfterTheKillIsTheDocument() throws Exception {
            Process process = changing("editor");
            awaitLine(process, "before");
            sendRest(0);
            awaitWaitingOpen();
            process.outputWriter(StandardCharsets.UTF_8).append('\n').flush();
            awaitLine(process, "after");
            process.destroyForcibly().waitFor();

            editor.await(SAVE.toArray(String[]::new));
            recover();
            assertThat(documents()).containsExactly(SAVED);
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3, 4})
        void recoveryWaitsForAnEditorThatPausesInItsSave(int steps) throws Exception {
            Process process = changing("editor");
            awaitLine(process, "before");
            editor.send("open");
            awaitWaitingOpen();
            process.outputWriter(StandardCharsets.UTF_8).append('\n').flush();
            awaitLine(process, "after");
            process.destroyForcibly().waitFor();
            editor.await("open");
            editor.run(SAVE.subList(1, steps).toArray(String[]::new));

            try (var files = new DocumentFiles(folder)) {
                files.recover(hiddenFiles().getFirst());
                assertThat(hiddenFiles()).hasSize(1);
                assertThat(file).hasContent(CHANGE + OLD);
                sendRest(steps);
                awaitRest(steps);
                await().untilAsserted(() -> assertThat(documents()).containsExactly(SAVED));
            }
        }

        @Test
        void theEditorsTextBecomesADocumentIfTheDocumentHasChangedSince() throws Exception {
            Process process = changing("editor");
            awaitLine(process, "before");
            sendRest(0);
            awaitWaitingOpen();
            process.outputWriter(StandardCharsets.UTF_8).append('\n').flush();
            awaitLine(process, "after");
            process.destroyForcibly().waitFor();
            editor.await(SAVE.toArray(String[]::new));
            Files.writeString(file, "changed since");

            recover();
            assertThat(documents()).containsExactlyInAnyOrder("changed since", SAVED);
            try (Stream<Path> listed = Files.list(root)) {
                assertThat(listed.map(path -> path.getFileName().toString()))
                        .anyMatch(name -> name.startsWith("a (recovered ") && name.endsWith(").md"));
            }
        }

        @Test
        void theTextOfAnEditorThatOpensTheNewFileDuringTheRestorationIsKept() throws Exception {
            Process process = changing("editor");
            awaitLine(process, "before");
            sendRest(0);
            awaitWaitingOpen();
            process.outputWriter(StandardCharsets.UTF_8).append('\n').flush();
            awaitLine(process, "after");
            process.destroyForcibly().waitFor();
            editor.await(SAVE.toArray(String[]::new));

            try (var second = secondEditor()) {
                var linux = new InterruptedSwap(
                        () -> {
                            second.send(SAVE.toArray(String[]::new));
                            awaitWaitingOpen();
                        },
                        () -> {});
                try (var files = new DocumentFiles(folder, () -> Optional.of(linux), 60_000)) {
                    files.recover(hiddenFiles().getFirst());
                    second.await(SAVE.toArray(String[]::new));
                    await().untilAsserted(() -> assertThat(documents()).containsExactlyInAnyOrder(SAVED, OTHER));
                    assertThat(hiddenFiles()).isEmpty();
                }
            }
        }

        @Test
        void theTextsOfTwoEditorsAreKeptIfTheProcessIsKilledWhileItSwapsBack() throws Exception {
            try (var second = secondEditor()) {
                Process process = changing("swapBack");
                awaitLine(process, "before");
                sendRest(0);
                awaitWaitingOpen();
                process.outputWriter(StandardCharsets.UTF_8).append('\n').flush();
                awaitLine(process, "after");
                second.run(SAVE.toArray(String[]::new));
                process.outputWriter(StandardCharsets.UTF_8).append('\n').flush();
                awaitLine(process, "after");
                process.destroyForcibly().waitFor();
                awaitRest(0);

                recover();
                assertThat(documents()).containsExactlyInAnyOrder(SAVED, OTHER);
            }
        }

        /** The first process of a container has the same id after each start. */
        @Test
        void aHiddenFileOfAnEarlierProcessWithTheSameIdIsRecovered() throws IOException {
            SwappedFile own =
                    SwappedFile.beside(file, "1", SwappedFile.hash(new byte[0]), SwappedFile.hash(new byte[1]));
            String name = own.file().getFileName().toString();
            Files.writeString(file.resolveSibling(name.substring(0, name.lastIndexOf('-')) + "-00000000.tmp"), SAVED);
            assertThat(hiddenFiles()).hasSize(1);

            recover();
            assertThat(documents()).containsExactlyInAnyOrder(OLD, SAVED);
        }

        @Test
        void theHiddenFileOfARunningProcessIsLeftAlone() throws Exception {
            Process process = changing("after");
            awaitLine(process, "after");
            List<Path> hidden = hiddenFiles();
            try (var files = new DocumentFiles(folder)) {
                files.recover(hidden.getFirst());
            }
            assertThat(hiddenFiles()).isEqualTo(hidden);
            process.destroyForcibly().waitFor();
        }
    }
}
