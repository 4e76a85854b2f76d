package dev.mooring.app.review.prose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.critic.MarkedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What a reviewer sees is what both versions look like: without the struck-out parts the page shows the document after all
 * suggestions, without the inserted parts the one before them. A failure names the seed that repeats it.
 */
class MergedProseTest {

    private static final String BY = "{\"author\":\"Claude\",\"time\":1790000000}@@";

    private static final Pattern MARK = Pattern.compile("\\{==.*?<<\\}");

    private static final List<String> BLOCKS = List.of(
            "# Heading\n",
            "Some *plain* text with **bold words** and `code`.\nA second line.\n",
            "1. one\n2. two\n3. three\n",
            "- a\n- b\n  - nested\n  - more\n- c\n",
            "- loose\n\n- items\n\n  with two paragraphs\n",
            "- [ ] open task\n- [x] done task\n",
            "| h1 | h2 |\n|---|:-:|\n| a | b |\n| c | d \\| e |\n",
            "```js\nconst x = y * 2;\n\nreturn x;\n```\n",
            "    indented code\n    more\n",
            "> quoted text\n> and more\n>\n> - list in quote\n",
            "> [!note] Title\n> Body of the callout.\n",
            "See [a link](https://a.example) and [[Note|alias]] and ![[pic.png]].\n",
            "Math $x^2$ and text.[^1]\n\n[^1]: The footnote.\n",
            "$$\nx = \\frac{a}{b}\n$$\n",
            "---\n",
            "<div>html</div>\n",
            "A ==highlight== and {==a comment==}{>>here<<} \\* &amp; end.\n");

    private static final List<String> WORDS = List.of(
            "word",
            "two words",
            "**bold**",
            "*",
            "`",
            "- item\n",
            "1. first\n",
            "\n\n",
            "\n",
            "# ",
            "| x |",
            " | ",
            "```\n",
            "> ",
            "$",
            "[[Link]]",
            "    ",
            "&lt;",
            "\\",
            "[^1]",
            "==",
            "[x] ",
            "<b>",
            "");

    @Test
    void displayedTextIsBothVersionsOfRandomDocumentsAndEdits() {
        long seed = Long.getLong("mooring.property.seed", System.nanoTime());
        int documents = Integer.getInteger("mooring.property.documents", 3_000);
        System.out.println("MergedProseTest: -Dmooring.property.seed=" + seed);
        int compared = 0;
        for (int i = 0; i < documents; i++) {
            long each = seed + i;
            try {
                compared += check(new Random(each)) ? 1 : 0;
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("with -Dmooring.property.seed=" + each + " -Dmooring.property.documents=1", e);
            }
        }
        assertThat(compared).isGreaterThan(documents / 2);
    }

    /** Returns false for an edit that the vault would refuse: one that turns other marks into code. */
    private static boolean check(Random random) {
        String raw = raw(random);
        MarkedText marked = MarkedText.parse(raw);
        String accepted = marked.acceptAll();
        String rejected = marked.rejectAll();
        if (otherMarks(accepted) != otherMarks(raw) || otherMarks(rejected) != otherMarks(raw)) {
            return false;
        }
        String html = Projection.html(raw);

        assertThat(Projection.after(html)).as(raw).isEqualTo(Projection.withoutDetails(Projection.html(accepted)));
        assertThat(Projection.before(html)).as(raw).isEqualTo(Projection.withoutDetails(Projection.html(rejected)));
        return true;
    }

    private static long otherMarks(String raw) {
        return MarkedText.parse(raw).marks().stream()
                .filter(mark -> !mark.isSuggestion())
                .count();
    }

    private static String raw(Random random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(1, 6); i > 0; i--) {
            text.append(BLOCKS.get(random.nextInt(BLOCKS.size()))).append(random.nextInt(8) == 0 ? "" : "\n");
        }
        var raw = new StringBuilder();
        int at = 0;
        for (int start : starts(random, text.length())) {
            int end = Math.min(text.length(), start + (random.nextBoolean() ? 0 : random.nextInt(1, 25)));
            String old = text.substring(start, end);
            String fresh = WORDS.get(random.nextInt(WORDS.size())) + WORDS.get(random.nextInt(WORDS.size()));
            if (start < at || isPartOfMark(text.toString(), start, end)) {
                continue;
            }
            raw.append(text, at, start);
            raw.append(old.isEmpty() ? "" : "{--" + BY + old + "--}");
            raw.append(fresh.isEmpty() ? "" : "{++" + BY + fresh + "++}");
            at = end;
        }
        return raw.append(text, at, text.length()).toString();
    }

    private static List<Integer> starts(Random random, int length) {
        List<Integer> starts = new ArrayList<>();
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            starts.add(random.nextInt(length + 1));
        }
        return starts.stream().sorted().toList();
    }

    private static boolean isPartOfMark(String text, int start, int end) {
        return MARK.matcher(text).results().anyMatch(mark -> start < mark.end() && end > mark.start());
    }

    @Test
    void codeBlockShowsOnlyTextOfAVersion() {
        String raw = "```\nreturn x * {--" + BY + "3--}{++" + BY + "math.pi++}\n```\n";

        assertThat(Projection.withoutDetails(Projection.html(raw)))
                .isEqualTo("<pre><code>return x * <del>3</del><ins>math.pi</ins>\n</code></pre>");
    }

    @Test
    void insertedFenceShowsTheTextAsItWasAndAsCode() {
        assertThat(Projection.withoutDetails(Projection.html("{++```\n++}a *b*\n{++```\n++}")))
                .isEqualTo("<p class=\"old\"><del>a </del><em class=\"old\"><del>b</del></em></p>\n"
                        + "<pre class=\"new\"><code class=\"new\"><ins>a *b*\n</ins></code></pre>");
    }

    @Test
    void renumberedListKeepsItsItems() {
        String html = Projection.html("1. a\n{++2. new\n++}{--2--}{++3++}. b\n{--3--}{++4++}. c\n");

        assertThat(html.replaceAll(" data-[as]=\"[^\"]*\"", ""))
                .isEqualTo(
                        "<ol><li value=\"1\"><p>a</p></li><li class=\"new\" value=\"2\"><p class=\"new\"><ins>new</ins></p>"
                                + "</li><li value=\"3\"><p>b</p></li><li value=\"4\"><p>c</p></li></ol>");
    }

    @Test
    void deletedItemKeepsItsOldNumber() {
        String html = Projection.html("1. a\n{--2. b\n--}{--3--}{++2++}. c\n");

        assertThat(html).contains("<li value=\"1\">", "<li class=\"old\" value=\"2\">", "<li value=\"2\">");
    }

    @Test
    void addedTableColumnIsAColumnOfCells() {
        String html = Projection.html("| a |{++ b |++}\n|---|{++---|++}\n| 1 |{++ 2 |++}\n| 3 |{++ 4 |++}\n");

        assertThat(Projection.withoutDetails(html))
                .isEqualTo(
                        "<div class=\"table\"><table><thead><tr><th>a</th><th class=\"new\"><ins>b</ins></th></tr></thead>"
                                + "<tbody><tr><td>1</td><td class=\"new\"><ins>2</ins></td></tr>"
                                + "<tr><td>3</td><td class=\"new\"><ins>4</ins></td></tr></tbody></table></div>");
    }
}
