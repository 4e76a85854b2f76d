package dev.mooring.vault.documents;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Those who hear of changes to one vault. */
final class ChangeListeners {

    private static final Logger LOG = LoggerFactory.getLogger(ChangeListeners.class);

    private final List<Registered> all = new CopyOnWriteArrayList<>();

    /** Compared by identity, so that the same listener may be registered twice. */
    private final class Registered implements DocumentStore.Listening {
        private final ChangeListener listener;

        Registered(ChangeListener listener) {
            this.listener = listener;
        }

        @Override
        public void close() {
            all.remove(this);
        }
    }

    DocumentStore.Listening add(ChangeListener listener) {
        var registered = new Registered(listener);
        all.add(registered);
        return registered;
    }

    void tell(String path, DocumentChange.Kind kind) {
        var change = new DocumentChange(path, kind);
        for (Registered each : all) {
            try {
                each.listener.changed(change);
            } catch (RuntimeException e) {
                LOG.warn("A listener failed on {}", change, e);
            }
        }
    }
}
