package dev.mooring.session;

import java.util.Locale;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The approval that a call of a tool needs. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public enum Approval {
    /** Every call is allowed. */
    ALLOW,
    /** A person decides about each call. */
    ASK,
    /** Every call is refused. */
    DENY;

    /** Returns the approval with this configuration text; null if no approval has it. */
    public static @Nullable Approval from(String text) {
        for (Approval approval : values()) {
            if (approval.text().equals(text)) {
                return approval;
            }
        }
        return null;
    }

    /** Returns the configuration text, such as {@code allow}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
