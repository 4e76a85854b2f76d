package dev.mooring.vault.documents;

/**
 * Hears of changes to documents, for each document in their order. It is called when the vault already shows the new
 * state, and for a change made through the vault before anybody is answered about documents. The vault has one thread for
 * all its listeners, which holds no lock but has the next change to look at: be quick, and ask the vault what you like. What
 * a listener throws is logged.
 */
@FunctionalInterface
public interface ChangeListener {
    void changed(DocumentChange change);
}
