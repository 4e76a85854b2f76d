package dev.mooring.app.review;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.mooring.app.web.Browser;
import dev.mooring.app.web.WithBrowser;
import dev.mooring.mcp.client.McpClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Very long documents stay usable. Prints timings, which gate nothing. */
@WithBrowser
@Tag("long")
@Timeout(300)
class HugeReviewTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    Path root;

    private static String document(int suggestions, int sentences) {
        var text = new StringBuilder();
        for (int i = 0; i < suggestions; i++) {
            text.append("## Chapter ").append(i).append("\n\n");
            text.append("The quick brown fox jumps over the dog. ".repeat(sentences));
            text.append(ReviewedFolder.replaced("Claude", "old" + i, "new" + i, HOUR))
                    .append(".\n\n");
        }
        return text.toString();
    }

    @Test
    void pageHandlesTwoThousandSuggestions(Browser browser) throws Exception {
        ReviewedFolder.write(root, "500.md", document(500, 4));
        ReviewedFolder.write(root, "2000.md", document(2_000, 62));
        ReviewedFolder.write(root, "note.md", "Buy milk and bread.\n");
        try (ReviewedFolder folder = ReviewedFolder.serve(root, Optional.empty());
                Page page = browser.chromium().newPage()) {
            folder.signIn(page);
            for (String path : new String[] {"500.md", "2000.md", "500.md", "2000.md"}) {
                decideFirstAndLast(folder, page, path);
            }
            scroll(folder, page);
            edits(folder, page);
        }
    }

    private void decideFirstAndLast(ReviewedFolder folder, Page page, String path) throws IOException {
        long start = System.nanoTime();
        page.navigate(folder.address() + "?path=" + path);
        page.waitForSelector(".card.now");
        report(path + ": from the request to the first key obeyed", start);
        String first = page.locator(".card.now ins").textContent();
        accept(page, path);
        assertThat(folder.text(path)).contains(first + ".\n");

        // The last suggestion is in a part that is not loaded yet.
        page.evaluate("() => document.querySelector('.part:last-child').scrollIntoView()");
        assertThat(page.locator(".part:last-child .card").last()).isVisible();
        String last = page.locator(".part:last-child .card ins").last().textContent();
        page.locator(".part:last-child .card").last().locator(".by").click();
        assertThat(page.locator(".card.now ins")).hasText(last);
        accept(page, path);
        assertThat(folder.text(path)).contains(last + ".\n");
    }

    private static void accept(Page page, String path) {
        Object id = page.evaluate("document.querySelector('.card.now').dataset.card");
        long start = System.nanoTime();
        page.keyboard().press("a");
        page.waitForFunction(
                "id => { const now = document.querySelector('.card.now'); return now && now.dataset.card !== id }", id);
        report(path + ": from the key to the next suggestion", start);
        Object server = page.evaluate("performance.getEntriesByType('resource').filter(e =>"
                + " e.name.endsWith('/review/decide')).at(-1).duration");
        System.out.printf(Locale.ROOT, "%s: the decision itself %.0f ms%n", path, ((Number) server).doubleValue());
    }

    /** Reports the longest task of the browser while a person scrolls through the document. */
    private static void scroll(ReviewedFolder folder, Page page) {
        page.navigate(folder.address() + "?path=2000.md");
        page.waitForSelector(".card.now");
        Object longest = page.evaluate("""
            async () => {
              let longest = 0;
              new PerformanceObserver(list => {
                for (const task of list.getEntries()) longest = Math.max(longest, task.duration);
              }).observe({ type: 'longtask' });
              const main = document.getElementById('main');
              for (let i = 0; i < 200; i++) {
                main.scrollBy(0, 700);
                await new Promise(requestAnimationFrame);
                await new Promise(requestAnimationFrame);
              }
              return longest;
            }""");
        System.out.printf(
                Locale.ROOT, "2000.md: longest task while scrolling %.0f ms%n", ((Number) longest).doubleValue());
        assertThat(page.locator(".card").count()).isGreaterThan(20);
    }

    private static void edits(ReviewedFolder folder, Page page) throws Exception {
        page.navigate(folder.address() + "?path=note.md");
        assertThat(page.locator("#live.on")).isVisible();
        page.evaluate("""
            () => { window.seen = new Promise(seen => new MutationObserver(() => {
              if (document.querySelector('.text ins')) seen(Date.now());
            }).observe(document.getElementById('main'), { childList: true, subtree: true })); }
            """);
        try (McpClient claude = folder.assistant("Claude")) {
            ReviewedFolder.suggest(claude, "note.md", "milk", "oat milk");
        }
        long answered = System.currentTimeMillis();
        long seen = ((Number) page.evaluate("() => window.seen")).longValue();
        System.out.println("an edit: on the page " + (seen - answered) + " ms after its answer");
        assertThat(page.locator(".text ins")).hasText("oat");
    }

    private static void report(String what, long start) {
        System.out.printf(Locale.ROOT, "%s %.0f ms%n", what, (System.nanoTime() - start) / 1e6);
    }
}
