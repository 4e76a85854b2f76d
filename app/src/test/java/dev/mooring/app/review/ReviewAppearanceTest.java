package dev.mooring.app.review;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.mooring.app.web.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every state of the page on screens of three sizes, in light and dark mode: axe-core finds no fault in any. */
@Tag("counterpart")
class ReviewAppearanceTest extends Reviewing {
    private static final Path AXE =
            Path.of(System.getProperty("mooring.root", "..")).resolve("counterparts/node_modules/axe-core/axe.min.js");

    private String prefix = "";

    @BeforeEach
    void addRichDocument() throws IOException {
        String by = "{\"author\":\"Claude\",\"time\":1790000000,\"g\":\"k3\"}@@";
        String person = "{\"author\":\"Ada\",\"time\":1790000100,\"person\":true}@@";
        Files.writeString(
                root.resolve("dot.svg"),
                "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'><circle cx='20' cy='20' r='18' fill='teal'/></svg>");
        ReviewedFolder.write(
                root,
                "trips/Plan.md",
                "---\nstatus: draft\n---\n{>>{\"author\":\"Codex\",\"time\":1790000000,\"g\":\"p\",\"prop\":\"status\",\"from\":\"draft\",\"to\":\"final\"}@@"
                        + "status: draft → final<<}\n# Plan\n\nWe take the {--" + by + "old--}{++" + by
                        + "new++} road to [[shopping|the shop]] and leave at {--" + by + "8--}{++" + by
                        + "9++}.{>>" + person + "Is that not too late?<<} It is ==far==.[^1]\n\n"
                        + "1. Pack\n{++{\"author\":\"Codex\",\"time\":1790000000,\"g\":\"q\"}@@2. Check the weather\n++}"
                        + "{--{\"author\":\"Codex\",\"time\":1790000000,\"g\":\"q\"}@@2--}{++{\"author\":\"Codex\",\"time\":1790000000,\"g\":\"q\"}@@3++}. Go\n\n"
                        + "- [ ] Tickets\n- [x] Maps ![[dot.svg]]\n\n"
                        + "> [!warning] Tides\n> The {==ferry==}{>>{\"author\":\"Codex\",\"time\":1790000000}@@Which one?<<} waits for no one.\n\n"
                        + "| day | place |{++{\"author\":\"Codex\",\"time\":1790000000,\"g\":\"t\"}@@ km |++}\n|---|---|{++{\"author\":\"Codex\",\"time\":1790000000,\"g\":\"t\"}@@--:|++}\n"
                        + "| 1 | Leith |{++{\"author\":\"Codex\",\"time\":1790000000,\"g\":\"t\"}@@ 12 |++}\n\n"
                        + "```js\nconst x = 2 * {--{\"author\":\"Codex\",\"time\":1790000000,\"g\":\"m\"}@@3--}{++{\"author\":\"Codex\",\"time\":1790000000,\"g\":\"m\"}@@Math.PI++};\n```\n\n"
                        + "$$\n\\int_0^1 \\frac{x^2}{2}\\,dx\n$$\n\n[^1]: About 40 km.\n");
        ReviewedFolder.write(
                root,
                "trips/Old plan.md",
                "---\ntitle: Old plan\ntags: [travel, draft]\n---\n"
                        + proposal("Claude", "mv", "\"move\":\"archive/2026/Plan of last year.md\"", "move")
                        + proposal("Codex", "rm", "\"delete\":true", "delete this document")
                        + proposal("Codex", "st", "\"prop\":\"status\",\"to\":\"done\"", "add status: done")
                        + "# Old plan\n\nWe did not go.\n");
    }

    private static String proposal(String author, String group, String change, String text) {
        return "{>>{\"author\":\"" + author + "\",\"time\":1790000000,\"g\":\"" + group + "\"," + change + "}@@" + text
                + "<<}\n";
    }

    @ParameterizedTest
    @CsvSource({
        "1440, 900, LIGHT",
        "1440, 900, DARK",
        "1024, 768, LIGHT",
        "1024, 768, DARK",
        "390, 844, LIGHT",
        "390, 844, DARK"
    })
    void everyStateIsAccessible(int width, int height, ColorScheme scheme) throws IOException {
        page.setViewportSize(width, height);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
        prefix = "look-" + width + "-" + scheme.name().toLowerCase(Locale.ROOT) + "-";
        open("trips/Plan.md");
        assertThat(page.locator(".text math")).isAttached();
        check("document");
        page.keyboard().press("j");
        page.keyboard().press("s");
        assertThat(page.locator(".card.now .parts")).isVisible();
        check("split");
        page.keyboard().press("v");
        assertThat(page.locator("pre.raw").first()).isVisible();
        check("raw");
        page.keyboard().press("c");
        check("writing");
        page.keyboard().press("Escape");
        page.keyboard().press("x");
        assertThat(page.locator("#selection")).isVisible();
        check("selected");
        page.keyboard().press("Escape");
        page.keyboard().press("?");
        assertThat(page.locator("#help")).isVisible();
        check("help");
        page.keyboard().press("Escape");
        if (page.locator("button.menu").isVisible()) {
            page.locator("button.menu").click();
            check("list");
        }
        page.locator("input[name=text]").fill("no such words");
        assertThat(page.locator(".empty h1")).hasText("No suggestion matches");
        check("no-match");
        page.navigate(folder.address() + "?path=missing.md");
        assertThat(page.locator(".empty h1")).hasText("No such document");
        check("missing");
        open("trips/Old plan.md");
        assertThat(page.locator(".card")).hasCount(3);
        check("proposals");
        page.keyboard().press("a");
        assertThat(page.locator("h1")).hasText("Plan of last year.md");
        check("moved");
        open("shopping.md");
        page.locator(".card.now .reject").click();
        assertThat(page.locator(".state")).hasText("No suggestions in this document.");
        page.keyboard().press("u");
        assertThat(page.locator(".notice").last()).isVisible();
        check("notice");
    }

    /** Takes a screenshot, and asks axe-core for violations. */
    private void check(String state) throws IOException {
        page.screenshot(new Page.ScreenshotOptions().setPath(Browser.screenshot(prefix + state)));
        if (!(Boolean) page.evaluate("() => 'axe' in window")) {
            page.evaluate(Files.readString(AXE)); // through the debugger, which the policy does not bind
        }
        Object found = page.evaluate("""
            async () => (await axe.run(document, { resultTypes: ['violations'] })).violations
              .map(each => each.id + ': ' + each.help + ' ' + each.nodes.map(node => node.html.slice(0, 160) + ' ' + node.failureSummary).join(' | '))
            """);
        assertThat((List<?>) found).as(prefix + state).isEmpty();
        assertThat((Integer) page.evaluate("document.documentElement.scrollWidth"))
                .as(prefix + state)
                .isLessThanOrEqualTo(page.viewportSize().width);
    }
}
