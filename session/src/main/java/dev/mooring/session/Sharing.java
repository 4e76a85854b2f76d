package dev.mooring.session;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Who shares one session of a server. */
public enum Sharing {
    /** Everything in a run, sub-agents included. */
    RUN,
    /** Each invocation in a run has its own, as befits a browser. */
    AGENT,
    /** Nobody: a session per call, stateless on purpose. */
    CALL,
    /** All runs of the program. */
    SHARED;

    /** The sharing of that name, or null where there is none. */
    public static @Nullable Sharing from(String text) {
        for (Sharing sharing : values()) {
            if (sharing.text().equals(text)) {
                return sharing;
            }
        }
        return null;
    }

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
