package dev.mooring.vault.critic;

import org.apiguardian.api.API;

/** The five kinds of CriticMarkup marks. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public enum MarkKind {
    INSERTION("{++", "++}"),
    DELETION("{--", "--}"),
    SUBSTITUTION("{~~", "~~}"),
    HIGHLIGHT("{==", "==}"),
    COMMENT("{>>", "<<}");

    private final String opening;
    private final String closing;

    MarkKind(String opening, String closing) {
        this.opening = opening;
        this.closing = closing;
    }

    /** Returns the opening delimiter, such as <code>{++</code>. */
    public String opening() {
        return opening;
    }

    /** Returns the closing delimiter, such as <code>++}</code>. */
    public String closing() {
        return closing;
    }

    /** Returns true for the kinds that a person accepts or rejects. */
    public boolean isSuggestion() {
        return this == INSERTION || this == DELETION || this == SUBSTITUTION;
    }
}
