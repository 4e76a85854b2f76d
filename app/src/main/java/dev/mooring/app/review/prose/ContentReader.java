package dev.mooring.app.review.prose;

import dev.mooring.app.review.prose.Content.Element;
import dev.mooring.app.review.prose.Content.Letters;
import dev.mooring.vault.critic.TextRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.commonmark.ext.footnotes.FootnoteDefinition;
import org.commonmark.ext.footnotes.FootnoteReference;
import org.commonmark.ext.gfm.strikethrough.Strikethrough;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableBody;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableHead;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.Block;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.LinkReferenceDefinition;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.SourceSpan;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.node.ThematicBreak;
import org.jspecify.annotations.Nullable;

/**
 * Turns parsed Markdown into contents. A document cannot inject markup: its HTML is shown as text, only web and mail
 * addresses become links, and only images of the vault are loaded.
 */
final class ContentReader {

    private static final Pattern WEB = Pattern.compile("(?i)(https?://|mailto:).+", Pattern.DOTALL);

    private final String source;
    private final int offset;
    private final LinkAddresses addresses;

    /**
     * Creates a reader.
     *
     * @param source the whole text of a side
     * @param offset the start of the parsed part in it
     */
    ContentReader(String source, int offset, LinkAddresses addresses) {
        this.source = source;
        this.offset = offset;
        this.addresses = addresses;
    }

    /** Returns the contents of a node: none, one, or those of its children. */
    List<Content> read(Node node) {
        return switch (node) {
            case LinkReferenceDefinition _ -> List.of();
            case Text text -> List.of(text(text));
            case SoftLineBreak line -> List.of(letters("\n", line));
            default -> {
                Element element = node instanceof Block ? block(node) : inline(node);
                yield element == null ? children(node) : List.of(element);
            }
        };
    }

    private @Nullable Element block(Node node) {
        return switch (node) {
            case Heading heading ->
                element("h" + Math.min(heading.getLevel() + 1, 6), heading); // the page has the only h1
            case Paragraph paragraph -> element("p", paragraph);
            case BlockQuote quote -> Callout.of(element("blockquote", quote));
            case BulletList list -> element("ul", list);
            case OrderedList list -> orderedList(list);
            case ListItem item -> TaskBox.in(element("li", item));
            case FencedCodeBlock code -> codeBlock(code, code.getLiteral(), language(code), 1);
            case IndentedCodeBlock code -> codeBlock(code, code.getLiteral(), "", 0);
            case HtmlBlock block -> codeBlock(block, block.getLiteral(), "html", 0);
            case ThematicBreak rule -> element("hr", rule);
            case TableBlock table -> table(table);
            case FootnoteDefinition note -> footnote(note);
            case MathBlock math -> math("div", "math display", math, math.formula());
            default -> null;
        };
    }

    private @Nullable Element inline(Node node) {
        return switch (node) {
            case Code code -> element("code", code, List.of(inlineCode(code)));
            case Emphasis emphasis -> element("em", emphasis);
            case StrongEmphasis strong -> element("strong", strong);
            case Strikethrough struck -> element("s", struck);
            case Highlight highlight -> element("mark", highlight);
            case HardLineBreak line -> element("br", line);
            case Link link -> link(link, WikiLink.restored(link.getDestination()));
            case Image image -> image(image);
            case WikiLink link -> wikiLink(link);
            case InlineMath math -> math("span", math.isDisplay() ? "math display" : "math", math, math.formula());
            case HiddenText text -> classed("span", "hidden-text", text, List.of(letters(text.text(), text)));
            case FootnoteReference note -> classed("sup", "footnote", note, List.of(letters(note.getLabel(), note)));
            case HtmlInline html -> element("code", html, List.of(letters(html.getLiteral(), html)));
            case TableHead head -> element("thead", head);
            case TableBody body -> element("tbody", body);
            case TableRow row -> element("tr", row);
            case TableCell cell -> cell(cell);
            default -> null;
        };
    }

    private List<Content> children(Node node) {
        List<Content> children = new ArrayList<>();
        for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
            children.addAll(read(child));
        }
        return children;
    }

    private Element element(String tag, Node node) {
        return element(tag, node, children(node));
    }

    private Element element(String tag, Node node, List<Content> children) {
        return element(tag, Map.of(), Map.of(), node, children);
    }

    private Element element(
            String tag,
            Map<String, String> attributes,
            Map<String, String> details,
            Node node,
            List<Content> children) {
        TextRange range = range(node, children);
        return new Element(tag, attributes, details, children, range.start(), range.end());
    }

    private Element classed(String tag, String name, Node node, List<Content> children) {
        return element(tag, Map.of("class", name), Map.of(), node, children);
    }

    /** Tables scroll inside of a container. */
    private Element table(TableBlock table) {
        return classed("div", "table", table, List.of(element("table", table)));
    }

    /** Items have numbers of their own, so that the numbers stay right when an item between them is old. */
    private Element orderedList(OrderedList list) {
        int number = list.getMarkerStartNumber() == null ? 1 : list.getMarkerStartNumber();
        List<Content> items = new ArrayList<>();
        for (Content child : children(list)) {
            if (child instanceof Element item) {
                items.add(new Element(
                        item.tag(),
                        item.attributes(),
                        Map.of("value", String.valueOf(number++)),
                        item.children(),
                        item.from(),
                        item.to()));
            }
        }
        return element("ol", list, items);
    }

    private Element cell(TableCell cell) {
        Map<String, String> attributes = cell.getAlignment() == null
                ? Map.of()
                : Map.of("class", cell.getAlignment().name().toLowerCase(Locale.ROOT));
        return element(cell.isHeader() ? "th" : "td", Map.of(), attributes, cell, children(cell));
    }

    private static String language(FencedCodeBlock code) {
        String info = code.getInfo() == null ? "" : code.getInfo().strip();
        int space = info.indexOf(' ');
        return space < 0 ? info : info.substring(0, space);
    }

    /** Each line of code is the end of a source line. */
    private Element codeBlock(Node node, String parsed, String language, int skippedLines) {
        String literal = WikiLink.restored(parsed);
        List<SourceSpan> spans = node.getSourceSpans();
        int[] starts = new int[literal.length()];
        int[] ends = new int[literal.length()];
        TextRange whole = range(node, List.of());
        int line = skippedLines;
        int at = 0;
        while (at < literal.length()) {
            int newline = literal.indexOf('\n', at);
            int end = newline < 0 ? literal.length() : newline;
            int last = line < spans.size()
                    ? offset + spans.get(line).getInputIndex() + spans.get(line).getLength()
                    : whole.end();
            for (int i = at; i < end; i++) {
                starts[i] = Math.max(whole.start(), last - (end - i));
                ends[i] = Math.max(starts[i], last - (end - i) + 1);
            }
            if (newline >= 0) {
                starts[newline] = last;
                ends[newline] = Math.min(last + 1, source.length());
            }
            at = end + 1;
            line++;
        }
        Map<String, String> details = language.isEmpty() ? Map.of() : Map.of("data-language", language);
        Content code = new Element(
                "code", Map.of(), Map.of(), List.of(new Letters(literal, starts, ends)), whole.start(), whole.end());
        return element("pre", Map.of(), details, node, List.of(code));
    }

    private Element footnote(FootnoteDefinition note) {
        List<Content> children = new ArrayList<>();
        TextRange range = range(note, List.of());
        children.add(new Element(
                "sup",
                Map.of("class", "footnote"),
                Map.of(),
                List.of(SourceAlignment.literal(note.getLabel(), source, range.start(), range.end())),
                range.start(),
                range.start() + note.getLabel().length() + 3));
        children.addAll(children(note));
        return classed("div", "note", note, children);
    }

    private Element math(String tag, String kind, Node node, String formula) {
        return classed(tag, kind, node, List.of(letters(formula, node)));
    }

    private Element link(Node node, String address) {
        return WEB.matcher(address).matches()
                ? element(
                        "a",
                        Map.of("rel", "noopener noreferrer nofollow", "target", "_blank"),
                        Map.of("href", address),
                        node,
                        children(node))
                : element("span", Map.of("class", "link"), Map.of("title", address), node, children(node));
    }

    private Element image(Image image) {
        String address = WikiLink.restored(image.getDestination());
        return LinkAddresses.isImage(address)
                ? vaultImage(image, address, plainText(image))
                : element("span", Map.of("class", "image"), Map.of("title", address), image, children(image));
    }

    private Element vaultImage(Node node, String name, String alt) {
        return element(
                "img", Map.of("src", addresses.image(name), "alt", alt, "loading", "lazy"), Map.of(), node, List.of());
    }

    private static String plainText(Node node) {
        var text = new StringBuilder();
        for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
            text.append(child instanceof Text leaf ? WikiLink.restored(leaf.getLiteral()) : plainText(child));
        }
        return text.toString();
    }

    private Element wikiLink(WikiLink link) {
        if (link.isEmbed() && LinkAddresses.isImage(link.target())) {
            return vaultImage(link, link.target(), link.label());
        }
        return element(
                "a",
                Map.of("class", link.isEmbed() ? "wiki embed" : "wiki"),
                Map.of("href", addresses.document(link.target())),
                link,
                List.of(letters(link.label(), link)));
    }

    private Letters text(Text text) {
        TextRange range = range(text, List.of());
        return SourceAlignment.text(WikiLink.restored(text.getLiteral()), source, range.start(), range.end());
    }

    private Letters letters(String literal, Node node) {
        TextRange range = range(node, List.of());
        return SourceAlignment.literal(WikiLink.restored(literal), source, range.start(), range.end());
    }

    private Letters inlineCode(Code code) {
        TextRange range = range(code, List.of());
        int from = range.start();
        int to = range.end();
        while (from < to && source.charAt(from) == '`') {
            from++;
            to--;
        }
        boolean isPadded = to - from > code.getLiteral().length();
        return SourceAlignment.literal(
                WikiLink.restored(code.getLiteral()), source, isPadded ? from + 1 : from, Math.max(from, to));
    }

    /** Returns the source of a node; that of its children if the parser reports none. */
    private TextRange range(Node node, List<Content> children) {
        List<SourceSpan> spans = node.getSourceSpans();
        int from = Integer.MAX_VALUE;
        int to = -1;
        if (!spans.isEmpty()) {
            SourceSpan last = spans.getLast();
            from = offset + spans.getFirst().getInputIndex();
            to = offset + last.getInputIndex() + last.getLength();
        }
        for (Content child : children) {
            from = Math.min(from, child.from());
            to = Math.max(to, child.to());
        }
        if (to < 0) {
            int at = node.getPrevious() != null
                    ? range(node.getPrevious(), List.of()).end()
                    : offset;
            return new TextRange(at, at);
        }
        return new TextRange(Math.max(0, Math.min(from, to)), Math.min(to, source.length()));
    }
}
