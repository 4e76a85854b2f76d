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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Changes by other people and assistants while the page is open. */
class ReviewingTogetherTest extends Reviewing {
    @Nested
    class AssistantEdit {
        @Test
        void newSuggestionAppearsLiveAndCanBeAccepted() throws Exception {
            open("shopping.md");
            try (McpClient claude = folder.assistant("Claude")) {
                ReviewedFolder.suggest(claude, "shopping.md", "bread", "rye bread");

                assertThat(cards()).hasCount(2);
                assertThat(page.locator(".notice")).containsText("Claude suggested a change here.");
                assertThat(page.locator(".documents a[aria-current] .count")).hasText("2");

                page.keyboard().press("j");
                assertThat(page.locator(".card.now")).containsText("rye");
                page.keyboard().press("a");
                assertThat(cards()).hasCount(1);
            }
            assertThat(folder.text("shopping.md")).endsWith(" and rye bread.\n").contains("oat milk++}");
        }
    }

    @Test
    void editBeforeTheEventStreamIsOpenIsShown() {
        Consumer<Route> edit = route -> {
            try (McpClient claude = folder.assistant("Claude")) {
                ReviewedFolder.suggest(claude, "shopping.md", "bread", "rye bread");
                // The read updates the index, so the event stream will not report this edit.
                ReviewedFolder.read(claude, "shopping.md");
            } catch (Exception e) {
                problems.add(e.toString());
            }
            route.resume();
        };
        // Once, because a slow page may open the stream again.
        page.route("**/review/changes", edit, new Page.RouteOptions().setTimes(1));
        open("shopping.md");

        assertThat(cards()).hasCount(2);
    }

    @Test
    void twoReviewersSeeEachOthersDecisions(Browser browser) throws IOException {
        open("travel/ferry.md");
        try (BrowserContext another = browser.chromium().newContext()) {
            Page other = newPage(another);
            open(other, "travel/ferry.md");
            assertThat(other.locator(".card.now")).containsText("nine");
            other.keyboard().press("a");

            assertThat(cards()).hasCount(4);
            assertThat(page.locator(".notice")).hasText("The current suggestion has changed or was decided elsewhere.");
            // A reviewer cannot undo another reviewer's decision.
            assertThat(page.locator("#undo")).isDisabled();
            page.locator(".card >> nth=0").locator("[data-do=reject]").click();
            assertThat(other.locator(".card")).hasCount(3);
        }
        assertThat(folder.text("travel/ferry.md")).contains("leaves at nine from the old harbour.");
    }

    @Nested
    class ConcurrentChange {
        @Test
        void changedSuggestionIsNotDecidedAndTheNewStateIsShown() throws IOException {
            open("shopping.md");
            assertThat(page.locator(".card.now")).containsText("oat milk");
            String changed = "Buy " + replaced("Codex", "milk", "soy milk", HOUR) + " and bread.\n";
            // The file changes between the key press and the decision.
            beforeDeciding(() -> write("shopping.md", changed));
            page.keyboard().press("a");

            assertThat(page.locator(".notice.conflict"))
                    .containsText("The suggestion has changed or was decided in the meantime.");
            assertThat(page.locator(".card.now")).containsText("soy milk");
            picture("conflict");
            assertThat(folder.text("shopping.md")).isEqualTo(changed);
        }

        @Test
        void keysPressedBeforeAConflictDoNotDecideOnTheNewState() throws IOException {
            ReviewedFolder.write(root, "shopping.md", "Buy " + replaced("Codex", "milk", "oat milk", HOUR) + ".\n");
            open("shopping.md");
            assertThat(page.locator(".card.now")).containsText("oat milk");
            String changed = "Buy " + replaced("Codex", "milk", "soy milk", HOUR) + ".\n";
            beforeDeciding(() -> write("shopping.md", changed));
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
        void noticeIsShownWhenTheCurrentSuggestionChanges() throws IOException {
            open("shopping.md");
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
        void decisionAppliesToTheDocumentOnWhichItWasMade() throws IOException {
            // The same change by the same author in the same second in two documents: two identical suggestions.
            String twin = "Buy " + replaced("Claude", "milk", "oat milk", HOUR) + ".\n";
            write("one.md", twin);
            write("two.md", twin);
            var isHolding = new AtomicBoolean();
            List<Route> held = new ArrayList<>();
            // Before the page opens: a page that is open may send its next request past a new route.
            page.route("**/review/document?**", route -> {
                if (isHolding.get()) {
                    held.add(route);
                } else {
                    route.resume();
                }
            });
            open("one.md");
            assertThat(page.locator(".documents a")).hasCount(4);
            isHolding.set(true);
            page.locator(".documents >> text=two.md").click();
            page.locator(".card [data-do=accept]").click();
            isHolding.set(false);
            held.forEach(Route::resume);

            assertThat(page.locator("h1")).hasText("two.md");
            page.keyboard().press("?");
            assertThat(page.locator("dialog#help")).isVisible();
            assertThat(folder.text("one.md")).isEqualTo("Buy oat milk.\n");
            assertThat(folder.text("two.md")).isEqualTo(twin);
        }

        /** Runs an action after the page has chosen what to decide and before it sends its decision. */
        private void beforeDeciding(Runnable action) {
            page.exposeFunction("beforeDeciding", _ -> {
                action.run();
                return null;
            });
            page.evaluate("""
                () => {
                  const send = window.fetch;
                  window.fetch = async (url, options) => {
                    if (url === '/review/decide') await window.beforeDeciding();
                    return send(url, options);
                  };
                }""");
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
