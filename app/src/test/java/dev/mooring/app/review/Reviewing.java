package dev.mooring.app.review;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.mooring.app.review.ReviewedFolder.deleted;
import static dev.mooring.app.review.ReviewedFolder.inserted;
import static dev.mooring.app.review.ReviewedFolder.replaced;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.mooring.app.web.Browser;
import dev.mooring.app.web.WithBrowser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A base class with two documents that have suggestions, and an open review page. */
@WithBrowser
abstract class Reviewing {
    static final Duration HOUR = Duration.ofHours(1);

    Path root;
    ReviewedFolder folder;
    Page page;
    final List<String> problems = new ArrayList<>();

    private BrowserContext context;

    @BeforeEach
    void serve(@TempDir Path parent, Browser browser) throws IOException {
        root = Files.createDirectory(parent.resolve("notes"));
        ReviewedFolder.write(
                root,
                "travel/ferry.md",
                "# The ferry\n\nThe **first** ferry leaves at " + replaced("Claude", "eight", "nine", HOUR)
                        + " from the old harbour" + inserted("Claude", ", in summer also at ten", HOUR)
                        + ".\n\n- Bring water\n- " + deleted("Codex", "Bring an umbrella", HOUR.multipliedBy(50))
                        + "\n- Be early\n\n{>>{\"author\":\"Ada\",\"time\":1790000000,\"person\":true}@@Is this still so?<<}"
                        + "See [the timetable]("
                        + replaced("Claude", "https://old.example.com/", "https://new.example.com/", HOUR)
                        + ").\n");
        ReviewedFolder.write(
                root, "shopping.md", "Buy " + replaced("Codex", "milk", "oat milk", HOUR) + " and bread.\n");
        folder = ReviewedFolder.serve(root, Optional.empty());
        context = browser.chromium()
                .newContext(new com.microsoft.playwright.Browser.NewContextOptions().setViewportSize(1280, 860));
        page = newPage(context);
    }

    @AfterEach
    void close() throws IOException {
        context.close();
        folder.close();
        assertThat(problems).as("errors in the browser").isEmpty();
    }

    /** A page whose script errors, policy violations and requests to other origins fail the test. */
    Page newPage(BrowserContext of) throws IOException {
        Page fresh = of.newPage();
        fresh.onPageError(problems::add);
        fresh.onRequest(request -> {
            if (!request.url().startsWith(folder.address())) {
                problems.add("asked for " + request.url());
            }
        });
        fresh.onConsoleMessage(message -> {
            if (message.type().equals("error") && !message.text().contains("Failed to load resource")) {
                problems.add(message.text());
            }
        });
        if (of.cookies().isEmpty()) {
            folder.signIn(fresh);
        }
        return fresh;
    }

    void open(String path) {
        open(page, path);
    }

    void open(Page in, String path) {
        in.navigate(folder.address() + "?path=" + path);
        assertThat(in.locator("#live.on")).isVisible();
        // The page selects the first suggestion; from then on keys act on it.
        assertThat(in.locator(".card.now, .empty, article[data-pending='0']").first())
                .isAttached();
    }

    Locator cards() {
        return page.locator(".card");
    }

    void picture(String name) {
        page.screenshot(new Page.ScreenshotOptions().setPath(Browser.screenshot("review-" + name)));
    }
}
