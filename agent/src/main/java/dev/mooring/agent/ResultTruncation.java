package dev.mooring.agent;

import dev.mooring.agent.model.ToolOutput;

/** Truncates long tool results, so that a single result does not fill the context of the model. */
final class ResultTruncation {
    private ResultTruncation() {}

    /** Truncates the text to a number of characters, and appends a note if it omits any. */
    static ToolOutput truncate(ToolOutput result, int limit) {
        String text = result.text();
        if (text.length() <= limit) {
            return result;
        }
        int end = limit > 0 && Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
        String note = "\n[truncated: %,d of %,d characters omitted]".formatted(text.length() - end, text.length());
        return new ToolOutput(text.substring(0, end) + note, result.media(), result.isError());
    }
}
