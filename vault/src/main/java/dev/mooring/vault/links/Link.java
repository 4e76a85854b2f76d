package dev.mooring.vault.links;

/**
 * A link as it stands in a document.
 *
 * @param written the link with its delimiters
 * @param target what it points to, without heading, block or alias
 * @param line in the accepted view, from 1
 */
public record Link(String written, String target, int line) {}
