package dev.mooring.app.review.prose;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The syntax of Obsidian in the Prose view. */
class ObsidianMarkdownTest {

    private static String html(String raw) {
        return Projection.html(raw).replaceAll(" data-[as]=\"[^\"]*\"", "");
    }

    @Test
    void wikilinkShowsItsAliasAndLeadsToTheDocument() {
        assertThat(html("See [[Trip plan#Day 1|the plan]] and [[Ideas]]."))
                .isEqualTo(
                        "<p>See <a class=\"wiki\" href=\"/review/link?from=a.md&amp;to=Trip+plan%23Day+1\">the plan</a> and "
                                + "<a class=\"wiki\" href=\"/review/link?from=a.md&amp;to=Ideas\">Ideas</a>.</p>");
    }

    @Test
    void wikilinkInATableMayHaveAnEscapedBar() {
        assertThat(html("| a |\n|---|\n| [[Ideas\\|x]] |\n")).contains("to=Ideas\">x</a>");
    }

    @Test
    void wikilinkInCodeIsText() {
        assertThat(html("`[[a]]` and `![[b.png]]`")).isEqualTo("<p><code>[[a]]</code> and <code>![[b.png]]</code></p>");
    }

    @Test
    void imagesOfTheVaultAreShownAndOthersAreNamed() {
        assertThat(html("![[pic.png|200]] ![A map](img/map.jpg) ![x](https://e.example/p.png) ![[Ideas]]"))
                .isEqualTo("<p><img alt=\"200\" loading=\"lazy\" src=\"/review/image?from=a.md&amp;to=pic.png\"> "
                        + "<img alt=\"A map\" loading=\"lazy\" src=\"/review/image?from=a.md&amp;to=img%2Fmap.jpg\"> "
                        + "<span class=\"image\" title=\"https://e.example/p.png\">x</span> "
                        + "<a class=\"wiki embed\" href=\"/review/link?from=a.md&amp;to=Ideas\">Ideas</a></p>");
    }

    @Test
    void calloutHasATitle() {
        assertThat(html("> [!warning]- Mind the gap\n> It is *wide*.\n\n> [!tip]\n> Text\n"))
                .isEqualTo(
                        "<div class=\"callout warning\"><p class=\"title\">Mind the gap</p><p>It is <em>wide</em>.</p></div>\n"
                                + "<div class=\"callout tip\"><p class=\"title\">Tip</p><p>Text</p></div>");
    }

    @Test
    void taskListItemsHaveCheckboxes() {
        assertThat(html("- [ ] pack\n- [x] book\n"))
                .isEqualTo(
                        "<ul><li><p class=\"task\"><input aria-label=\"To do\" disabled type=\"checkbox\"> pack</p></li>"
                                + "<li><p class=\"task\"><input aria-label=\"Done\" checked disabled type=\"checkbox\"> book</p></li></ul>");
    }

    @Test
    void tickedBoxIsShownBeforeAndAfter() {
        assertThat(html("- [{-- --}{++x++}] pack\n"))
                .contains("aria-label=\"To do\" class=\"old\"", "class=\"new\" disabled");
    }

    @Test
    void footnotesHaveTheirLabels() {
        assertThat(html("Text.[^a]\n\n[^a]: The note.\n"))
                .isEqualTo("<p>Text.<sup class=\"footnote\">a</sup></p>\n"
                        + "<div class=\"note\"><sup class=\"footnote\">a</sup><p>The note.</p></div>");
    }

    @Test
    void highlightsAreMarked() {
        assertThat(html("so ==very== a = b == c")).isEqualTo("<p>so <mark>very</mark> a = b == c</p>");
    }

    @Test
    void formulasAreKeptAsTheirSourceForTheBrowser() {
        assertThat(html("$a_b$ costs $5 and $6.\n\n$$\n\\frac{a}{b}\n+ c\n$$\n\n$$x$$\n"))
                .isEqualTo(
                        "<p><span class=\"math\">a_b</span> costs $5 and $6.</p>\n"
                                + "<div class=\"math display\">\\frac{a}{b}\n+ c</div>\n<p><span class=\"math display\">x</span></p>");
    }

    @Test
    void changedFormulaIsShownAsTwoFormulas() {
        assertThat(html("$x^{--2--}{++3++}$"))
                .isEqualTo(
                        "<p><span class=\"math old\"><del>x^2</del></span><span class=\"math new\"><ins>x^3</ins></span></p>");
    }

    @Test
    void mermaidIsShownAsItsSource() {
        assertThat(html("```mermaid\ngraph TD\n```\n"))
                .isEqualTo("<pre data-language=\"mermaid\"><code>graph TD\n</code></pre>");
    }

    @Test
    void changedAddressOfALinkIsNamed() {
        assertThat(html("[a](https://{--x--}{++y++}.example)"))
                .isEqualTo(
                        "<p><a data-was=\"https://x.example\" href=\"https://y.example\" rel=\"noopener noreferrer nofollow\" "
                                + "target=\"_blank\" title=\"was https://x.example\">a</a></p>");
    }

    @Test
    void textThatObsidianHidesIsShown() {
        assertThat(html("a %%todo%% b")).isEqualTo("<p>a <span class=\"hidden-text\">%%todo%%</span> b</p>");
    }
}
