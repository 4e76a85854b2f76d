package dev.mooring.agent;

import dev.mooring.agent.model.ToolResult;

/** Keeps one result from filling the model's memory. */
final class ResultTruncation {
    private ResultTruncation() {}

    /** The result with its text cut after so many characters, which it then says. */
    static ToolResult cut(ToolResult result, int limit) {
        String text = result.text();
        if (text.length() <= limit) {
            return result;
        }
        int end = limit > 0 && Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
        String note = "\n[cut here: %,d of %,d characters were left out]".formatted(text.length() - end, text.length());
        return new ToolResult(text.substring(0, end) + note, result.media(), result.isError());
    }
}
