package dev.mooring.vault.critic;

/** The five marks of CriticMarkup. */
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

    public String opening() {
        return opening;
    }

    public String closing() {
        return closing;
    }

    /** True for marks that a person accepts or rejects. */
    public boolean isSuggestion() {
        return this == INSERTION || this == DELETION || this == SUBSTITUTION;
    }
}
