package dev.mooring.app.review.prose;

import java.util.Set;
import org.commonmark.node.CustomNode;
import org.commonmark.parser.beta.InlineContentParser;
import org.commonmark.parser.beta.InlineContentParserFactory;
import org.commonmark.parser.beta.InlineParserState;
import org.commonmark.parser.beta.ParsedInline;
import org.commonmark.parser.beta.Position;
import org.commonmark.parser.beta.Scanner;

/** Text that Obsidian hides from readers: {@code %%text%%}. Reviewers see it, because suggestions can change it. */
final class HiddenText extends CustomNode {

    private final String text;

    private HiddenText(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    /** Recognises the delimiters. */
    static final class Factory implements InlineContentParserFactory {

        @Override
        public Set<Character> getTriggerCharacters() {
            return Set.of('%');
        }

        @Override
        public InlineContentParser create() {
            return Factory::tryParse;
        }

        private static ParsedInline tryParse(InlineParserState state) {
            Scanner scanner = state.scanner();
            Position start = scanner.position();
            if (!scanner.next("%%")) {
                return ParsedInline.none();
            }
            while (scanner.hasNext()) {
                if (scanner.next("%%")) {
                    String text = scanner.getSource(start, scanner.position()).getContent();
                    return ParsedInline.of(new HiddenText(text), scanner.position());
                }
                scanner.next();
            }
            return ParsedInline.none();
        }
    }
}
