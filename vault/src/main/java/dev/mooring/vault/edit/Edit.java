package dev.mooring.vault.edit;

/**
 * A request to replace visible text.
 *
 * @param oldText the text to replace, as in the accepted view; it may also contain comments
 * @param newText the replacement; it may also contain comments
 * @param replaceAll true to replace every occurrence, false to require exactly one
 * @param signature the signature of the suggestion
 */
public record Edit(String oldText, String newText, boolean replaceAll, Signature signature) {}
