package dev.mooring.vault.review;

/**
 * Somebody who decides.
 *
 * @param key whose decisions an undo takes back: a browser's or a terminal's
 * @param name how comments are signed
 */
public record Reviewer(String key, String name) {}
