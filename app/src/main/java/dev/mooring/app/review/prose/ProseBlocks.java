package dev.mooring.app.review.prose;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.TextRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.ListBlock;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/** Renders a document as prose, one block for each top-level Markdown block and list item. */
final class ProseBlocks {

    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), StrikethroughExtension.create());
    private static final Parser PARSER = Parser.builder()
            .extensions(EXTENSIONS)
            .includeSourceSpans(IncludeSourceSpans.BLOCKS_AND_INLINES)
            .build();

    /** Link reference definitions, which any part of the document can use. */
    private static final Pattern DEFINITION = Pattern.compile("(?m)^ {0,3}\\[[^\\]\\n]+\\]:[ \\t]*\\S.*$");

    private final MergedText texts;
    private final MarkedHtml html;
    private final String definitions;
    private final int bodyStart;

    ProseBlocks(MergedText texts, MarkedHtml html, boolean isCut) {
        this.texts = texts;
        this.html = html;
        this.definitions = isCut ? definitions(texts.text()) : "";
        this.bodyStart = MarkedText.bodyStart(texts.text());
    }

    private static String definitions(String text) {
        return DEFINITION
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.joining("\n", "\n\n", "\n"));
    }

    List<Block> of(TextRange part) {
        List<Block> blocks = new ArrayList<>();
        int start = part.start();
        if (start < bodyStart) {
            html.raw("<pre class=\"front\"><code>")
                    .range(start, Math.min(bodyStart, part.end()))
                    .raw("</code></pre>");
            blocks.add(new Block(html.take(), start));
            start = Math.min(bodyStart, part.end());
        }
        String markdown = texts.text().substring(start, part.end()) + definitions;
        var renderer = new ProseRenderer(html, texts, start);
        for (Node node = PARSER.parse(markdown).getFirstChild(); node != null; node = node.getNext()) {
            Optional<Integer> at = renderer.startOf(node);
            if (at.isEmpty() || at.get() >= part.end()) {
                continue;
            }
            if (node instanceof ListBlock list) {
                items(list, renderer, at.get(), blocks);
            } else {
                renderer.block(node);
                add(blocks, at.get());
            }
        }
        return blocks;
    }

    private void items(ListBlock list, ProseRenderer renderer, int at, List<Block> blocks) {
        int number = list instanceof OrderedList ordered && ordered.getMarkerStartNumber() != null
                ? ordered.getMarkerStartNumber()
                : 1;
        int last = at;
        for (Node item = list.getFirstChild(); item != null; item = item.getNext()) {
            renderer.itemAlone(list, item, number++);
            last = Math.max(last, renderer.startOf(item).orElse(last));
            add(blocks, last);
        }
    }

    private void add(List<Block> blocks, int at) {
        if (!html.isEmpty()) {
            blocks.add(new Block(html.take(), at));
        }
    }
}
