package dev.mooring.app.review;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.mooring.app.review.ReviewedFolder.replaced;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.mooring.app.web.Browser;
import dev.mooring.mcp.client.McpClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Others write and decide while somebody looks at the page. */
class ReviewingTogetherTest extends Reviewing {
    @Nested
    class AnAssistantsEdit {
        @Test
        void appearsLiveIsAcceptedByKeyAndIsInTheFile() throws Exception {
            open("shopping.md");
            try (McpClient claude = folder.assistant("Claude")) {
                ReviewedFolder.suggest(claude, "shopping.md", "bread", "rye bread");

                assertThat(cards()).hasCount(2);
                assertThat(page.locator(".notice")).containsText("Claude suggested a change here.");
                assertThat(page.locator(".documents a[aria-current] .count")).hasText("2");

                page.keyboard().press("j");
                page.keyboard().press("j");
                assertThat(page.locator(".card.now")).containsText("rye");
                page.keyboard().press("a");
                assertThat(cards()).hasCount(1);
            }
            assertThat(folder.text("shopping.md")).endsWith(" and rye bread.\n").contains("oat milk++}");
        }
    }

    @Test
    void whatComesBeforeThePageListensIsShownToo() {
        page.route("**/review/changes", route -> {
            try (McpClient claude = folder.assistant("Claude")) {
                ReviewedFolder.suggest(claude, "shopping.md", "bread", "rye bread");
                // Whoever asks about documents sees it, so it is no news to those who begin to listen.
                ReviewedFolder.read(claude, "shopping.md");
            } catch (Exception e) {
                problems.add(e.toString());
            }
            route.resume();
        });
        open("shopping.md");

        assertThat(cards()).hasCount(2);
    }

    @Test
    void twoReviewersSeeEachOthersDecisions(Browser browser) throws IOException {
        open("travel/ferry.md");
        try (BrowserContext another = browser.chromium().newContext()) {
            Page other = newPage(another);
            open(other, "travel/ferry.md");
            other.keyboard().press("j");
            assertThat(other.locator(".card.now")).containsText("nine");
            other.keyboard().press("a");

            assertThat(cards()).hasCount(3);
            assertThat(page.locator(".notice")).containsText("1 suggestion in travel/ferry.md decided elsewhere.");
            // What one decided, the other cannot undo.
            assertThat(page.locator("#undo")).isDisabled();
            page.locator(".card >> nth=0").locator("[data-do=reject]").click();
            assertThat(other.locator(".card")).hasCount(2);
        }
        assertThat(folder.text("travel/ferry.md")).contains("leaves at nine from the old harbour.");
    }

    @Nested
    class WhatChangedWhileSomebodyLooked {
        @Test
        void isNotDecidedAndTheNewStateIsShown() throws IOException {
            open("shopping.md");
            page.keyboard().press("j");
            assertThat(page.locator(".card.now")).containsText("oat milk");
            String changed = "Buy " + replaced("Codex", "milk", "soy milk", HOUR) + " and bread.\n";
            // The file changes between the key and the decision, as when somebody is quicker by a moment.
            page.route("**/review/decide", route -> {
                write("shopping.md", changed);
                route.resume();
            });
            page.keyboard().press("a");

            assertThat(page.locator(".notice.conflict")).containsText("It has changed or was decided in the meantime.");
            assertThat(page.locator(".card.now")).containsText("soy milk");
            picture("conflict");
            assertThat(folder.text("shopping.md")).isEqualTo(changed);
        }

        @Test
        void keysPressedBeforeTheNewStateIsShownDoNotDecideOnIt() throws IOException {
            ReviewedFolder.write(root, "shopping.md", "Buy " + replaced("Codex", "milk", "oat milk", HOUR) + ".\n");
            open("shopping.md");
            page.keyboard().press("j");
            assertThat(page.locator(".card.now")).containsText("oat milk");
            String changed = "Buy " + replaced("Codex", "milk", "soy milk", HOUR) + ".\n";
            page.route("**/review/decide", route -> {
                write("shopping.md", changed);
                route.resume();
            });
            page.evaluate("""
                () => ['a', 'a', 'r'].forEach(key =>
                  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
                """);

            assertThat(page.locator(".card.now")).containsText("soy milk");
            page.keyboard().press("?"); // whose turn comes after all that was pressed before
            assertThat(page.locator("dialog#help")).isVisible();
            assertThat(folder.text("shopping.md")).isEqualTo(changed);
        }

        @Test
        void isSaidWhenThePageLearnsOfItFirst() throws IOException {
            open("shopping.md");
            page.keyboard().press("j");
            assertThat(page.locator(".card.now")).containsText("oat milk");
            write("shopping.md", "Buy " + replaced("Codex", "milk", "soy milk", HOUR) + " and bread.\n");

            assertThat(page.locator(".notice.conflict")).containsText("The current suggestion has changed");
            assertThat(cards()).containsText("soy milk");
            page.keyboard().press("a");
            page.keyboard().press("?");
            assertThat(page.locator("dialog#help")).isVisible();
            assertThat(folder.text("shopping.md")).contains("soy milk++}");
        }

        @Test
        void aDecisionIsOnTheDocumentInWhichItWasMadeThoughAnotherIsBeingOpened() throws IOException {
            // One assistant, one second, one change in two documents: the same suggestion to the last byte.
            String twin = "Buy " + replaced("Claude", "milk", "oat milk", HOUR) + ".\n";
            write("one.md", twin);
            write("two.md", twin);
            open("one.md");
            assertThat(page.locator(".documents a")).hasCount(4);
            List<Route> held = new ArrayList<>();
            page.route("**/review/document?**", held::add);
            page.locator(".documents >> text=two.md").click();
            page.locator(".card [data-do=accept]").click();
            page.unroute("**/review/document?**");
            held.forEach(Route::resume);

            assertThat(page.locator("h1")).hasText("two.md");
            page.keyboard().press("?");
            assertThat(page.locator("dialog#help")).isVisible();
            assertThat(folder.text("one.md")).isEqualTo("Buy oat milk.\n");
            assertThat(folder.text("two.md")).isEqualTo(twin);
        }

        private void write(String path, String text) {
            try {
                ReviewedFolder.write(root, path, text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
