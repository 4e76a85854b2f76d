package dev.mooring.vault.edit;

import dev.mooring.vault.critic.MarkedText;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds common reasons why a document does not contain the text that a caller searches for. */
final class NotFoundHint {

    private static final Pattern NUMBERED = Pattern.compile("(?m)^ {0,5}\\d{1,6}\\t");
    private static final Pattern SPACES = Pattern.compile("\\s+");

    private NotFoundHint() {}

    static Optional<String> of(MarkedText text, String searched) {
        String view = text.accepted().text();
        String unnumbered = NUMBERED.matcher(searched).replaceAll("");
        if (!unnumbered.equals(searched) && view.contains(unnumbered)) {
            return Optional.of("Leave out the line numbers of read's output and the tab after them.");
        }
        if (!searched.isBlank() && collapsed(view).contains(collapsed(searched))) {
            return Optional.of(
                    "The document contains these words with other spaces or line breaks. Copy them from read's output.");
        }
        if (text.rejected().text().contains(searched)) {
            return Optional.of("A pending suggestion deletes this text. Edit the text that read shows instead.");
        }
        return Optional.empty();
    }

    private static String collapsed(String text) {
        return SPACES.matcher(text).replaceAll(" ").strip();
    }
}
