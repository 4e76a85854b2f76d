package dev.mooring.mcp;

import java.util.Locale;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The severities of log notifications, least severe first. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public enum LogLevel {
    DEBUG,
    INFO,
    NOTICE,
    WARNING,
    ERROR,
    CRITICAL,
    ALERT,
    EMERGENCY;

    private final String text = name().toLowerCase(Locale.ROOT);

    /** Returns the level with the given name in the protocol; null if no level has the name. */
    public static @Nullable LogLevel from(@Nullable String text) {
        for (LogLevel level : values()) {
            if (level.text.equals(text)) {
                return level;
            }
        }
        return null;
    }

    /** Returns the name of the level in the protocol. */
    public String text() {
        return text;
    }

    /** Returns whether this level is as severe as the threshold, or more. */
    public boolean isAtLeast(LogLevel threshold) {
        return compareTo(threshold) >= 0;
    }
}
