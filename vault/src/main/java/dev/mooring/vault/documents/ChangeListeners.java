package dev.mooring.vault.documents;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The change listeners of one store. */
final class ChangeListeners {

    private static final Logger LOG = LoggerFactory.getLogger(ChangeListeners.class);

    private final List<Registered> listeners = new CopyOnWriteArrayList<>();

    /** Compared by identity, so that the same listener can be registered twice. */
    private final class Registered implements DocumentStore.Registration {
        private final ChangeListener listener;

        Registered(ChangeListener listener) {
            this.listener = listener;
        }

        @Override
        public void close() {
            listeners.remove(this);
        }
    }

    DocumentStore.Registration add(ChangeListener listener) {
        var registered = new Registered(listener);
        listeners.add(registered);
        return registered;
    }

    void fire(DocumentChange change) {
        for (Registered registered : listeners) {
            try {
                registered.listener.changed(change);
            } catch (RuntimeException e) {
                LOG.warn("A change listener failed on {}", change, e);
            }
        }
    }
}
