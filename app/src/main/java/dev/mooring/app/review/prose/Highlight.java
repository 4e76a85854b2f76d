package dev.mooring.app.review.prose;

import org.commonmark.node.CustomNode;
import org.commonmark.node.Node;
import org.commonmark.node.Nodes;
import org.commonmark.node.SourceSpans;
import org.commonmark.parser.delimiter.DelimiterProcessor;
import org.commonmark.parser.delimiter.DelimiterRun;

/** Highlighted text: {@code ==text==}. */
final class Highlight extends CustomNode {

    /** Recognises the delimiters. */
    static final class Processor implements DelimiterProcessor {

        private static final int LENGTH = 2;

        @Override
        public char getOpeningCharacter() {
            return '=';
        }

        @Override
        public char getClosingCharacter() {
            return '=';
        }

        @Override
        public int getMinLength() {
            return LENGTH;
        }

        @Override
        public int process(DelimiterRun opening, DelimiterRun closing) {
            if (opening.length() != LENGTH || closing.length() != LENGTH) {
                return 0;
            }
            Node opener = opening.getOpener();
            var highlight = new Highlight();
            var spans = new SourceSpans();
            spans.addAllFrom(opening.getOpeners(LENGTH));
            for (Node node : Nodes.between(opener, closing.getCloser())) {
                highlight.appendChild(node);
                spans.addAll(node.getSourceSpans());
            }
            spans.addAllFrom(closing.getClosers(LENGTH));
            highlight.setSourceSpans(spans.getSourceSpans());
            opener.insertAfter(highlight);
            return LENGTH;
        }
    }
}
