package dev.mooring.app.review;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.mooring.app.review.ReviewedFolder.deleted;
import static dev.mooring.app.review.ReviewedFolder.inserted;
import static dev.mooring.app.review.ReviewedFolder.replaced;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.mooring.app.web.Browser;
import dev.mooring.mcp.client.McpClient;
import java.io.IOException;
import java.io.UncheckedIOException;
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
    Path parent;

    private Path root;
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
        root = Files.createDirectory(parent.resolve("notes"));
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

    /** A page whose script errors, broken policies and requests to other places fail the test. */
    private Page newPage(BrowserContext of) {
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

    @Nested
    class ByKeyboard {
        @Test
        void jAndKStepOverAllDocuments() {
            open("shopping.md");
            page.keyboard().press("j");
            assertThat(page.locator(".card.now")).containsText("oat milk");
            assertThat(page.locator(".text .now")).hasCount(2);
            assertThat(page.locator(".card.now")).isFocused();

            page.keyboard().press("j");
            assertThat(page.locator("h1")).hasText("ferry.md");
            assertThat(page.locator(".card.now")).containsText("nine");
            picture("current");

            page.keyboard().press("k");
            assertThat(page.locator("h1")).hasText("shopping.md");
        }

        @Test
        void rRejectsAndUTakesItBack() throws IOException {
            String before = folder.text("shopping.md");
            open("shopping.md");
            page.keyboard().press("j");
            page.keyboard().press("r");
            assertThat(page.locator(".state")).hasText("Everything here is decided.");
            assertThat(folder.text("shopping.md")).isEqualTo("Buy milk and bread.\n");

            page.keyboard().press("u");
            assertThat(page.locator(".card.now")).containsText("oat milk");
            assertThat(page.locator(".notice")).containsText("Undone: rejected a suggestion.");
            assertThat(folder.text("shopping.md")).isEqualTo(before);
        }

        @Test
        void keysPressedQuicklyAreObeyedOneByOne() throws IOException {
            open("travel/ferry.md");
            page.keyboard().press("j");
            page.keyboard().press("a");
            page.keyboard().press("r");
            page.keyboard().press("a");
            assertThat(cards()).hasCount(1);
            assertThat(folder.text("travel/ferry.md"))
                    .contains("leaves at nine from the old harbour.")
                    .contains("- Bring water\n- \n- Be early");
        }

        @Test
        void helpAndFilterHaveKeysToo() {
            open("travel/ferry.md");
            page.keyboard().press("?");
            assertThat(page.locator("dialog#help")).isVisible();
            picture("help");
            page.keyboard().press("Escape");
            page.keyboard().press("/");
            assertThat(page.locator("input[name=text]")).isFocused();
        }
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

            assertThat(page.locator(".notice.conflict")).containsText("The suggestion you were at has changed");
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

    @Nested
    class ManyAtOnce {
        @Test
        void aFilterSaysWhichAndItIsAskedOnceWithTheNumber() throws IOException {
            open("travel/ferry.md");
            page.locator("select[name=author]").selectOption("Codex");
            assertThat(page.locator(".sum")).hasText("2 suggestions in 2 documents");
            assertThat(page.locator(".card.other")).hasCount(3);

            page.locator(".everything >> text=Accept all 2").click();
            assertThat(page.locator("dialog#confirm h2")).hasText("Accept 2 suggestions?");
            page.locator("dialog#confirm .primary").click();

            assertThat(page.locator(".notice")).containsText("Accepted 2 suggestions.");
            assertThat(folder.text("shopping.md")).isEqualTo("Buy oat milk and bread.\n");
            assertThat(folder.text("travel/ferry.md"))
                    .doesNotContain("umbrella")
                    .contains("nine++}");
        }

        @Test
        void authorFolderAgeAndWordsFilterTogetherAndTheAddressKeepsThem() {
            open("shopping.md");
            page.locator("select[name=folder]").selectOption("travel");
            assertThat(page.locator(".sum")).hasText("4 suggestions in 1 document");
            page.locator("select[name=age]").selectOption("older-day");
            assertThat(page.locator(".sum")).hasText("1 suggestion in 1 document");
            // A list of one: waits until it is the only one.
            assertThat(page.locator(".card:not(.other)")).containsText(new String[] {"Bring an umbrella"});
            page.locator("select[name=age]").selectOption("last-day");
            page.locator("input[name=text]").fill("SUMMER");
            assertThat(page.locator(".sum")).hasText("1 suggestion in 1 document");
            assertThat(page.locator(".card:not(.other)")).containsText(new String[] {"in summer also at ten"});

            page.reload();
            assertThat(page.locator(".sum")).hasText("1 suggestion in 1 document");
            assertThat(page.locator("select[name=folder]")).hasValue("travel");
            assertThat(page.locator("input[name=text]")).hasValue("SUMMER");
        }

        @Test
        void nothingIsDecidedThatWasNotCounted() throws Exception {
            open("shopping.md");
            page.locator("select[name=author]").selectOption("Codex");
            page.locator(".everything >> text=Reject all 2").click();
            assertThat(page.locator("dialog#confirm h2")).hasText("Reject 2 suggestions?");
            try (McpClient codex = folder.assistant("Codex")) {
                ReviewedFolder.suggest(codex, "shopping.md", "bread", "rye bread");
            }
            // The page learns of the third while the question about two is still open.
            assertThat(page.locator(".sum")).hasText("3 suggestions in 2 documents");
            page.locator("dialog#confirm .primary").click();

            assertThat(page.locator(".notice.conflict")).containsText("nothing was done");
            assertThat(folder.text("shopping.md")).contains("oat milk++}").contains("rye");
            assertThat(folder.text("travel/ferry.md")).contains("umbrella--}");
        }

        @Test
        void aSelectionIsDecidedTogether() throws IOException {
            open("travel/ferry.md");
            cards().nth(0).locator("input").check();
            cards().nth(1).locator("input").check();
            assertThat(page.locator("#selection")).containsText("2 selected");
            picture("selection");
            page.locator("#selection .accept").click();

            assertThat(cards()).hasCount(2);
            assertThat(folder.text("travel/ferry.md"))
                    .contains("leaves at nine from the old harbour, in summer also at ten.");
            page.locator("#undo").click();
            assertThat(cards()).hasCount(4);
        }

        @Test
        void aWholeDocument() throws IOException {
            open("travel/ferry.md");
            page.locator(".tools >> text=Reject all 4").click();
            page.locator("dialog#confirm .primary").click();

            assertThat(page.locator(".state")).hasText("Everything here is decided.");
            assertThat(folder.text("travel/ferry.md"))
                    .contains("leaves at eight from the old harbour.")
                    .contains("https://old.example.com/");
        }
    }

    @Test
    void wordsAreChangedBeforeTheyAreAccepted() throws IOException {
        open("shopping.md");
        page.keyboard().press("j");
        page.keyboard().press("e");
        assertThat(page.locator("dialog#writing textarea")).hasValue("oat milk");
        page.locator("dialog#writing textarea").fill("two bottles of milk");
        page.locator("dialog#writing .primary").click();

        assertThat(page.locator(".state")).hasText("Everything here is decided.");
        assertThat(folder.text("shopping.md")).isEqualTo("Buy two bottles of milk and bread.\n");
    }

    @Test
    void aCommentReachesTheAssistant() throws Exception {
        open("shopping.md");
        page.keyboard().press("j");
        page.keyboard().press("c");
        page.locator("dialog#writing textarea").fill("We have milk.");
        page.locator("dialog#writing .primary").click();

        assertThat(page.locator(".remark")).containsText("We have milk.");
        try (McpClient claude = folder.assistant("Claude")) {
            assertThat(ReviewedFolder.read(claude, "shopping.md")).contains("\"We have milk.\"");
        }
    }

    @Test
    void twoReviewersSeeEachOthersDecisions() throws IOException {
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
    class ADocumentThatMeansHarm {
        @Test
        void staysInert() throws IOException {
            ReviewedFolder.write(
                    root,
                    "evil.md",
                    "<script>document.title='owned'</script>\n\n<img src=x onerror=\"document.title='owned'\">\n\n"
                            + "[click](javascript:document.title='owned') ![p](https://evil.example.com/p.png)\n\n"
                            + inserted("<b onmouseover=alert(1)>\\\"", "<script>document.title='owned'</script>", HOUR)
                            + "{>><img src=x onerror=alert(1)><<}\n");
            open("evil.md");

            assertThat(page.locator("article")).containsText("<script>document.title='owned'</script>");
            assertThat(page.locator("article script, article img, article a, article b"))
                    .hasCount(0);
            page.getByText("click").click();
            assertThat(page).not().hasTitle("owned");
        }
    }

    @Nested
    class WithNothingToDecide {
        @Test
        void thePageSaysWhatToDoNext() throws IOException {
            Files.delete(root.resolve("shopping.md"));
            Files.delete(root.resolve("travel/ferry.md"));
            page.navigate(folder.address());

            assertThat(page.locator(".empty h1")).hasText("All decided");
            assertThat(page.locator("[data-endpoint]")).hasText(folder.service.address());
            assertThat(page.locator("#live.on")).isVisible();
            picture("empty");

            ReviewedFolder.write(root, "new.md", "A " + inserted("Claude", "first", HOUR) + " word.\n");
            assertThat(page.locator(".text ins")).hasText("first");
        }

        @Test
        void aFilterThatHidesAllCanBeCleared() {
            open("shopping.md");
            page.locator("input[name=text]").fill("no such words");
            assertThat(page.locator(".empty h1")).hasText("No suggestion matches");
            page.locator(".empty button").click();
            assertThat(page.locator(".documents a")).hasCount(2);
        }
    }

    @Test
    void rawTextIsOneKeyAway() {
        open("travel/ferry.md");
        page.keyboard().press("v");
        assertThat(page.locator("pre.raw").nth(1))
                .containsText("The **first** ferry leaves at {--{\"author\":\"Claude\"");
        assertThat(cards()).hasCount(4);
        picture("raw");
    }

    @Nested
    class OnAPhone {
        @Test
        void nothingIsWiderThanTheScreenAndTheListOpens() {
            page.setViewportSize(390, 844);
            open("travel/ferry.md");
            page.keyboard().press("j");
            assertThat(page.locator(".card.now .accept")).isInViewport();
            assertThat((Integer) page.evaluate("document.documentElement.scrollWidth"))
                    .isLessThanOrEqualTo(390);
            picture("phone");

            page.locator("button.menu").click();
            assertThat(page.locator("#sidebar")).isVisible();
            picture("phone-list");
            page.locator(".documents >> text=shopping.md").click();
            assertThat(page.locator("h1")).hasText("shopping.md");
            assertThat(page.locator("#sidebar")).isHidden();
        }
    }

    @Test
    void darkFollowsTheSystem() {
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        open("travel/ferry.md");
        page.keyboard().press("j");
        assertThat(page.locator(".card.now")).isVisible();
        assertThat(page.locator("html")).hasCSS("background-color", "rgb(22, 25, 28)");
        picture("dark");
    }

    @Test
    void everyControlHasANameForScreenReaders() {
        open("travel/ferry.md");
        Object nameless = page.evaluate("""
            () => [...document.querySelectorAll('button, input, select, textarea, a, dialog, nav')]
              .filter(each => !(each.ariaLabel || each.getAttribute('aria-labelledby') || each.textContent.trim() || each.labels?.length))
              .map(each => each.outerHTML)
            """);

        assertThat((List<?>) nameless).isEmpty();
        assertThat(page.getByRole(AriaRole.MAIN)).isVisible();
        assertThat(page.getByRole(AriaRole.NAVIGATION)).hasAccessibleName("Documents with suggestions");
        assertThat(page.locator("#notices")).hasAttribute("aria-live", "polite");
        assertThat(cards().first()).hasAttribute("aria-label", "Suggestion by Claude: replace “eight” with “nine”");
    }

    @Test
    void aLongDocumentComesInPartsAndItsLastSuggestionIsReached() throws IOException {
        var text = new StringBuilder();
        for (int i = 0; i < 600; i++) {
            text.append("## Chapter ").append(i).append("\n\n").append("Lorem ipsum dolor sit amet. ".repeat(12));
            text.append(inserted("Claude", "word" + i, HOUR)).append("\n\n");
        }
        ReviewedFolder.write(root, "long.md", text.toString());
        open("long.md");
        assertThat(page.locator(".state")).containsText("600 suggestions");
        assertThat(page.locator(".part.later").last()).isAttached();

        page.keyboard().press("k");
        assertThat(page.locator(".card.now")).containsText("word599");
        page.keyboard().press("a");
        assertThat(page.locator(".card.now")).containsText("word598");
        assertThat(folder.text("long.md")).endsWith(" word599\n\n");
    }
}
