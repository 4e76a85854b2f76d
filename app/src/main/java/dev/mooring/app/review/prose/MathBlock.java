package dev.mooring.app.review.prose;

import org.commonmark.node.Block;
import org.commonmark.node.CustomBlock;
import org.commonmark.parser.SourceLine;
import org.commonmark.parser.block.AbstractBlockParser;
import org.commonmark.parser.block.AbstractBlockParserFactory;
import org.commonmark.parser.block.BlockContinue;
import org.commonmark.parser.block.BlockStart;
import org.commonmark.parser.block.MatchedBlockParser;
import org.commonmark.parser.block.ParserState;

/** A formula between lines with {@code $$}. */
final class MathBlock extends CustomBlock {

    private static final String FENCE = "$$";
    private static final int MAX_INDENT = 3;

    private final StringBuilder formula = new StringBuilder();

    String formula() {
        return formula.toString();
    }

    /** Collects lines until the closing fence. */
    private static final class LineCollector extends AbstractBlockParser {

        private final MathBlock block = new MathBlock();
        private boolean isFirst = true;
        private boolean isClosed;

        @Override
        public Block getBlock() {
            return block;
        }

        @Override
        public BlockContinue tryContinue(ParserState state) {
            return isClosed ? BlockContinue.none() : BlockContinue.atIndex(state.getIndex());
        }

        @Override
        public void addLine(SourceLine line) {
            String text = line.getContent().toString();
            if (isFirst) {
                text = text.strip().substring(FENCE.length());
                isFirst = false;
            } else if (text.stripTrailing().endsWith(FENCE)) {
                isClosed = true;
                text = text.stripTrailing();
                text = text.substring(0, text.length() - FENCE.length());
            }
            if (!text.isBlank()) {
                block.formula.append(block.formula.isEmpty() ? "" : "\n").append(text);
            }
        }
    }

    /** Recognises a line that begins with the fence and does not end the formula. */
    static final class Factory extends AbstractBlockParserFactory {

        @Override
        public BlockStart tryStart(ParserState state, MatchedBlockParser matched) {
            String line = state.getLine().getContent().toString();
            String text = line.substring(Math.min(line.length(), state.getNextNonSpaceIndex()))
                    .strip();
            boolean starts = state.getIndent() <= MAX_INDENT
                    && text.startsWith(FENCE)
                    && text.indexOf(FENCE, FENCE.length()) < 0;
            return starts
                    ? BlockStart.of(new LineCollector()).atIndex(state.getNextNonSpaceIndex())
                    : BlockStart.none();
        }
    }
}
