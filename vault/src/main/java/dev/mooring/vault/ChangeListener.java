package dev.mooring.vault;

/**
 * Hears of changes to documents, for each document in their order. It is called when the vault already shows the new
 * state, and for a change made through the vault before that call returns. The thread may be the one that made the change
 * or the one that watches the folder, and holds a lock: be quick, read if need be, but change no document. What a
 * listener throws is logged.
 */
@FunctionalInterface
public interface ChangeListener {
    void changed(DocumentChange change);
}
