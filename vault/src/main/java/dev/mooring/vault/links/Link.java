package dev.mooring.vault.links;

/**
 * A link in a document.
 *
 * @param written the link as written, with its delimiters; shortened if long
 * @param target the target without heading, block or alias
 * @param line the line in the accepted view, counted from 1
 */
public record Link(String written, String target, int line) {}
