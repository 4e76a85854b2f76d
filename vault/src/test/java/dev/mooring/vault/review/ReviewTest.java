package dev.mooring.vault.review;

import static dev.mooring.vault.review.ReviewFixture.ADA;
import static dev.mooring.vault.review.ReviewFixture.deleted;
import static dev.mooring.vault.review.ReviewFixture.inserted;
import static dev.mooring.vault.review.ReviewFixture.replaced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.vault.critic.Decision;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ReviewTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Reviewer GRACE = new Reviewer("grace", "Grace");

    @TempDir
    Path folder;

    private ReviewFixture vault;

    @BeforeEach
    void open() throws IOException {
        vault = new ReviewFixture(folder);
    }

    @AfterEach
    void close() throws IOException {
        vault.close();
    }

    /** Two suggestions: "quick" becomes "slow", and "lazy " goes. */
    private void writeFox() throws IOException {
        vault.write(
                "fox.md",
                "The " + replaced("quick", "slow", HOUR) + " fox and the " + deleted("Claude", "lazy ", HOUR)
                        + "dog.\n");
    }

    @Nested
    class PendingSuggestions {

        @Test
        void suggestionsAreListedByDocumentWithBeforeAfterAuthorTimeAndLine() throws IOException {
            vault.write("b/note.md", "one\ntwo " + replaced("old", "new", HOUR) + "\n");
            vault.write("a.md", "plain\n");

            List<PendingDocument> pending = vault.review().pending(SuggestionFilter.ALL);

            assertThat(pending).extracting(PendingDocument::path).containsExactly("b/note.md");
            assertThat(pending.getFirst().suggestions()).singleElement().satisfies(it -> {
                assertThat(it.before()).isEqualTo("old");
                assertThat(it.after()).isEqualTo("new");
                assertThat(it.author()).isEqualTo("Claude");
                assertThat(it.time()).isEqualTo(ReviewFixture.NOW.minus(HOUR));
                assertThat(it.line()).isEqualTo(2);
                assertThat(it.wholeDocument()).isFalse();
            });
        }

        @Test
        void authorIsShownOnOneBoundedLineAndFoundByThatName() throws IOException {
            vault.write("a.md", "A {++{\"author\":\"Eve\\n\\u202eX" + "y".repeat(200) + "\"}@@cat++}\n");

            String shown = vault.waiting("a.md").getFirst().authorName();

            assertThat(shown).startsWith("Eve\\u000a\\u202eXy").endsWith("y…").hasSizeLessThan(120);
            assertThat(paths(SuggestionFilter.builder().author(shown))).containsExactly("a.md");
        }

        @Test
        void suggestionsAreFilteredByAuthorFolderAgeAndText() throws IOException {
            vault.write("work/plan.md", "A " + replaced("cat", "dog", HOUR) + ".\n");
            vault.write("work/old.md", "B " + inserted("Claude", "bird", Duration.ofDays(9)) + ".\n");
            vault.write("home.md", "C " + inserted("Codex", "fish", HOUR) + " and {++plain++}.\n");

            assertThat(paths(SuggestionFilter.builder().author("CLAUDE")))
                    .containsExactly("work/old.md", "work/plan.md");
            assertThat(paths(SuggestionFilter.builder().author("unknown"))).containsExactly("home.md");
            assertThat(paths(SuggestionFilter.builder().folder("work/")))
                    .containsExactly("work/old.md", "work/plan.md");
            assertThat(paths(SuggestionFilter.builder().folder("work/plan.md"))).containsExactly("work/plan.md");
            assertThat(paths(SuggestionFilter.builder().folder("wor"))).isEmpty();
            assertThat(paths(SuggestionFilter.builder().olderThan(Duration.ofDays(7))))
                    .containsExactly("work/old.md");
            assertThat(paths(SuggestionFilter.builder().newerThan(Duration.ofDays(1))))
                    .containsExactly("home.md", "work/plan.md");
            assertThat(paths(SuggestionFilter.builder().text("DOG"))).containsExactly("work/plan.md");
            assertThat(paths(SuggestionFilter.builder().text("cat"))).containsExactly("work/plan.md");
            assertThat(vault.review()
                            .pending(SuggestionFilter.builder().author("Codex").build())
                            .getFirst()
                            .suggestions())
                    .hasSize(1);
        }

        private List<String> paths(SuggestionFilter.Builder filter) throws IOException {
            return vault.review().pending(filter.build()).stream()
                    .map(PendingDocument::path)
                    .toList();
        }
    }

    @Nested
    class Decisions {

        @Test
        void aDeletionAndItsInsertionAreAcceptedTogether() throws IOException {
            writeFox();

            DecisionReport report = vault.review().decide(ADA, Decision.ACCEPT, List.of(vault.ref("fox.md", 0)));

            assertThat(report.applied()).hasSize(1);
            assertThat(vault.text("fox.md"))
                    .isEqualTo("The slow fox and the " + deleted("Claude", "lazy ", HOUR) + "dog.\n");
        }

        @Test
        void aRejectionRestoresTheOldText() throws IOException {
            writeFox();

            vault.review().decide(ADA, Decision.REJECT, List.of(vault.ref("fox.md", 1)));

            assertThat(vault.text("fox.md"))
                    .isEqualTo("The " + replaced("quick", "slow", HOUR) + " fox and the lazy dog.\n");
        }

        @Test
        void oneDecisionAppliesToSuggestionsOfSeveralDocuments() throws IOException {
            writeFox();
            vault.write("b.md", "x" + inserted("Codex", "y", HOUR));
            var refs = new ArrayList<>(vault.refs("fox.md"));
            refs.addAll(vault.refs("b.md"));

            DecisionReport report = vault.review().decide(ADA, Decision.ACCEPT, refs);

            assertThat(report.applied()).hasSize(3);
            assertThat(vault.text("fox.md")).isEqualTo("The slow fox and the dog.\n");
            assertThat(vault.text("b.md")).isEqualTo("xy");
            assertThat(vault.review().pending(SuggestionFilter.ALL)).isEmpty();
        }

        @Test
        void aDecisionKeepsTheByteOrderMarkAndTheLineEnds() throws IOException {
            vault.write("crlf.md", "\uFEFFone\r\n" + replaced("two", "2\r\n3", HOUR) + "\r\n");

            vault.review().decide(ADA, Decision.ACCEPT, vault.refs("crlf.md"));

            assertThat(vault.text("crlf.md")).isEqualTo("\uFEFFone\r\n2\r\n3\r\n");
        }

        @Test
        void rejectingAProposedDocumentRemovesTheFile() throws IOException {
            vault.write("new.md", "{++{\"author\":\"Claude\",\"time\":1,\"created\":true}@@# New\n++}");

            assertThat(vault.waiting("new.md").getFirst().wholeDocument()).isTrue();
            DecisionReport report = vault.review().decide(ADA, Decision.REJECT, vault.refs("new.md"));

            assertThat(report.applied()).hasSize(1);
            assertThat(folder.resolve("new.md")).doesNotExist();
            assertThat(vault.review().undo(ADA).orElseThrow().restored()).containsExactly("new.md");
            assertThat(vault.text("new.md")).contains("# New");
        }
    }

    @Nested
    class WhenTheSuggestionHasChanged {

        @Test
        void aDecisionOnAChangedSuggestionIsRefusedWithTheReason() throws IOException {
            writeFox();
            SuggestionRef seen = vault.ref("fox.md", 0);
            String rewritten = vault.text("fox.md").replace("slow", "sluggish");
            vault.write("fox.md", rewritten);

            DecisionReport report = vault.review().decide(ADA, Decision.ACCEPT, List.of(seen));

            assertThat(report.applied()).isEmpty();
            assertThat(report.refused()).singleElement().satisfies(refusal -> {
                assertThat(refusal.ref()).isEqualTo(seen);
                assertThat(refusal.reason()).contains("changed or was decided");
            });
            assertThat(vault.text("fox.md")).isEqualTo(rewritten);
        }

        @Test
        void oneRefusalDoesNotAffectTheOtherSuggestions() throws IOException {
            writeFox();
            List<SuggestionRef> seen = vault.refs("fox.md");
            vault.write("fox.md", vault.text("fox.md").replace("slow", "sluggish"));

            DecisionReport report = vault.review().decide(ADA, Decision.ACCEPT, seen);

            assertThat(report.applied()).containsExactly(seen.get(1));
            assertThat(report.refused()).hasSize(1);
            assertThat(vault.text("fox.md")).endsWith("fox and the dog.\n").contains("sluggish");
        }

        @Test
        void anIdenticalSuggestionIsNeverDecidedInstead() throws IOException {
            String twin = replaced("colour", "color", HOUR);
            vault.write("a.md", twin + " " + twin + " " + twin);
            List<SuggestionRef> seen = vault.refs("a.md");
            assertThat(seen).doesNotHaveDuplicates();
            vault.review().decide(GRACE, Decision.REJECT, List.of(seen.getFirst()));

            DecisionReport report = vault.review().decide(ADA, Decision.ACCEPT, List.of(seen.getFirst()));

            assertThat(report.applied()).isEmpty();
            assertThat(vault.text("a.md")).isEqualTo("colour " + twin + " " + twin);
        }

        @Test
        void aSuggestionThatOnlyMovedCanBeDecided() throws IOException {
            writeFox();
            SuggestionRef seen = vault.ref("fox.md", 0);
            vault.write("fox.md", "# A new heading\n\n" + vault.text("fox.md"));

            assertThat(vault.review()
                            .decide(ADA, Decision.ACCEPT, List.of(seen))
                            .applied())
                    .containsExactly(seen);
        }

        @Test
        void aDecisionIsRefusedIfTheDocumentDoesNotExist() throws IOException {
            writeFox();
            SuggestionRef seen = vault.ref("fox.md", 0);
            Files.delete(folder.resolve("fox.md"));

            assertThat(vault.review()
                            .decide(ADA, Decision.ACCEPT, List.of(seen))
                            .refused())
                    .singleElement()
                    .satisfies(refusal -> assertThat(refusal.reason()).contains("does not exist any more"));
        }
    }

    @Test
    void aDecisionThatWouldTurnOtherTextIntoMarksIsRefused() throws IOException {
        // The backtick that would go keeps a literal mark inside code.
        String raw = "Write " + deleted("Claude", "`", HOUR) + "x {++like this++}` here.\n";
        vault.write("about.md", raw);

        DecisionReport report = vault.review().decide(ADA, Decision.ACCEPT, List.of(vault.ref("about.md", 0)));

        assertThat(report.applied()).isEmpty();
        assertThat(vault.text("about.md")).isEqualTo(raw);
    }

    @Nested
    class ReplacementTexts {

        @Test
        void aReplacementTextIsAcceptedInsteadOfTheSuggestedOne() throws IOException {
            writeFox();

            vault.review().acceptAs(ADA, vault.ref("fox.md", 0), "thoughtful");

            assertThat(vault.text("fox.md")).startsWith("The thoughtful fox");
            vault.review().undo(ADA);
            assertThat(vault.text("fox.md")).startsWith("The " + replaced("quick", "slow", HOUR) + " fox");
        }

        @Test
        void aReplacementTextWithCriticMarkupIsRefused() throws IOException {
            writeFox();
            String raw = vault.text("fox.md");

            DecisionReport report = vault.review().acceptAs(ADA, vault.ref("fox.md", 0), "{++x++}");

            assertThat(report.refused().getFirst().reason()).contains("CriticMarkup");
            assertThat(vault.text("fox.md")).isEqualTo(raw);
        }
    }

    @Nested
    class Comments {

        @Test
        void aDecisionThatWouldTurnACommentIntoCodeIsRefused() throws IOException {
            String raw = inserted("Claude", "```\n", HOUR) + "one {>>a person's comment<<} two\n";
            vault.write("a.md", raw);

            assertThat(vault.review()
                            .decide(ADA, Decision.ACCEPT, List.of(vault.ref("a.md", 0)))
                            .refused())
                    .singleElement()
                    .satisfies(it -> assertThat(it.reason()).isEqualTo(DecisionReport.DISTURBS));
            assertThat(vault.text("a.md")).isEqualTo(raw);
        }

        @Test
        void controlCharactersAreRefusedInCommentsAndInChangedText() throws IOException {
            vault.write("a.md", "one {++two++}\n");
            SuggestionRef ref = vault.ref("a.md", 0);

            assertThat(vault.review().comment(ADA, ref, "a\0b").refused())
                    .singleElement()
                    .satisfies(it -> assertThat(it.reason())
                            .isEqualTo("The comment contains the control character U+0000 at character 2. Remove it."));
            assertThat(vault.review().acceptAs(ADA, ref, "a\ud800").refused())
                    .singleElement()
                    .satisfies(it -> assertThat(it.reason())
                            .isEqualTo("The new text contains the lone surrogate U+D800 at character 2. Remove it."));
            assertThat(vault.text("a.md")).isEqualTo("one {++two++}\n");
        }

        @Test
        void aCommentFollowsTheSuggestionWhichStaysPending() throws IOException {
            writeFox();
            SuggestionRef ref = vault.ref("fox.md", 0);

            vault.review().comment(ADA, ref, "Why slow?\nIt is quick.");

            assertThat(vault.text("fox.md"))
                    .contains(
                            "slow++}{>>{\"author\":\"Ada\",\"time\":1700000000,\"person\":true}@@Why slow?\nIt is quick.<<} fox");
            assertThat(vault.refs("fox.md")).contains(ref);
        }

        @Test
        void aDecisionResolvesTheCommentsAndBothCanBeUndone() throws IOException {
            writeFox();
            String raw = vault.text("fox.md");
            vault.review().comment(ADA, vault.ref("fox.md", 0), "No.");
            vault.review().decide(ADA, Decision.REJECT, List.of(vault.ref("fox.md", 0)));
            assertThat(vault.text("fox.md")).startsWith("The quick{>>").contains(",\"done\":true}@@No.<<} fox");

            vault.review().undo(ADA);
            vault.review().undo(ADA);

            assertThat(vault.text("fox.md")).isEqualTo(raw);
        }

        @Test
        void aCommentWithCriticMarkupIsRefused() throws IOException {
            writeFox();

            assertThat(vault.review()
                            .comment(ADA, vault.ref("fox.md", 0), "a <<} b")
                            .refused())
                    .hasSize(1);
            assertThat(vault.review()
                            .comment(ADA, vault.ref("fox.md", 0), " \n")
                            .refused())
                    .hasSize(1);
        }
    }

    @Nested
    class Undo {

        @Test
        void undoRevertsTheLastDecisionsOneByOne() throws IOException {
            writeFox();
            String raw = vault.text("fox.md");
            vault.review().decide(ADA, Decision.ACCEPT, List.of(vault.ref("fox.md", 0)));
            String afterFirst = vault.text("fox.md");
            vault.review().decide(ADA, Decision.REJECT, List.of(vault.ref("fox.md", 0)));
            assertThat(vault.review().undoableDecisions(ADA)).isEqualTo(2);

            assertThat(vault.review().undo(ADA).orElseThrow().decision()).isEqualTo("rejected a suggestion");
            assertThat(vault.text("fox.md")).isEqualTo(afterFirst);
            vault.review().undo(ADA);

            assertThat(vault.text("fox.md")).isEqualTo(raw);
            assertThat(vault.review().undo(ADA)).isEmpty();
        }

        @Test
        void undoAffectsOnlyDecisionsOfTheSameReviewer() throws IOException {
            writeFox();
            vault.review().decide(GRACE, Decision.ACCEPT, List.of(vault.ref("fox.md", 0)));

            assertThat(vault.review().undo(ADA)).isEmpty();
            assertThat(vault.review().undoableDecisions(GRACE)).isEqualTo(1);
        }

        @Test
        void undoWorksInADocumentThatChangedElsewhere() throws IOException {
            writeFox();
            String raw = vault.text("fox.md");
            vault.review().decide(ADA, Decision.ACCEPT, vault.refs("fox.md"));
            vault.write("fox.md", "A new first line.\n" + vault.text("fox.md"));

            assertThat(vault.review().undo(ADA).orElseThrow().restored()).containsExactly("fox.md");
            assertThat(vault.text("fox.md")).isEqualTo("A new first line.\n" + raw);
        }

        @Test
        void undoReportsAConflictIfTheSamePlaceHasChanged() throws IOException {
            writeFox();
            vault.review().decide(ADA, Decision.ACCEPT, List.of(vault.ref("fox.md", 0)));
            String changed = vault.text("fox.md").replace("slow fox", "slow wolf");
            vault.write("fox.md", changed);

            UndoReport report = vault.review().undo(ADA).orElseThrow();

            assertThat(report.conflicts()).containsExactly("fox.md");
            assertThat(vault.text("fox.md")).isEqualTo(changed);
        }

        @Test
        void undoReportsAConflictIfThePlaceIsAmbiguous() throws IOException {
            writeFox();
            vault.review().decide(ADA, Decision.ACCEPT, List.of(vault.ref("fox.md", 0)));
            String twice = vault.text("fox.md") + "\n".repeat(99) + vault.text("fox.md");
            vault.write("fox.md", twice);

            assertThat(vault.review().undo(ADA).orElseThrow().restored()).isEmpty();
            assertThat(vault.text("fox.md")).isEqualTo(twice);
        }

        /** A plain mark inside code is literal text, so that nobody could decide on it again. */
        @Test
        void undoReportsAConflictIfThePlaceHasBecomeCode() throws IOException {
            vault.write("a.md", "One {++two++} three\n");
            vault.review().decide(ADA, Decision.ACCEPT, List.of(vault.ref("a.md", 0)));
            String code = "```\n" + vault.text("a.md") + "```\n";
            vault.write("a.md", code);

            assertThat(vault.review().undo(ADA).orElseThrow().conflicts()).containsExactly("a.md");

            assertThat(vault.text("a.md")).isEqualTo(code);
        }
    }

    @Nested
    class Listeners {

        private final LinkedBlockingQueue<ReviewChange> changes = new LinkedBlockingQueue<>();

        @Test
        void listenersAreNotifiedOfNewSuggestionsAndOfAllDecisions() throws Exception {
            writeFox();
            vault.review().pending(SuggestionFilter.ALL);
            try (var _ = vault.review().onChange(changes::add)) {
                vault.write("other.md", "x " + inserted("Codex", "y", HOUR));
                assertThat(changeWith(1, 0).path()).isEqualTo("other.md");

                vault.review().decide(GRACE, Decision.ACCEPT, List.of(vault.ref("fox.md", 0)));
                assertThat(changeWith(0, 1)).satisfies(change -> {
                    assertThat(change.path()).isEqualTo("fox.md");
                    assertThat(change.pending()).isEqualTo(1);
                });
            }
        }

        private ReviewChange changeWith(int added, int settled) {
            return await().until(
                            () -> changes.poll(5, TimeUnit.SECONDS),
                            change -> change != null && change.added().size() == added && change.resolved() == settled);
        }
    }

    @Test
    void concurrentReviewersDecideEachSuggestionOnce() throws Exception {
        var text = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            text.append("Line ")
                    .append(i)
                    .append(' ')
                    .append(inserted("Claude", "word" + i, HOUR))
                    .append('\n');
        }
        vault.write("many.md", text.toString());
        List<SuggestionRef> seen = vault.refs("many.md");
        try (ReviewFixture other = new ReviewFixture(folder)) {
            var done = new ConcurrentLinkedQueue<SuggestionRef>();
            Thread first = Thread.ofVirtual().start(() -> decideEach(vault, seen, done));
            Thread second = Thread.ofVirtual().start(() -> decideEach(other, seen.reversed(), done));
            first.join();
            second.join();

            assertThat(done).containsExactlyInAnyOrderElementsOf(seen);
            assertThat(vault.text("many.md")).doesNotContain("{++").contains("Line 39 word39");
        }
    }

    private static void decideEach(ReviewFixture in, List<SuggestionRef> refs, Collection<SuggestionRef> done) {
        for (SuggestionRef ref : refs) {
            try {
                done.addAll(
                        in.review().decide(ADA, Decision.ACCEPT, List.of(ref)).applied());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
