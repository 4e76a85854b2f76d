package dev.mooring.app.review.prose;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.CustomNode;
import org.commonmark.parser.beta.InlineContentParser;
import org.commonmark.parser.beta.InlineContentParserFactory;
import org.commonmark.parser.beta.InlineParserState;
import org.commonmark.parser.beta.ParsedInline;
import org.commonmark.parser.beta.Position;
import org.commonmark.parser.beta.Scanner;

/** A link {@code [[target|label]]} or an embedded file {@code ![[target]]}. */
final class WikiLink extends CustomNode {

    /**
     * Stand for the first bracket of a link and the exclamation mark of an embedded file. The Markdown parser would take a
     * bracket for the start of a Markdown link before it calls a custom parser. They are Unicode noncharacters, which
     * ordinary text does not contain.
     */
    private static final char BRACKET = '\uFDD0';

    private static final char EXCLAMATION_MARK = '\uFDD1';

    private static final Pattern LINK = Pattern.compile("(!?)\\[(\\[[^\\[\\]\\n]+\\]\\])");

    private final String target;
    private final String label;
    private final boolean embed;

    private WikiLink(String content, boolean embed) {
        int bar = content.indexOf('|');
        String named = bar < 0 ? content : content.substring(0, bar);
        this.target = (named.endsWith("\\") ? named.substring(0, named.length() - 1) : named).strip();
        this.label =
                bar < 0 || content.substring(bar + 1).isBlank() ? content.replace("|", "") : content.substring(bar + 1);
        this.embed = embed;
    }

    /** Returns the text in the form in which {@link Factory} recognises links. Its length stays the same. */
    static String prepared(String markdown) {
        return markdown.contains("[[")
                ? LINK.matcher(markdown)
                        .replaceAll(link -> Matcher.quoteReplacement(
                                link.group(1).isEmpty()
                                        ? BRACKET + link.group(2)
                                        : EXCLAMATION_MARK + "[" + link.group(2)))
                : markdown;
    }

    /** Returns the text as it was before {@link #prepared}. */
    static String restored(String text) {
        return text.replace(BRACKET, '[').replace(EXCLAMATION_MARK, '!');
    }

    String target() {
        return target;
    }

    String label() {
        return label;
    }

    boolean isEmbed() {
        return embed;
    }

    /** Recognises links by their brackets. */
    static final class Factory implements InlineContentParserFactory {

        @Override
        public Set<Character> getTriggerCharacters() {
            return Set.of(BRACKET, EXCLAMATION_MARK);
        }

        @Override
        public InlineContentParser create() {
            return Factory::tryParse;
        }

        private static ParsedInline tryParse(InlineParserState state) {
            Scanner scanner = state.scanner();
            boolean embed = scanner.peek() == EXCLAMATION_MARK;
            scanner.next();
            if (!scanner.next(embed ? "[[" : "[")) {
                return ParsedInline.none();
            }
            Position start = scanner.position();
            while (scanner.hasNext() && scanner.peek() != '\n' && scanner.peek() != '[') {
                Position end = scanner.position();
                if (scanner.next("]]")) {
                    String content = scanner.getSource(start, end).getContent();
                    return content.isBlank()
                            ? ParsedInline.none()
                            : ParsedInline.of(new WikiLink(content, embed), scanner.position());
                }
                scanner.next();
            }
            return ParsedInline.none();
        }
    }
}
