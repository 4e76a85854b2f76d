package dev.mooring.vault.review;

/**
 * A suggestion as somebody saw it. When its words, its author or its place have become others, so has its id, and the old
 * one leads nowhere.
 */
public record SuggestionRef(String path, String id) {}
