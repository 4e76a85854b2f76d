package dev.mooring.session;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Whether a tool may be called. */
public enum Approval {
    ALLOW,
    /** A person is asked each time. */
    ASK,
    DENY;

    /** The approval of that name, or null where there is none. */
    public static @Nullable Approval from(String text) {
        for (Approval approval : values()) {
            if (approval.text().equals(text)) {
                return approval;
            }
        }
        return null;
    }

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
