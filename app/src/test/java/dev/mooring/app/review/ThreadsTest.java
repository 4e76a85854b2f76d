package dev.mooring.app.review;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Whole edits and their parts, comments, reasons, and proposals that are no change of the text. */
class ThreadsTest extends Reviewing {
    private static final String BY = "{\"author\":\"Claude\",\"time\":1790000000,\"g\":\"k3\"}@@";

    private void answer(String text) {
        page.locator("dialog#writing textarea").fill(text);
        page.locator("dialog#writing .primary").click();
    }

    private void writeEdit() throws IOException {
        ReviewedFolder.write(
                root,
                "trip.md",
                "The {--" + BY + "old--}{++" + BY + "new++} ferry leaves at {--" + BY + "8--}{++" + BY
                        + "9++} today.\n");
    }

    @Test
    void oneEditIsOneCardThatIsDecidedAsAWhole() throws IOException {
        writeEdit();
        open("trip.md");
        assertThat(cards()).hasCount(1);
        assertThat(page.locator(".card.now > .change del")).containsText("old ferry leaves at 8");
        assertThat(page.locator(".card.now > .change ins")).containsText("new ferry leaves at 9");
        assertThat(page.locator(".text .now")).hasCount(4);
        page.keyboard().press("a");

        assertThat(page.locator(".state")).hasText("No suggestions in this document.");
        assertThat(folder.text("trip.md")).isEqualTo("The new ferry leaves at 9 today.\n");
    }

    @Test
    void splitEditIsDecidedPartByPart() throws IOException {
        writeEdit();
        open("trip.md");
        page.keyboard().press("s");
        assertThat(page.locator(".parts li")).hasCount(2);
        picture("split");
        page.locator(".parts li >> nth=1").locator(".reject").click();

        assertThat(page.locator(".card.now > .change ins")).hasText("new");
        assertThat(folder.text("trip.md")).endsWith(" ferry leaves at 8 today.\n");
    }

    @Test
    void commentsAreAnsweredResolvedAndDeleted() throws IOException {
        open("shopping.md");
        page.keyboard().press("c");
        answer("Why?");
        assertThat(page.locator(".thread .said")).hasText("Why?");
        page.locator(".card.now >> text=Reply").click();
        answer("Because.");
        assertThat(page.locator(".thread .said")).hasText(new String[] {"Why?", "Because."});
        assertThat(page.locator(".thread .badge").first()).hasText("Person");
        picture("thread");

        page.locator(".thread .delete").last().click();
        assertThat(page.locator(".thread .said")).hasCount(1);
        assertThat(page.locator(".thread .said")).hasText("Why?");
        page.locator(".card.now >> text=Resolve comments").click();
        assertThat(page.locator(".thread .resolved")).isVisible();
        assertThat(folder.text("shopping.md")).contains("\"done\":true").doesNotContain("Because");
        assertThat(page.locator(".notice")).hasCount(0);
    }

    @Test
    void selectedTextCanBeCommentedOn() throws IOException {
        ReviewedFolder.write(root, "plain.md", "Same word, same place.\n\nSame word, other place.\n");
        open("plain.md");
        page.evaluate("""
            () => {
              const text = document.querySelectorAll('.text p')[1].firstChild;
              getSelection().setBaseAndExtent(text, 5, text, 9);
            }""");
        assertThat(page.locator("#quote")).isVisible();
        page.keyboard().press("c");
        answer("Which one?");

        assertThat(page.locator(".card.now[data-kind=comment] q")).hasText("word");
        assertThat(page.locator(".text mark.now")).hasText("word");
        assertThat(folder.text("plain.md"))
                .startsWith("Same word, same place.\n\nSame {==")
                .contains("Which one?");
        picture("comment");

        page.locator(".card.now .accept").click();
        assertThat(page.locator(".state")).hasText("No suggestions in this document.");
    }

    @Test
    void selectedTextStaysSelectedWhenTheDocumentChangesElsewhere() throws IOException {
        String rest = "\n\nAnother paragraph.".repeat(2_000);
        ReviewedFolder.write(root, "plain.md", "A word." + rest);
        open("plain.md");
        page.evaluate("""
            () => {
              const text = document.querySelector('.text p').firstChild;
              getSelection().setBaseAndExtent(text, 2, text, 6);
            }""");
        ReviewedFolder.write(root, "plain.md", "A word." + rest + "\n\n{++New.++}\n");

        assertThat(page.locator(".card")).hasCount(1);
        assertThat(page.evaluate("() => getSelection().toString()")).isEqualTo("word");
    }

    @Test
    void rejectionCanHaveAReason() throws IOException {
        open("shopping.md");
        page.keyboard().press("Shift+R");
        answer("We have oat milk.");

        assertThat(page.locator(".state")).hasText("No suggestions in this document.");
        assertThat(folder.text("shopping.md")).startsWith("Buy milk").contains("We have oat milk.");
    }

    @Test
    void propertiesMovesAndDeletesAreCardsOfTheirOwn() throws IOException {
        String by = "\"author\":\"Claude\",\"time\":1790000000";
        ReviewedFolder.write(
                root,
                "draft.md",
                "---\nstatus: draft\n---\n{>>{" + by
                        + ",\"g\":\"a\",\"prop\":\"status\",\"from\":\"draft\",\"to\":\"final\"}@@"
                        + "status: draft → final<<}{>>{" + by
                        + ",\"g\":\"b\",\"move\":\"done/draft.md\"}@@Move to done/draft.md<<}"
                        + "{>>{" + by + ",\"g\":\"c\",\"delete\":true}@@Delete<<}\nText.\n");
        open("draft.md");

        assertThat(page.locator(".card[data-kind=property] .change")).hasText("Property status: draft → final");
        assertThat(page.locator(".card[data-kind=move] .change")).hasText("Move to done/draft.md");
        assertThat(page.locator(".card[data-kind=delete] .change")).hasText("Delete this document");
        picture("proposals");
        page.locator(".card[data-kind=property] .accept").click();
        assertThat(cards()).hasCount(2);
        assertThat(folder.text("draft.md")).startsWith("---\nstatus: final\n---\n");
    }
}
