package dev.mooring.vault.documents;

/**
 * Something that happened to a document, whoever did it: a tool, a person's decision, another program.
 *
 * @param path its canonical path in the vault
 */
public record DocumentChange(String path, Kind kind) {

    /** What a listing, or a reading of the document, now shows. */
    public enum Kind {
        APPEARED,
        CHANGED,
        GONE
    }
}
