package dev.mooring.run;

import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners of a scope: its parent's listeners first, then its own. */
record Listeners(List<RunListener> all) {
    private static final Logger LOG = LoggerFactory.getLogger(RunListener.class);

    static final Listeners NONE = new Listeners(List.of());

    Listeners and(List<RunListener> more) {
        return more.isEmpty()
                ? this
                : new Listeners(Stream.concat(all.stream(), more.stream()).toList());
    }

    void publish(RunEvent event) {
        for (RunListener listener : all) {
            try {
                listener.onEvent(event);
            } catch (Throwable thrown) {
                LOG.warn(
                        "{}: a listener failed on {}",
                        event.run().id(),
                        event.getClass().getSimpleName(),
                        thrown);
            }
        }
    }
}
