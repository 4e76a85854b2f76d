package dev.mooring.app.review.prose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.review.ReviewedDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentViewTest {

    private static List<DocumentRow> rows(DocumentView view) {
        List<DocumentRow> rows = new ArrayList<>();
        for (int part = 0; part < view.parts(); part++) {
            rows.addAll(view.rows(part));
        }
        return rows;
    }

    /** The HTML of all blocks, without the ids of suggestions. */
    private static String prose(String raw) {
        return html(DocumentView.prose(ReviewedDocument.of("a.md", raw)));
    }

    private static String html(DocumentView view) {
        return rows(view).stream()
                .map(DocumentRow::html)
                .map(html -> html.replaceAll(" data-[as]=\"[0-9a-f]+\"", ""))
                .collect(Collectors.joining("\n"));
    }

    @Nested
    class Marks {

        @Test
        void marksAreShownInRenderedProse() {
            assertThat(prose("The *{--quick--}{++slow++}* fox."))
                    .isEqualTo("<p>The <em><del>quick</del><ins>slow</ins></em> fox.</p>");
        }

        @Test
        void marksMayBeginAndEndInsideOtherMarkup() {
            assertThat(prose("a **b{++ c** d++} e"))
                    .isEqualTo("<p>a <del>**b</del><strong class=\"new\"><ins>b c</ins></strong><ins> d</ins> e</p>");
        }

        @Test
        void marksDoNotHideTheStartOfABlock() {
            assertThat(prose("{++## New\n\nText.++}\n\n{--- gone\n--}- kept\n")).isEqualTo("""
                <h3 class="new"><ins>New</ins></h3>
                <p class="new"><ins>Text.</ins></p>
                <ul><li class="old"><p class="old"><del>gone</del></p></li><li><p>kept</p></li></ul>\
                """);
        }

        @Test
        void marksOfWholeLinesStayLines() {
            assertThat(prose("{--# Old--}{++# New++}\n"))
                    .isEqualTo("<h2 class=\"old\"><del>Old</del></h2>\n<h2 class=\"new\"><ins>New</ins></h2>");
        }

        @Test
        void oldAndNewTextStaySeparate() {
            assertThat(prose("a {--**b**--}{++**c**++}"))
                    .isEqualTo(
                            "<p>a <strong class=\"old\"><del>b</del></strong><strong class=\"new\"><ins>c</ins></strong></p>");
        }

        @Test
        void substitutionsAndHighlightsAreShown() {
            assertThat(prose("{~~a~>b~~} {==c==}")).isEqualTo("<p><del>a</del><ins>b</ins> <mark>c</mark></p>");
        }

        @Test
        void marksInCodeAndTablesAreShown() {
            String by = "{\"author\":\"A\"}@@";
            assertThat(prose("```\nx {++" + by + "y++}\n```\n\n`a {++" + by + "b++}`\n\n| h |\n|---|\n| {++c++} |\n"))
                    .isEqualTo("<pre><code>x <ins>y</ins>\n</code></pre>\n<p><code>a <ins>b</ins></code></p>\n"
                            + "<div class=\"table\"><table><thead><tr><th>h</th></tr></thead>"
                            + "<tbody><tr><td><ins>c</ins></td></tr></tbody></table></div>");
        }

        @Test
        void marksWithEscapesAndEntitiesAreShown() {
            assertThat(prose("x \\* {++a \\* &amp; b++} &lt; c")).isEqualTo("<p>x * <ins>a * &amp; b</ins> &lt; c</p>");
        }

        @Test
        void marksInFilesWithCrlfAndByteOrderMarkAreShown() {
            assertThat(prose("\uFEFF# T\r\n\r\na {++b\r\nc++} d\r\n"))
                    .isEqualTo("<h2>T</h2>\n<p>a <ins>b\nc</ins> d</p>");
        }
    }

    @Nested
    class InvisibleSuggestions {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "[a]({--https://x.example--}{++https://y.example++})",
                    "text\n\n[ref]: {--/a--}{++/b++}\n",
                })
        void invisibleSuggestionIsReported(String raw) {
            DocumentView view = DocumentView.prose(ReviewedDocument.of("a.md", raw));
            rows(view);

            assertThat(view.isVisible(0)).isFalse();
        }

        @Test
        void everySuggestionAndCommentHasARow() {
            DocumentView view = DocumentView.prose(
                    ReviewedDocument.of("a.md", "{++a++}\n\n{>>c<<}\n\n[x]: {--/a--}{++/b++}\n\nend {--z--}\n"));
            List<DocumentRow> rows = rows(view);

            assertThat(rows).flatExtracting(DocumentRow::suggestions).containsExactly(0, 1, 2, 3);
        }
    }

    @Nested
    class HostileText {

        @Test
        void hostileTextIsShownAsText() {
            assertThat(prose("<script>x</script>\n\na <b onclick=x>\n\n[l](javascript:x) ![i](https://e.example/p)"))
                    .isEqualTo("<pre data-language=\"html\"><code>&lt;script&gt;x&lt;/script&gt;</code></pre>\n"
                            + "<p>a <code>&lt;b onclick=x&gt;</code></p>\n"
                            + "<p><span class=\"link\" title=\"javascript:x\">l</span> "
                            + "<span class=\"image\" title=\"https://e.example/p\">i</span></p>");
        }

        @Test
        void hostileTextCannotLeaveAnAttribute() {
            assertThat(prose("[l](<https://e.example/\"onclick=x>)"))
                    .contains("href=\"https://e.example/&quot;onclick=x\"");
        }
    }

    @Nested
    class LongDocuments {

        private final String chapter = "## Chapter\n\n" + "Words and more words. ".repeat(200) + "{++new++}\n\n";

        @Test
        void longDocumentIsSplitAtHeadingsWithoutLoss() {
            String raw = chapter.repeat(60);
            DocumentView view = DocumentView.prose(ReviewedDocument.of("a.md", raw));

            assertThat(view.parts()).isGreaterThan(5);
            for (int part = 0; part < view.parts(); part++) {
                assertThat(view.source(part)).startsWith("## Chapter");
            }
            assertThat(rows(view)).flatExtracting(DocumentRow::suggestions).hasSize(60);
        }

        @Test
        void linkReferencesWorkAcrossParts() {
            DocumentView view = DocumentView.prose(
                    ReviewedDocument.of("a.md", "[home][h]\n\n" + chapter.repeat(30) + "[h]: https://home.example\n"));

            assertThat(html(view)).contains("<a href=\"https://home.example\"");
        }

        @Test
        void longDocumentIsNotSplitInsideACodeFence() {
            DocumentView view = DocumentView.prose(
                    ReviewedDocument.of("a.md", "```\n" + "# no heading\n\n".repeat(3_000) + "```\n"));

            assertThat(view.parts()).isEqualTo(1);
        }

        @Test
        void rawTextIsSplitOutsideOfMarks() {
            String raw = chapter.repeat(10) + "{++"
                    + chapter.replace("{++new++}", "").repeat(60) + "++}" + chapter.repeat(10);
            DocumentView view = DocumentView.raw(ReviewedDocument.of("a.md", raw));
            String shown = rows(view).stream()
                    .map(DocumentRow::html)
                    .map(html -> html.replaceAll("<[^>]*>", ""))
                    .collect(Collectors.joining());

            assertThat(shown).isEqualTo(raw);
        }
    }

    @Test
    void frontMatterIsATableOfProperties() {
        assertThat(prose("---\ntitle: new{++er++}\ntags: [a, b c]\nlinks:\n  - x\n  - y\nempty:\n---\n# T\n"))
                .isEqualTo("<div class=\"table\"><table class=\"front\"><tbody>"
                        + "<tr><th scope=\"row\">title</th><td><span class=\"value\">new<ins>er</ins></span></td></tr>"
                        + "<tr><th scope=\"row\">tags</th><td><span class=\"value\">a</span><span class=\"value\">b c</span></td></tr>"
                        + "<tr><th scope=\"row\">links</th><td><span class=\"value\">x</span><span class=\"value\">y</span></td></tr>"
                        + "<tr><th scope=\"row\">empty</th><td></td></tr>"
                        + "</tbody></table></div>\n<h2>T</h2>");
    }

    @Test
    void frontMatterThatIsNotSimpleIsShownUnchanged() {
        assertThat(prose("---\n- {++new++}\n---\n# T\n"))
                .isEqualTo("<pre class=\"front\"><code>---\n- <ins>new</ins>\n---\n</code></pre>\n<h2>T</h2>");
    }
}
