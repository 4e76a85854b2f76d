package dev.mooring.app.review.prose;

import dev.mooring.vault.critic.TextRange;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.strikethrough.Strikethrough;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableBody;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableHead;
import org.commonmark.ext.gfm.tables.TableRow;
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
import org.commonmark.node.ListBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.SourceSpan;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.node.ThematicBreak;

/**
 * Renders Markdown nodes as HTML. A document cannot inject markup: its HTML is shown as text, only web and mail addresses
 * become links, and images are named instead of loaded.
 */
final class ProseRenderer {

    private static final Pattern WEB = Pattern.compile("(?i)(https?://|mailto:).+", Pattern.DOTALL);

    private final MarkedHtml html;
    private final MergedText texts;
    private final int offset;

    /** @param offset the start of the parsed range in the shown text */
    ProseRenderer(MarkedHtml html, MergedText texts, int offset) {
        this.html = html;
        this.texts = texts;
        this.offset = offset;
    }

    Optional<Integer> startOf(Node node) {
        return node.getSourceSpans().isEmpty()
                ? Optional.empty()
                : Optional.of(node.getSourceSpans().getFirst().getInputIndex() + offset);
    }

    void block(Node node) {
        switch (node) {
            case Heading heading -> {
                String tag = "h" + Math.min(heading.getLevel() + 1, 6); // the page has the only h1
                element(tag, heading);
            }
            case Paragraph paragraph -> paragraph(paragraph);
            case BlockQuote quote -> element("blockquote", quote);
            case BulletList list -> element("ul", list);
            case OrderedList list -> orderedList(list);
            case ListItem item -> element("li", item);
            case FencedCodeBlock code -> code(code, code.getLiteral(), 1);
            case IndentedCodeBlock code -> code(code, code.getLiteral(), 0);
            case HtmlBlock block -> code(block, block.getLiteral(), 0);
            case ThematicBreak _ -> html.raw("<hr>");
            case TableBlock table -> {
                html.raw("<div class=\"table\">");
                element("table", table);
                html.raw("</div>");
            }
            case TableHead head -> element("thead", head);
            case TableBody body -> element("tbody", body);
            case TableRow row -> element("tr", row);
            case TableCell cell -> element(cell.isHeader() ? "th" : "td", cell);
            case LinkReferenceDefinition _ -> {
                // shows nothing
            }
            default -> inline(node);
        }
    }

    /** Renders one item of a top-level list as a list of one item. */
    void itemAlone(ListBlock list, Node item, int number) {
        boolean isOrdered = list instanceof OrderedList;
        html.raw(isOrdered ? "<ol" : "<ul");
        if (isOrdered) {
            html.attribute("start", String.valueOf(number));
        }
        html.raw(">");
        block(item);
        html.raw(isOrdered ? "</ol>" : "</ul>");
    }

    private void orderedList(OrderedList list) {
        html.raw("<ol");
        if (list.getMarkerStartNumber() != null) {
            html.attribute("start", String.valueOf(list.getMarkerStartNumber()));
        }
        html.raw(">");
        children(list);
        html.raw("</ol>");
    }

    private void paragraph(Paragraph paragraph) {
        boolean isTight = paragraph.getParent() instanceof ListItem item
                && item.getParent() instanceof ListBlock list
                && list.isTight();
        if (isTight) {
            children(paragraph);
        } else {
            element("p", paragraph);
        }
    }

    private void element(String tag, Node node) {
        html.raw("<" + tag + ">");
        children(node);
        html.raw("</" + tag + ">");
    }

    private void children(Node node) {
        for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
            block(child);
        }
    }

    private void inline(Node node) {
        switch (node) {
            case Text text -> text(text, text.getLiteral());
            case Code code -> inlineCode(code);
            case Emphasis emphasis -> element("em", emphasis);
            case StrongEmphasis strong -> element("strong", strong);
            case Strikethrough struck -> element("s", struck);
            case SoftLineBreak _ -> html.raw("\n");
            case HardLineBreak _ -> html.raw("<br>");
            case Link link -> link(link);
            case Image image -> {
                html.raw("<span class=\"image\"")
                        .attribute("title", image.getDestination())
                        .raw(">");
                children(image);
                html.raw("</span>");
            }
            case HtmlInline inline -> {
                html.raw("<code>");
                text(inline, inline.getLiteral());
                html.raw("</code>");
            }
            default -> children(node);
        }
    }

    private void text(Node node, String literal) {
        Optional<TextRange> range = range(node);
        if (range.isPresent()) {
            html.literal(literal, range.get().start(), range.get().end());
        } else {
            html.plain(MarkedHtml.withoutSeams(literal));
        }
    }

    private void inlineCode(Code code) {
        html.raw("<code>");
        Optional<TextRange> range = range(code);
        if (range.isEmpty()) {
            html.plain(MarkedHtml.withoutSeams(code.getLiteral()));
        } else {
            int from = range.get().start();
            int to = range.get().end();
            while (from < to && texts.text().charAt(from) == '`') {
                from++;
                to--;
            }
            boolean isPadded = to - from > code.getLiteral().length();
            html.range(isPadded ? from + 1 : from, isPadded ? to - 1 : to);
        }
        html.raw("</code>");
    }

    private void link(Link link) {
        String address = address(link.getDestination());
        if (WEB.matcher(address).matches()) {
            html.raw("<a").attribute("href", address).raw(" target=\"_blank\" rel=\"noopener noreferrer nofollow\">");
            children(link);
            html.raw("</a>");
        } else {
            html.raw("<span class=\"link\"").attribute("title", address).raw(">");
            children(link);
            html.raw("</span>");
        }
    }

    /** The URL of a link; the new one if a suggestion changes it. */
    private static String address(String destination) {
        return destination.substring(destination.lastIndexOf(MergedText.SEAM) + 1);
    }

    /** Renders lines of code, each of which is the end of a source line. */
    private void code(Node node, String literal, int skippedLines) {
        html.raw("<pre><code>");
        List<SourceSpan> spans = node.getSourceSpans();
        String[] lines = literal.split("\n", -1);
        int count = literal.endsWith("\n") ? lines.length - 1 : lines.length;
        for (int i = 0; i < count; i++) {
            int span = i + skippedLines;
            if (span < spans.size() && spans.get(span).getLength() >= lines[i].length()) {
                int end = offset
                        + spans.get(span).getInputIndex()
                        + spans.get(span).getLength();
                html.range(end - lines[i].length(), end);
            } else {
                html.plain(MarkedHtml.withoutSeams(lines[i]));
            }
            html.raw("\n");
        }
        html.raw("</code></pre>");
    }

    private Optional<TextRange> range(Node node) {
        List<SourceSpan> spans = node.getSourceSpans();
        if (spans.isEmpty()) {
            return Optional.empty();
        }
        SourceSpan last = spans.getLast();
        return Optional.of(new TextRange(
                spans.getFirst().getInputIndex() + offset, last.getInputIndex() + last.getLength() + offset));
    }
}
