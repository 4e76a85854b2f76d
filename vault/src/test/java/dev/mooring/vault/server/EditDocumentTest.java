package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleOwner;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.files.DocumentFiles.Changed;
import dev.mooring.vault.files.Resolution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EditDocumentTest {

    private static final String META = "{\"author\":\"Claude\",\"time\":1700000000}@@";

    @TempDir(factory = InMemoryFolder.class)
    Path root;

    private VaultFixture vault;

    @BeforeEach
    void open() throws IOException {
        vault = new VaultFixture(root);
    }

    @AfterEach
    void close() throws IOException {
        vault.close();
    }

    private static String error(ToolText answer) {
        assertThat(answer.isError()).as(answer.text()).isTrue();
        return answer.text();
    }

    @Test
    void aValidSessionFromReadLetsTheDocumentBeEdited() throws IOException {
        Path file = vault.write("a.md", "the quick fox\n");
        String session = vault.session("a.md");

        ToolText answer = vault.edit("a.md", "quick", "slow", session);

        assertThat(answer.isError()).as(answer.text()).isFalse();
        assertThat(answer.text())
                .contains("line 1")
                .contains("     1\tthe slow fox")
                .endsWith("[session: " + session + "]");
        assertThat(file).hasContent("the {--" + META + "quick--}{++" + META + "slow++} fox\n");
        assertThat(vault.read("a.md").text())
                .contains("     1\tthe slow fox")
                .contains("\"quick\" → \"slow\" (Claude, just now)");
    }

    @Test
    void plainMarksAreWrittenAsOneBlock() throws IOException {
        Path file = vault.write("a.md", "the quick fox\n");
        var arguments = new EditDocument.Arguments("a.md", "the quick", "the slow", vault.session("a.md"), false);
        assertThat(vault.plainEdit.run(arguments, VaultFixture.CLAUDE).isError())
                .isFalse();
        assertThat(file).hasContent("{--the quick--}{++the slow++} fox\n");
    }

    @Test
    void everyOccurrenceIsReplacedWhenAsked() throws IOException {
        vault.write("a.md", "one two\none\n");
        var arguments = new EditDocument.Arguments("a.md", "one", "uno", vault.session("a.md"), true);
        ToolText answer = vault.edit.run(arguments, VaultFixture.CLAUDE);
        assertThat(answer.text()).contains("2 times, first at line 1");
        assertThat(vault.read("a.md").text()).startsWith("     1\tuno two\n     2\tuno\n");
    }

    @Test
    void byteOrderMarkLineEndsAndAMissingLastOneStayInTheFile() throws IOException {
        Path file = vault.write("a.md", "\uFEFFone\r\ntwo\nthree");
        assertThat(vault.edit("a.md", "one\ntwo", "one\n2", vault.session("a.md"))
                        .isError())
                .isFalse();
        assertThat(Files.readString(file)).isEqualTo("\uFEFFone\r\n{--" + META + "two--}{++" + META + "2++}\nthree");
    }

    @Test
    void aFileWithSeveralHardLinksIsReadOnly() throws IOException {
        Path file = vault.write("a.md", "one");
        Files.createLink(root.resolve("b.md"), file);
        assertThat(error(vault.edit("a.md", "one", "two", vault.session("a.md"))))
                .contains("hard links")
                .contains("read-only");
        assertThat(file).hasContent("one");
    }

    /** Somebody changes the document after the edit was looked at for the first time, and before it has the lock. */
    @Nested
    class WhenSomebodyIsFaster {

        private ToolText editWhileItBecomes(String changed) throws Exception {
            vault.write("a.md", "one two");
            String session = vault.session("a.md");
            var document = (Resolution.Document) vault.vault.resolve("a.md");
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                var editor = new AtomicReference<Thread>();
                var answer = new AtomicReference<Future<ToolText>>();
                vault.vault.change(document, _ -> {
                    answer.set(threads.submit(() -> {
                        editor.set(Thread.currentThread());
                        return vault.edit("a.md", "one", "uno", session);
                    }));
                    await().until(() -> editor.get() != null && editor.get().getState() == Thread.State.TIMED_WAITING);
                    return new Changed<>(Optional.of(changed), "changed");
                });
                return answer.get().get();
            }
        }

        @Test
        void theEditStandsIfTheTextIsStillThereOnce() throws Exception {
            assertThat(editWhileItBecomes("zero one").isError()).isFalse();
            assertThat(vault.read("a.md").text()).contains("     1\tzero uno\n");
        }

        @Test
        void elseTheModelIsTold() throws Exception {
            assertThat(error(editWhileItBecomes("zero")))
                    .startsWith("a.md has changed since you read it; read it again. old_string was not found");
            assertThat(error(editWhileItBecomes("one one")))
                    .startsWith("a.md has changed since you read it; read it again. old_string occurs 2 times");
            assertThat(root.resolve("a.md")).hasContent("one one");
        }
    }

    @Test
    void theFirstOfSeveralMistakesIsTold() throws IOException {
        vault.write("a.md", "one");
        vault.write("b.md", "two");
        String session = vault.session("b.md");
        String tooLong = "x".repeat(1_000_001);
        assertThat(error(vault.edit("none.md", tooLong, "x", "bogus"))).contains("at most");
        assertThat(error(vault.edit("none.md", "not there", "x", "bogus"))).contains("no document none.md");
        assertThat(error(vault.edit("a.md", "not there", "x", "bogus"))).contains("unknown or has expired");
        assertThat(error(vault.edit("a.md", "not there", "x", session))).contains("must read a.md");
    }

    @Nested
    class TheGuard {

        @Test
        void refusesWhatTheSessionHasNotRead() throws IOException {
            Path file = vault.write("a.md", "one");
            vault.write("b.md", "two");
            assertThat(error(vault.edit("a.md", "one", "x", vault.session("b.md"))))
                    .contains("must read a.md");
            assertThat(file).hasContent("one");
        }

        @Test
        void refusesBogusForeignAndExpiredSessionsAlike() throws IOException {
            vault.write("a.md", "one");
            String bogus = error(vault.edit("a.md", "one", "x", "bogus"));
            var ann = new Actor(HandleOwner.principal("ann"), "ann");
            String foreign = vault.session("a.md");
            assertThat(error(vault.edit.run(new EditDocument.Arguments("a.md", "one", "x", foreign, false), ann)))
                    .isEqualTo(bogus);
            assertThat(error(vault.edit("a.md", "one", "x", HandleId.random().text())))
                    .isEqualTo(bogus);
            vault.pass(Duration.ofHours(1));
            assertThat(error(vault.edit("a.md", "one", "x", foreign))).isEqualTo(bogus);
            assertThat(bogus).contains("Read the document again");
        }

        @Test
        void isSatisfiedByAnyPartAndByAnySpelling() throws IOException {
            vault.write("a.md", "one\ntwo");
            Files.createSymbolicLink(root.resolve("link.md"), Path.of("a.md"));
            var part = new ReadDocument.Arguments("A.MD", 2, 1, null, false);
            String session = vault.read.run(part, VaultFixture.CLAUDE).session().orElseThrow();
            assertThat(vault.edit("link.md", "one", "x", session).isError()).isFalse();
        }

        @Test
        void isNotSatisfiedByAReadThatFailed() throws IOException {
            vault.write("a.md", "one");
            vault.write("b.md", "two");
            String session = vault.session("b.md");
            vault.read.run(new ReadDocument.Arguments("a.md", 9, null, session, false), VaultFixture.CLAUDE);
            assertThat(error(vault.edit("a.md", "one", "x", session))).contains("must read");
        }
    }

    @Nested
    class WhatTheModelIsTold {

        @Test
        void whenTheTextIsNotThere() throws IOException {
            vault.write("a.md", "alpha\nthe quick brown fox\n");
            assertThat(error(vault.edit("a.md", "the quick brwn fox", "x", vault.session("a.md"))))
                    .isEqualTo(
                            "old_string was not found in a.md. The closest passage is:\n\n     2\tthe quick brown fox");
        }

        @Test
        void whenItIsThereSeveralTimes() throws IOException {
            vault.write("a.md", "x\n".repeat(7));
            assertThat(error(vault.edit("a.md", "x", "y", vault.session("a.md"))))
                    .contains("7 times")
                    .contains("1, 2, 3, 4, 5, …")
                    .contains("replace_all");
        }

        @Test
        void whenNothingWouldChange() throws IOException {
            Path file = vault.write("a.md", "one");
            var modified = Files.getLastModifiedTime(file);
            ToolText answer = vault.edit("a.md", "one", "one", vault.session("a.md"));
            assertThat(answer.isError()).isFalse();
            assertThat(answer.text()).startsWith("No change needed");
            assertThat(Files.getLastModifiedTime(file)).isEqualTo(modified);
        }

        @Test
        void whenSomebodyChangedTheDocumentSinceItWasRead() throws IOException {
            Path file = vault.write("a.md", "one two");
            String session = vault.session("a.md");
            Files.writeString(file, "one three two");
            assertThat(vault.edit("a.md", "one", "ONE", session).isError()).isFalse();
            Files.writeString(file, "entirely new");
            assertThat(error(vault.edit("a.md", "two", "TWO", session)))
                    .startsWith("a.md has changed since you read it; read it again.");
        }

        @Test
        void whenThePathIsWrong() throws IOException {
            vault.write("a.md", "one");
            String session = vault.session("a.md");
            assertThat(error(vault.edit("../a.md", "one", "x", session))).contains("..");
            assertThat(error(vault.edit("none.md", "one", "x", session))).contains("There is no document none.md");
        }

        @Test
        void whenTheTextIsTooLong() throws IOException {
            vault.write("a.md", "one");
            assertThat(error(vault.edit("a.md", "one", "x".repeat(1_000_001), vault.session("a.md"))))
                    .contains("at most");
        }
    }

    @Test
    void aThousandConcurrentEditsFromManySessionsAreAllThere() throws Exception {
        int edits = 1_000;
        String original =
                IntStream.range(0, edits).mapToObj(i -> "word" + i + " stays").collect(Collectors.joining("\n"));
        Path file = vault.write("a.md", original);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<ToolText> answer : threads.invokeAll(IntStream.range(0, edits)
                    .<Callable<ToolText>>mapToObj(n -> () -> editWord(n))
                    .toList())) {
                assertThat(answer.get().isError()).as(answer.get().text()).isFalse();
            }
        }
        MarkedText text = MarkedText.parse(Files.readString(file));
        assertThat(text.suggestions()).hasSize(edits);
        assertThat(text.rejectAll()).isEqualTo(original);
        assertThat(text.acceptAll()).isEqualTo(original.replace("word", "edit"));
    }

    private ToolText editWord(int n) throws IOException {
        return vault.edit("a.md", "word" + n + " ", "edit" + n + " ", vault.session("a.md"));
    }
}
