package dev.mooring.vault.documents;

/**
 * A change to a document, made by a tool, a person's decision or another program.
 *
 * @param path the canonical path in the vault
 */
public record DocumentChange(String path, Kind kind) {

    /** How the document changed. */
    public enum Kind {
        CREATED,
        CHANGED,
        REMOVED
    }
}
