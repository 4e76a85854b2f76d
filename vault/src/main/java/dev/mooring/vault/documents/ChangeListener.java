package dev.mooring.vault.documents;

/**
 * A listener for changes to documents.
 *
 * <p>The store calls all its listeners on one thread, without holding a lock, and after its index shows the new state. The
 * changes of one document arrive in their order. A change made through the store reaches the listeners before any later
 * query of the index returns. A listener can query the store, but must return quickly. The store logs an exception that a
 * listener throws.
 */
@FunctionalInterface
public interface ChangeListener {

    /** Called after a document has changed. */
    void changed(DocumentChange change);
}
