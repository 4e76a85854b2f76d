package dev.mooring.app.review;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.mooring.app.review.ReviewedFolder.inserted;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The way through suggestions, and what the page says about what happens. */
class NavigationTest extends Reviewing {
    @Test
    void firstSuggestionOfALongDocumentIsInSight() throws IOException {
        ReviewedFolder.write(
                root,
                "long.md",
                "Words and words.\n\n".repeat(400) + "Here " + ReviewedFolder.inserted("Claude", "it is", HOUR)
                        + ".\n");
        open("long.md");

        assertThat(page.locator(".text ins")).isInViewport();
        assertThat(page.locator(".card.now .accept")).isInViewport();
        assertThat(page.locator("#steps .position")).hasText("1 of 1");
    }

    @Test
    void currentSuggestionStaysInSightWhenTheDocumentChanges() throws IOException {
        String suggestion = "Here " + ReviewedFolder.inserted("Claude", "it is", HOUR) + ".\n";
        ReviewedFolder.write(root, "long.md", "Words and words.\n\n".repeat(400) + suggestion);
        open("long.md");
        for (int n = 1; n <= 5; n++) {
            ReviewedFolder.write(
                    root, "long.md", "Words and words.\n\n".repeat(400 + 20 * n) + "Version " + n + ". " + suggestion);
            assertThat(page.locator(".text").last()).containsText("Version " + n + ". Here");
            assertThat(page.locator(".text ins")).isInViewport();
        }
    }

    @Test
    void stepButtonsGoThroughTheSuggestions() {
        open("travel/ferry.md");
        assertThat(page.locator("#steps .position")).hasText("1 of 5");
        page.locator("#steps [data-do=next]").click();
        assertThat(page.locator("#steps .position")).hasText("2 of 5");
        page.locator("#steps [data-do=previous]").click();
        assertThat(page.locator("#steps .position")).hasText("1 of 5");
    }

    @Test
    void marksBesideTheScrollBarShowWhereTheSuggestionsAre() throws IOException {
        String filler = "Words and words.\n\n".repeat(60);
        ReviewedFolder.write(
                root,
                "long.md",
                filler + inserted("Claude", "one", HOUR) + "\n\n" + filler + filler + inserted("Claude", "two", HOUR)
                        + "\n\n" + filler + filler + inserted("Claude", "three", HOUR) + "\n\n" + filler);
        open("long.md");
        awaitMarks("top 4", "middle 2", "bottom 2");
        page.keyboard().press("j");
        awaitMarks("top 2", "middle 4", "bottom 2");

        var rail = page.locator("#rail").boundingBox();
        page.mouse().click(rail.x + rail.width / 2, rail.y + rail.height * 5 / 6);
        assertThat(page.locator(".text ins", new Page.LocatorOptions().setHasText("three")))
                .isInViewport();
        page.keyboard().press("a");
        awaitMarks("top 2", "bottom 4");
    }

    /** Waits until the canvas has exactly these marks: the third of its height, and how many pixels high the mark is. */
    private void awaitMarks(String... expected) {
        await().pollInSameThread()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat((List<?>) page.evaluate("""
                        () => {
                          const rail = document.getElementById('rail');
                          const { data, width, height } = rail.getContext('2d').getImageData(0, 0, rail.width, rail.height);
                          const marks = [];
                          for (let y = 0, start = 0; y <= height; y++) {
                            if (y < height && data[y * width * 4 + 3] > 0) continue;
                            if (y > start) marks.push(`${['top', 'middle', 'bottom'][Math.floor(3 * start / height)]} ${y - start}`);
                            start = y + 1;
                          }
                          return marks;
                        }
                        """)).isEqualTo(List.of(expected)));
    }

    @Test
    void placeIsKeptAmongIdenticalSuggestions() throws IOException {
        String same = ReviewedFolder.inserted("Claude", "same", HOUR);
        ReviewedFolder.write(root, "same.md", ("Word " + same + " and this is the same text around it.\n\n").repeat(6));
        open("same.md");
        page.keyboard().press("j");
        page.keyboard().press("j");
        assertThat(page.locator("#steps .position")).hasText("3 of 6");
        page.keyboard().press("a");
        assertThat(page.locator("#steps .position")).hasText("3 of 5");
        page.keyboard().press("a");
        assertThat(page.locator("#steps .position")).hasText("3 of 4");

        assertThat(folder.text("same.md").split("\n\n"))
                .satisfies(lines -> assertThat(lines[2]).startsWith("Word same and"))
                .satisfies(lines -> assertThat(lines[3]).startsWith("Word same and"))
                .satisfies(lines -> assertThat(lines[1]).contains("{++"))
                .satisfies(lines -> assertThat(lines[4]).contains("{++"));
    }

    @Test
    void ownActionsAreNeverReportedAsSomebodyElses() throws IOException {
        open("travel/ferry.md");
        for (String key : new String[] {"a", "r", "u", "u"}) {
            page.keyboard().press(key);
        }
        page.keyboard().press("?"); // its turn comes after all own actions
        assertThat(page.locator("#help")).isVisible();
        page.keyboard().press("Escape");
        // A change by somebody else comes after the events of all own actions.
        ReviewedFolder.write(root, "shopping.md", "Buy bread.\n");
        assertThat(page.locator(".notice >> text=in shopping.md decided elsewhere"))
                .isVisible();

        assertThat(page.locator(".notice >> text=elsewhere")).hasCount(1);
        assertThat(page.locator(".notice >> text=suggested")).hasCount(0);
    }

    @Test
    void undoNoticeDisappearsWhenItNoLongerApplies() {
        open("travel/ferry.md");
        page.locator(".tools >> text=Accept all").click();
        page.locator("dialog#confirm .primary").click();
        assertThat(page.locator(".notice >> text=Undo")).isVisible();
        page.keyboard().press("u");

        assertThat(page.locator(".notice >> text=Undone")).isVisible();
        assertThat(page.locator(".notice button >> text=Undo")).hasCount(0);
    }

    @Test
    void unreachableServerIsReportedInWords() throws IOException {
        // Before the page opens: a page that is open may send its next request past a new route.
        page.route("**/review/decide", Route::abort);
        open("shopping.md");
        page.keyboard().press("a");

        assertThat(page.locator(".notice.conflict")).containsText("Mooring does not respond.");
        assertThat(page.locator(".notice.conflict")).containsText("may not have happened");
        assertThat(page.locator(".card.now")).containsText("oat milk");
    }

    @Test
    void focusStaysWhereThePersonIs() throws IOException {
        open("travel/ferry.md");
        page.locator(".card >> nth=2").locator(".reject").focus();
        ReviewedFolder.write(
                root, "travel/ferry.md", folder.text("travel/ferry.md").replace("# The ferry", "# The new ferry"));
        assertThat(page.locator(".text h2")).hasText("The new ferry");
        assertThat(page.locator(".card >> nth=2").locator(".reject")).isFocused();

        page.locator("input[name=text]").focus();
        ReviewedFolder.write(
                root, "travel/ferry.md", folder.text("travel/ferry.md").replace("# The new ferry", "# A ferry"));
        assertThat(page.locator(".text h2")).hasText("A ferry");
        assertThat(page.locator("input[name=text]")).isFocused();
    }

    @Test
    void cardsDoNotMoveTheText() throws IOException {
        String text = "One " + ReviewedFolder.inserted("Claude", "a", HOUR) + " and two "
                + ReviewedFolder.inserted("Codex", "b", HOUR) + " and three "
                + ReviewedFolder.inserted("Claude", "c", HOUR)
                + ".\n\nThe next paragraph.\n";
        ReviewedFolder.write(root, "dense.md", text);
        open("dense.md");

        Object gap = page.evaluate("""
            () => {
              const [one, two] = document.querySelectorAll('.text p');
              return two.getBoundingClientRect().top - one.getBoundingClientRect().bottom;
            }""");
        assertThat(((Number) gap).doubleValue()).isLessThan(40);
        Object overlaps = page.evaluate("""
            () => {
              const boxes = [...document.querySelectorAll('.card')].map(card => card.getBoundingClientRect());
              return boxes.slice(1).filter((box, i) => box.top < boxes[i].bottom).length;
            }""");
        assertThat(overlaps).isEqualTo(0);
    }

    @Test
    void imagesFormulasAndLinksOfTheVaultAreShown() throws IOException {
        Files.write(
                root.resolve("dot.svg"),
                "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'><circle cx='20' cy='20' r='18'/></svg>"
                        .getBytes(UTF_8));
        ReviewedFolder.write(
                root,
                "rich.md",
                "![[dot.svg]] and $\\frac{a}{b}$ and [[shopping]].\n\n$$\nx^" + "{++2++}"
                        + " + \\begin{matrix}a & b\\\\c & d\\end{matrix}\n$$\n");
        open("rich.md");

        assertThat(page.locator(".text math mfrac").first()).isAttached();
        assertThat(page.locator(".math.old math")).hasCount(1);
        assertThat(page.locator(".math.new math")).hasCount(1);
        assertThat(page.locator(".text img")).hasJSProperty("naturalWidth", 40);
        picture("rich");
        page.locator(".text a.wiki").click();
        assertThat(page.locator("h1")).hasText("shopping.md");
    }

    @Test
    void formulaIsConvertedOnceIfTheDocumentChangesWhileTheConverterLoads() throws IOException {
        String text =
                "$\\frac{a}{b}$ is " + inserted("Claude", "new", HOUR) + ".\n\n" + "Words and words.\n\n".repeat(3_000);
        ReviewedFolder.write(root, "formula.md", text);
        var converter = new AtomicReference<Route>();
        page.route("**/temml.js*", converter::set);
        open("formula.md");
        assertThat(page.locator(".text .math")).hasCount(1);

        ReviewedFolder.write(root, "formula.md", text + "The " + inserted("Claude", "end", HOUR) + ".\n");
        assertThat(page.locator("#steps .position")).hasText("1 of 2");
        converter.get().resume();
        assertThat(page.locator(".text math mfrac")).isAttached();
    }
}
