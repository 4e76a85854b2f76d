package dev.mooring.vault.links;

/**
 * A link with the place of its target in the text.
 *
 * @param target the target without heading, block or alias, decoded
 * @param start where the target begins
 * @param end where it ends, before a heading, block or alias
 */
public record LocatedLink(Style style, String target, int start, int end) {

    /** How the target is written. */
    public enum Style {
        /** In a wikilink. */
        WIKI,
        /** In a Markdown link or definition, percent-encoded. */
        MARKDOWN,
        /** In a Markdown link or definition, between angle brackets. */
        ANGLE
    }
}
