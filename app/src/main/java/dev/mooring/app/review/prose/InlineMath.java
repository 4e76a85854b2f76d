package dev.mooring.app.review.prose;

import java.util.Set;
import org.commonmark.node.CustomNode;
import org.commonmark.parser.beta.InlineContentParser;
import org.commonmark.parser.beta.InlineContentParserFactory;
import org.commonmark.parser.beta.InlineParserState;
import org.commonmark.parser.beta.ParsedInline;
import org.commonmark.parser.beta.Position;
import org.commonmark.parser.beta.Scanner;

/** A formula in a line of text: {@code $x^2$}, or {@code $$x^2$$} for a line of its own. */
final class InlineMath extends CustomNode {

    private final String formula;
    private final boolean display;

    private InlineMath(String formula, boolean display) {
        this.formula = formula;
        this.display = display;
    }

    String formula() {
        return formula;
    }

    boolean isDisplay() {
        return display;
    }

    /**
     * Recognises formulas as Obsidian does: no space after the first dollar sign or before the last, and no digit after
     * it, so that prices such as $5 are not formulas.
     */
    static final class Factory implements InlineContentParserFactory {

        @Override
        public Set<Character> getTriggerCharacters() {
            return Set.of('$');
        }

        @Override
        public InlineContentParser create() {
            return Factory::tryParse;
        }

        private static ParsedInline tryParse(InlineParserState state) {
            Scanner scanner = state.scanner();
            boolean display = scanner.matchMultiple('$') == 2;
            String closing = display ? "$$" : "$";
            Position start = scanner.position();
            char previous = ' ';
            while (scanner.hasNext()) {
                Position end = scanner.position();
                if (scanner.peek() == '\\') {
                    scanner.next();
                } else if (scanner.next(closing)) {
                    String formula = scanner.getSource(start, end).getContent();
                    boolean isFormula = !formula.isBlank()
                            && (display
                                    || (!Character.isWhitespace(formula.charAt(0))
                                            && !Character.isWhitespace(previous)
                                            && !Character.isDigit(scanner.peek())
                                            && scanner.peek() != '$'));
                    return isFormula
                            ? ParsedInline.of(new InlineMath(formula, display), scanner.position())
                            : ParsedInline.none();
                }
                previous = scanner.peek();
                if (scanner.hasNext()) {
                    scanner.next();
                }
            }
            return ParsedInline.none();
        }
    }
}
