package dev.mooring.app.review.prose;

import dev.mooring.app.review.prose.Content.Element;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.TextRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.commonmark.Extension;
import org.commonmark.ext.footnotes.FootnotesExtension;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Node;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/** Parses parts of one side as Markdown with the syntax of Obsidian. */
final class Markdown {

    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), StrikethroughExtension.create(), FootnotesExtension.create());

    private static final Parser PARSER = Parser.builder()
            .extensions(EXTENSIONS)
            .customInlineContentParserFactory(new WikiLink.Factory())
            .customInlineContentParserFactory(new InlineMath.Factory())
            .customInlineContentParserFactory(new HiddenText.Factory())
            .customDelimiterProcessor(new Highlight.Processor())
            .customBlockParserFactory(new MathBlock.Factory())
            .includeSourceSpans(IncludeSourceSpans.BLOCKS_AND_INLINES)
            .build();

    /** Link reference definitions and footnotes, which any part of the document can use. */
    private static final Pattern DEFINITION = Pattern.compile("(?m)^ {0,3}\\[[^\\]\\n]+\\]:[ \\t]*\\S.*$");

    private final Side side;
    private final LinkAddresses addresses;
    private final String definitions;
    private final int bodyStart;

    /** @param isCut whether the document has several parts */
    Markdown(Side side, LinkAddresses addresses, boolean isCut) {
        this.side = side;
        this.addresses = addresses;
        this.definitions = isCut ? definitions(side.text()) : "";
        this.bodyStart = MarkedText.bodyStart(side.text());
    }

    private static String definitions(String text) {
        return DEFINITION
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.joining("\n", "\n\n", "\n"));
    }

    /** Returns the definitions that a part needs besides its own text. */
    String definitions() {
        return definitions;
    }

    /** Returns the top-level blocks of a part. */
    List<Content> blocks(TextRange part) {
        List<Content> blocks = new ArrayList<>();
        int start = part.start();
        if (start < bodyStart) {
            int end = Math.min(bodyStart, part.end());
            boolean isWhole = start == 0 && end == bodyStart;
            blocks.add((isWhole ? PropertyTable.of(side.text(), start, end) : Optional.<Content>empty())
                    .orElse(frontMatter(start, end)));
            start = end;
        }
        String markdown = side.text().substring(start, part.end()) + definitions;
        var reader = new ContentReader(side.text(), start, addresses);
        for (Node node = PARSER.parse(WikiLink.prepared(markdown)).getFirstChild();
                node != null;
                node = node.getNext()) {
            boolean isInPart = !node.getSourceSpans().isEmpty()
                    && start + node.getSourceSpans().getFirst().getInputIndex() < part.end();
            if (isInPart) {
                blocks.addAll(reader.read(node));
            }
        }
        return blocks;
    }

    private Content frontMatter(int start, int end) {
        Content text = SourceAlignment.literal(side.text().substring(start, end), side.text(), start, end);
        Content code = new Element("code", Map.of(), Map.of(), List.of(text), start, end);
        return new Element("pre", Map.of("class", "front"), Map.of(), List.of(code), start, end);
    }
}
