package dev.mooring.vault.server;

import java.util.Optional;

/**
 * What a tool answers: one block of text for the model.
 *
 * @param session the handle that the text names in its last line, for the result's metadata
 */
public record ToolText(boolean isError, String text, Optional<String> session) {

    static ToolText error(String text) {
        return new ToolText(true, text, Optional.empty());
    }

    static ToolText plain(String text) {
        return new ToolText(false, text, Optional.empty());
    }

    /** The text, a blank line, and the line that names the session. */
    static ToolText inSession(String text, String session) {
        String separator = text.isEmpty() ? "\n" : "\n\n";
        return new ToolText(false, text + separator + "[session: " + session + "]", Optional.of(session));
    }
}
