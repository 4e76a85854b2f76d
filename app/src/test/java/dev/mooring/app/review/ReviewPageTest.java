package dev.mooring.app.review;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.mooring.app.review.ReviewedFolder.deleted;
import static dev.mooring.app.review.ReviewedFolder.inserted;
import static dev.mooring.app.review.ReviewedFolder.replaced;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.mooring.app.web.Browser;
import dev.mooring.mcp.client.McpClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("counterpart")
@Timeout(120)
class ReviewPageTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private static Browser browser;

    @TempDir
    Path root;

    private ReviewedFolder folder;
    private BrowserContext context;
    private Page page;
    private final List<String> problems = new ArrayList<>();

    @BeforeAll
    static void openBrowser() {
        browser = Browser.open();
    }

    @AfterAll
    static void closeBrowser() {
        browser.close();
    }

    @BeforeEach
    void serve() throws IOException {
        ReviewedFolder.write(
                root,
                "travel/ferry.md",
                "# The ferry\n\nThe **first** ferry leaves at " + replaced("Claude", "eight", "nine", HOUR)
                        + " from the old harbour" + inserted("Claude", ", in summer also at ten", HOUR)
                        + ".\n\n- Bring water\n- " + deleted("Codex", "Bring an umbrella", HOUR.multipliedBy(50))
                        + "\n- Be early\n\n{>>{\"author\":\"Ada\",\"time\":1790000000}@@Is this still so?<<}"
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

    /** A page whose script errors and broken policies fail the test. */
    private Page newPage(BrowserContext of) {
        Page fresh = of.newPage();
        fresh.onPageError(problems::add);
        fresh.onConsoleMessage(message -> {
            if (message.type().equals("error") && !message.text().contains("Failed to load resource")) {
                problems.add(message.text());
            }
        });
        return fresh;
    }

    private void open(String path) {
        open(page, path);
    }

    private void open(Page in, String path) {
        in.navigate(folder.address() + "?path=" + path);
        assertThat(in.locator("#live.on")).isVisible();
    }

    private Locator cards() {
        return page.locator(".card");
    }

    private void picture(String name) {
        page.screenshot(new Page.ScreenshotOptions().setPath(Browser.screenshot("review-" + name)));
    }

    @Test
    void showsDocumentsWithCountsAndTheirSuggestionsInPlace() {
        open("travel/ferry.md");

        assertThat(page.locator(".documents a")).hasCount(2);
        assertThat(page.locator(".documents a[aria-current] .count")).hasText("4");
        assertThat(page.locator(".text strong")).hasText("first");
        assertThat(page.locator(".text del").first()).hasText("eight");
        assertThat(page.locator(".text ins").first()).hasText("nine");
        assertThat(cards()).hasCount(4);
        assertThat(cards().first().locator(".by")).containsText("Claude 1 h ago");
        assertThat(page.locator(".remark")).containsText("Is this still so?");
        // What the text cannot show, such as a link's address, the card does.
        assertThat(cards().last().locator("ins")).hasText("https://new.example.com/");
        picture("light");
    }

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
    void lookAtIt() throws Exception {
        open("travel/ferry.md");
        page.keyboard().press("j");
        picture("current");
        page.keyboard().press("v");
        assertThat(page.locator("pre.raw").first()).isVisible();
        picture("raw");
        page.keyboard().press("?");
        picture("help");
        Files.size(root);
        page.keyboard().press("Escape");
        context.close();
        context = browser.chromium()
                .newContext(new com.microsoft.playwright.Browser.NewContextOptions()
                        .setViewportSize(1280, 860)
                        .setColorScheme(ColorScheme.DARK));
        page = newPage(context);
        open("travel/ferry.md");
        page.keyboard().press("j");
        picture("dark");
        page.setViewportSize(390, 844);
        picture("phone");
    }
}
