package dev.mooring.session;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports session events to the listener of the program. An exception of the listener is logged and has no other effect. */
final class SessionReporter {
    private static final Logger LOG = LoggerFactory.getLogger(SessionListener.class);

    private final SessionListener listener;

    SessionReporter(SessionListener listener) {
        this.listener = listener;
    }

    void report(SessionEvent event) {
        try {
            listener.onEvent(event);
        } catch (Throwable thrown) {
            LOG.warn(
                    "{}: the listener failed on {}",
                    event.owner(),
                    event.getClass().getSimpleName(),
                    thrown);
        }
    }
}
