package dev.mooring.session;

import java.util.Locale;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The scope that a caller of a gateway needs for a tool. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum ToolScope {
    /** Callers that may only read can call the tool. */
    READ,
    /** Only callers that may write can call the tool. */
    WRITE;

    /** Returns the scope with this configuration text; null if no scope has it. */
    public static @Nullable ToolScope from(String text) {
        for (ToolScope scope : values()) {
            if (scope.name().toLowerCase(Locale.ROOT).equals(text)) {
                return scope;
            }
        }
        return null;
    }
}
