package dev.mooring.vault.review;

import static dev.mooring.vault.review.ReviewFixture.ADA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.mooring.vault.critic.Decision;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.review.PendingSuggestion.ThreadComment;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads of comments on suggestions and on any text: replies, resolutions and deletions. */
class CommentThreadsTest {

    private static final Duration HOUR = Duration.ofHours(1);

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

    private void write(String text) throws IOException {
        vault.write("a.md", text);
    }

    private String text() throws IOException {
        return vault.text("a.md");
    }

    private PendingSuggestion only() throws IOException {
        assertThat(vault.waiting("a.md")).hasSize(1);
        return vault.waiting("a.md").getFirst();
    }

    private List<String> thread() throws IOException {
        return only().thread().stream().map(ThreadComment::text).toList();
    }

    private String commentOn(String passage, String comment) throws IOException {
        ReviewedDocument document = vault.review().open("a.md").orElseThrow();
        int start = document.text().accepted().text().indexOf(passage);
        return vault.review()
                .commentOn(ADA, "a.md", document.version(), new TextRange(start, start + passage.length()), comment)
                .orElse("");
    }

    @Test
    void repliesFollowInTheirOrder() throws IOException {
        write("The " + ReviewFixture.replaced("quick", "slow", HOUR) + " fox.\n");

        vault.review().comment(ADA, only().ref(), "Why?");
        vault.review().comment(new Reviewer("b", "Grace"), only().ref(), "Ask Claude.");
        vault.review().comment(ADA, only().ref(), "I will.");

        assertThat(thread()).containsExactly("Why?", "Ask Claude.", "I will.");
        assertThat(only().thread())
                .extracting(ThreadComment::authorName, ThreadComment::person, ThreadComment::done)
                .containsExactly(tuple("Ada", true, false), tuple("Grace", true, false), tuple("Ada", true, false));
    }

    @Test
    void aThreadOnTextWaitsUntilItIsResolved() throws IOException {
        write("A {==phrase==}{>>please reword<<} here.\n");
        assertThat(only().kind()).isEqualTo(PendingSuggestion.Kind.COMMENT);
        assertThat(only().quote()).isEqualTo("phrase");
        assertThat(vault.review().pending(SuggestionFilter.ALL)).hasSize(1);

        assertThat(vault.review().resolve(ADA, List.of(only().ref())).refused()).isEmpty();

        assertThat(text()).isEqualTo("A {==phrase==}{>>{\"done\":true}@@please reword<<} here.\n");
        assertThat(vault.review().pending(SuggestionFilter.ALL)).isEmpty();
        assertThat(vault.review().undo(ADA).orElseThrow().decision()).isEqualTo("resolved a thread");
        assertThat(only().quote()).isEqualTo("phrase");
    }

    @Test
    void anOpenCommentAfterAResolvedOneKeepsTheThreadPending() throws IOException {
        write("A{>>{\"done\":true}@@one<<}{>>two<<}.\n");

        assertThat(only().thread()).extracting(ThreadComment::done).containsExactly(true, false);
        vault.review().resolve(ADA, List.of(only().ref()));
        assertThat(text()).isEqualTo("A{>>{\"done\":true}@@one<<}{>>{\"done\":true}@@two<<}.\n");
    }

    @Test
    void aResolvedThreadOfASuggestionLeavesItPending() throws IOException {
        write("The " + ReviewFixture.inserted("Claude", "slow", HOUR) + "{>>why<<} fox.\n");

        vault.review().resolve(ADA, List.of(only().ref()));

        assertThat(only().thread()).extracting(ThreadComment::done).containsExactly(true);
        assertThat(vault.review().resolve(ADA, List.of(only().ref())).refused()).hasSize(1);
    }

    @Test
    void resolvingKeepsUnknownKeys() throws IOException {
        write("A{>>{\"author\":\"Bob\",\"person\":true,\"color\":\"red\",\"done\":false}@@why<<}.\n");

        vault.review().resolve(ADA, List.of(only().ref()));

        assertThat(text())
                .isEqualTo("A{>>{\"author\":\"Bob\",\"person\":true,\"color\":\"red\",\"done\":true}@@why<<}.\n");
    }

    @Test
    void aCommentCanBeDeleted() throws IOException {
        write("A{>>one<<}{>>two<<}{>>one<<}.\n");

        String last = only().thread().getLast().id();
        assertThat(vault.review().deleteComment(ADA, only().ref(), last).refused())
                .isEmpty();

        assertThat(text()).isEqualTo("A{>>one<<}{>>two<<}.\n");
        assertThat(vault.review().deleteComment(ADA, only().ref(), last).refused())
                .hasSize(1);
        vault.review().undo(ADA);
        assertThat(text()).isEqualTo("A{>>one<<}{>>two<<}{>>one<<}.\n");
    }

    @Test
    void aPersonCommentsOnAnyText() throws IOException {
        write("\uFEFFOne two three.\r\nFour.\r\n");

        assertThat(commentOn("two", "Really?")).isEmpty();

        assertThat(only().quote()).isEqualTo("two");
        assertThat(thread()).containsExactly("Really?");
        assertThat(vault.review().open("a.md").orElseThrow().text().accepted().text())
                .isEqualTo("One two three.\nFour.\n");
        vault.review()
                .deleteComment(ADA, only().ref(), only().thread().getFirst().id());
        assertThat(text()).isEqualTo("\uFEFFOne two three.\r\nFour.\r\n");
        vault.review().undo(ADA);
        vault.review().undo(ADA);
        assertThat(text()).isEqualTo("\uFEFFOne two three.\r\nFour.\r\n");
    }

    @Test
    void aPassageOfSeveralLinesOrWithMarksIsNotHighlighted() throws IOException {
        write("One two.\nThree {++new++} four.\n");

        assertThat(commentOn("two.\nThree", "a")).isEmpty();
        assertThat(commentOn("new four", "b")).isEmpty();

        assertThat(text())
                .doesNotContain("{==")
                .contains("Three{>>{\"author\":\"Ada\"")
                .contains("four{>>{\"author\":\"Ada\"");
    }

    @Test
    void aCommentOnAnOlderVersionIsRefused() throws IOException {
        write("One two three.\n");
        String version = vault.review().open("a.md").orElseThrow().version();
        write("Two three.\n");

        assertThat(vault.review().commentOn(ADA, "a.md", version, new TextRange(0, 3), "x"))
                .hasValueSatisfying(it -> assertThat(it).contains("has changed"));
        assertThat(vault.review().commentOn(ADA, "b.md", version, new TextRange(0, 3), "x"))
                .hasValueSatisfying(it -> assertThat(it).contains("does not exist"));
        assertThat(commentOn("three", "{++x++}")).contains("CriticMarkup");
        assertThat(text()).isEqualTo("Two three.\n");
    }

    @Test
    void aCommentInATableStaysInItsRow() throws IOException {
        write("| a | b |\n|---|---|\n| " + ReviewFixture.inserted("Claude", "1", HOUR) + " | 2 |\n");

        vault.review().comment(ADA, only().ref(), "one | two\nthree");

        assertThat(text().lines().toList()).hasSize(3);
        assertThat(text()).contains("@@one \\| two three<<} | 2 |");
    }

    @Test
    void theReasonOfARejectionStaysAsAResolvedComment() throws IOException {
        write("The {++{\"author\":\"Claude\",\"g\":\"x1\"}@@very ++}quick fox.\n");

        assertThat(vault.review().reject(ADA, List.of(only().ref()), "Too much").refused())
                .isEmpty();

        assertThat(text())
                .isEqualTo("The {>>{\"author\":\"Ada\",\"time\":1700000000,\"g\":\"x1\",\"person\":true,\"done\":true,"
                        + "\"rejected\":true}@@Too much<<}quick fox.\n");
        assertThat(vault.waiting("a.md")).isEmpty();
        vault.review().undo(ADA);
        assertThat(vault.review().reject(ADA, List.of(only().ref()), "bad <<}").refused())
                .hasSize(1);
        assertThat(vault.review().reject(ADA, List.of(only().ref()), " ").refused())
                .isEmpty();
        assertThat(text()).isEqualTo("The quick fox.\n");
    }

    @Test
    void theReasonFollowsTheThreadOfTheSuggestion() throws IOException {
        write("The {++{\"author\":\"Claude\",\"g\":\"x1\"}@@very ++}{>>why<<}quick fox.\n");

        vault.review().reject(ADA, List.of(only().ref()), "No");

        assertThat(text())
                .startsWith("The {>>{\"done\":true}@@why<<}{>>{\"author\":\"Ada\"")
                .endsWith("@@No<<}quick fox.\n");
    }

    @Test
    void acceptingEverythingLeavesNothingOpen() throws IOException {
        write("A{>>one<<} {++b++}{>>two<<} {==c==}{>>three<<}{>>{\"author\":\"Claude\"}@@four<<}.\n");

        vault.review().decide(ADA, Decision.ACCEPT, vault.refs("a.md"));

        assertThat(vault.review().pending(SuggestionFilter.ALL)).isEmpty();
        assertThat(text()).startsWith("A{>>{\"done\":true}@@one<<} b{>>");
    }
}
