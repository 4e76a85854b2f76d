package dev.mooring.session;

import java.util.Locale;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The set of calls that share a session with a server. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public enum Sharing {
    /** All calls of a run, including those of sub-agents. */
    RUN,
    /** All calls of one invocation, so that each sub-agent has its own session, for example with a browser. */
    AGENT,
    /** None: each call opens its own session and keeps no state. */
    CALL,
    /** All calls of all runs of the program. */
    SHARED;

    /** Returns the sharing with this configuration text; null if no sharing has it. */
    public static @Nullable Sharing from(String text) {
        for (Sharing sharing : values()) {
            if (sharing.text().equals(text)) {
                return sharing;
            }
        }
        return null;
    }

    /** Returns the configuration text, such as {@code run}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
