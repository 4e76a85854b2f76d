package dev.mooring.app.review;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.mooring.app.review.ReviewedFolder.inserted;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Content and layout of the review page. */
class ReviewPageTest extends Reviewing {
    @Test
    void pageShowsDocumentsWithCountsAndSuggestionsInPlace() {
        open("travel/ferry.md");

        assertThat(page.locator(".documents a")).hasCount(2);
        assertThat(page.locator(".documents a[aria-current] .count")).hasText("5");
        assertThat(page.locator(".text strong")).hasText("first");
        assertThat(page.locator(".text del").first()).hasText("eight");
        assertThat(page.locator(".text ins").first()).hasText("nine");
        assertThat(cards()).hasCount(5);
        assertThat(cards().first().locator(".by")).hasText("Claude Assistant 1 h ago");
        assertThat(page.locator(".card[data-kind=comment]")).containsText("Is this still so?");
        // The card shows what the text cannot, such as a link's URL.
        assertThat(cards().last().locator("ins")).hasText("https://new.example.com/");
        picture("light");
    }

    @Test
    void eachAuthorHasOneColour() {
        open("travel/ferry.md");
        // The authors of the cards with the colour of the edge, and the colour of the dot beside the name.
        Map<?, ?> dots = (Map<?, ?>) page.evaluate("""
            () => Object.fromEntries([...document.querySelectorAll('.card')].map(card => {
              const author = card.querySelector('.by .author');
              const edge = getComputedStyle(card).borderLeftColor;
              return [author.textContent + ': ' + edge, getComputedStyle(author, '::before').backgroundColor];
            }))
            """);

        assertThat(dots)
                .hasSize(3)
                .allSatisfy((authorAndEdge, dot) -> assertThat((String) authorAndEdge)
                        .matches("(Claude|Codex|Ada): " + Pattern.quote((String) dot)));
        assertThat(dots.values()).doesNotHaveDuplicates();
    }

    @Nested
    class HostileDocument {
        @Test
        void hostileDocumentRunsNoScript() throws IOException {
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
    class NoPendingSuggestions {
        @Test
        void emptyPageShowsWhatToDoNext() throws IOException {
            Files.delete(root.resolve("shopping.md"));
            Files.delete(root.resolve("travel/ferry.md"));
            page.navigate(folder.address());

            assertThat(page.locator(".empty h1")).hasText("Nothing to review");
            assertThat(page.locator("[data-endpoint]")).hasText(folder.service.address());
            assertThat(page.locator("#live.on")).isVisible();
            picture("empty");

            ReviewedFolder.write(root, "new.md", "A " + inserted("Claude", "first", HOUR) + " word.\n");
            assertThat(page.locator(".text ins")).hasText("first");
        }

        @Test
        void filterThatHidesEverythingCanBeCleared() {
            open("shopping.md");
            page.locator("input[name=text]").fill("no such words");
            assertThat(page.locator(".empty h1")).hasText("No suggestion matches");
            page.locator(".empty button").click();
            assertThat(page.locator(".documents a")).hasCount(2);
        }

        @Test
        void aSlowClickBesideTheFilterIsNotLost() {
            open("shopping.md");
            page.locator("input[name=text]").fill("no such words");
            assertThat(page.locator(".empty h1")).hasText("No suggestion matches");
            page.locator(".empty button").hover();
            page.mouse().down();
            // Longer than the page would need to apply the filter again.
            page.evaluate("""
                    async () => {
                      for (let i = 0; i < 5; i++) await (await fetch('/review/pending?path=')).text();
                    }""");
            page.mouse().up();
            assertThat(page.locator(".documents a")).hasCount(2);
        }
    }

    @Test
    void vSwitchesToRawText() {
        open("travel/ferry.md");
        page.keyboard().press("v");
        assertThat(page.locator("pre.raw").nth(1))
                .containsText("The **first** ferry leaves at {--{\"author\":\"Claude\"");
        assertThat(cards()).hasCount(5);
        picture("raw");
    }

    @Nested
    class NarrowScreen {
        @Test
        void theBarForSelectedSuggestionsCoversNoButtonOfTheCard() {
            page.setViewportSize(390, 844);
            open("travel/ferry.md");
            page.keyboard().press("x");
            assertThat(page.locator("#selection")).isVisible();

            var bar = page.locator("#selection").boundingBox();
            var steps = page.locator("#steps").boundingBox();
            var buttons = page.locator(".card.now .acts button").all();
            assertThat(buttons).hasSizeGreaterThan(3);
            for (var button : buttons) {
                var box = button.boundingBox();
                assertThat(box.y + box.height).isLessThanOrEqualTo(bar.y);
            }
            assertThat(bar.y + bar.height).isLessThanOrEqualTo(steps.y + 1);
            picture("phone-selected");
        }

        @Test
        void narrowPageFitsTheScreenAndOpensTheList() {
            page.setViewportSize(390, 844);
            open("travel/ferry.md");
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
    void darkModeFollowsTheSystem() {
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        open("travel/ferry.md");
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
    void lastSuggestionOfALongDocumentIsReachable() throws IOException {
        var text = new StringBuilder();
        for (int i = 0; i < 600; i++) {
            text.append("## Chapter ").append(i).append("\n\n").append("Lorem ipsum dolor sit amet. ".repeat(12));
            text.append(inserted("Claude", "word" + i, HOUR)).append("\n\n");
        }
        ReviewedFolder.write(root, "long.md", text.toString());
        open("long.md");
        assertThat(page.locator(".state")).containsText("600 suggestions");
        assertThat(page.locator(".part.placeholder").last()).isAttached();

        assertThat(page.locator("#steps .position")).hasText("1 of 600");
        open("shopping.md");
        page.keyboard().press("k");
        assertThat(page.locator(".card.now")).containsText("word599");
        assertThat(page.locator("#steps .position")).hasText("600 of 600");
        page.keyboard().press("a");
        assertThat(page.locator(".card.now")).containsText("word598");
        assertThat(folder.text("long.md")).endsWith(" word599\n\n");
    }
}
