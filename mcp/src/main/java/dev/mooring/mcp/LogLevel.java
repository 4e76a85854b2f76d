package dev.mooring.mcp;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Severities of log notifications, mildest first. */
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

    /** The level of that name, or null where there is none. */
    public static @Nullable LogLevel from(@Nullable String text) {
        for (LogLevel level : values()) {
            if (level.text.equals(text)) {
                return level;
            }
        }
        return null;
    }

    public String text() {
        return text;
    }

    public boolean isAtLeast(LogLevel threshold) {
        return compareTo(threshold) >= 0;
    }
}
