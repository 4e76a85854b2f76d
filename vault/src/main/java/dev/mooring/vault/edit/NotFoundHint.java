package dev.mooring.vault.edit;

import dev.mooring.vault.critic.MarkedText;
import java.util.Optional;
import java.util.regex.Pattern;

/** Says why text that somebody believed to be there was not found, where the reason is a common one. */
final class NotFoundHint {

    private static final Pattern NUMBERED = Pattern.compile("(?m)^ {0,5}\\d{1,6}\\t");
    private static final Pattern SPACES = Pattern.compile("\\s+");

    private NotFoundHint() {}

    static Optional<String> of(MarkedText text, String wanted) {
        String view = text.accepted().text();
        String unnumbered = NUMBERED.matcher(wanted).replaceAll("");
        if (!unnumbered.equals(wanted) && view.contains(unnumbered)) {
            return Optional.of("Leave out the line numbers and the tab that follow them in read's output.");
        }
        if (!wanted.isBlank() && collapsed(view).contains(collapsed(wanted))) {
            return Optional.of("The words are there, but spaces or line breaks differ.");
        }
        if (text.rejected().text().contains(wanted)) {
            return Optional.of("This text is there only as deleted by a pending suggestion; "
                    + "edit the text that read shows instead.");
        }
        return Optional.empty();
    }

    private static String collapsed(String text) {
        return SPACES.matcher(text).replaceAll(" ").strip();
    }
}
