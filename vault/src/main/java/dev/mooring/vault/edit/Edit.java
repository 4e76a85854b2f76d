package dev.mooring.vault.edit;

/**
 * The wish to replace text that a reader sees.
 *
 * @param oldText as the accepted view shows it, or with comments beside it
 * @param replaceAll every occurrence instead of the only one
 */
public record Edit(String oldText, String newText, boolean replaceAll, Signature signature) {}
