package dev.mooring.agent.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A model took no turn. The message has no secrets. */
public final class ModelFailed extends Exception {
    private static final long serialVersionUID = 1;

    /** Whose fault it is, and so whether it may go better the next time. */
    public enum Kind {
        /** Too many requests, or too much load: later. */
        OVERLOADED(true),
        /** No connection, or a fault within the provider: perhaps later. */
        UNREACHABLE(true),
        /** The request is not wanted: a wrong key, an unknown model, a request that it does not understand. */
        REFUSED(false),
        /** What came back cannot be used. */
        UNUSABLE(false),
        /** A script that expects something else. */
        SCRIPT(false);

        private final boolean passing;

        Kind(boolean passing) {
            this.passing = passing;
        }

        /** Whether it is worth trying again. */
        public boolean isPassing() {
            return passing;
        }
    }

    private final Kind kind;
    private final transient @Nullable Duration retryAfter;

    public ModelFailed(Kind kind, String message, @Nullable Duration retryAfter, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.retryAfter = retryAfter;
    }

    public ModelFailed(Kind kind, String message) {
        this(kind, message, null, null);
    }

    public Kind kind() {
        return kind;
    }

    /** How long the provider asks to wait; null if it does not say. */
    public @Nullable Duration retryAfter() {
        return retryAfter;
    }
}
