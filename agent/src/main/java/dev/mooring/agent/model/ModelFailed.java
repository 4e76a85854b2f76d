package dev.mooring.agent.model;

import java.time.Duration;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** Thrown if a model does not complete a turn. The message contains no secrets. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class ModelFailed extends Exception {
    private static final long serialVersionUID = 1;

    /** The cause of a failure, which determines whether a retry makes sense. */
    public enum Kind {
        /** The provider limits the request rate or is overloaded. */
        OVERLOADED(true),
        /** The connection broke, timed out, or the provider has an internal error. */
        UNREACHABLE(true),
        /** The provider rejects the request: a wrong key, an unknown model, an invalid request. Or nothing listens at its address. */
        REFUSED(false),
        /** The response is not usable. */
        INVALID_RESPONSE(false),
        /** A scripted model received something other than its script expects. */
        SCRIPT(false);

        private final boolean isTransient;

        Kind(boolean isTransient) {
            this.isTransient = isTransient;
        }

        /** Returns whether a retry may succeed. */
        public boolean isTransient() {
            return isTransient;
        }
    }

    private final Kind kind;
    private final transient @Nullable Duration retryAfter;

    /**
     * Creates a failure.
     *
     * @param retryAfter how long the provider asks the client to wait; null if it does not say
     */
    public ModelFailed(Kind kind, String message, @Nullable Duration retryAfter, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.retryAfter = retryAfter;
    }

    /** Creates a failure without a cause and without a wait time. */
    public ModelFailed(Kind kind, String message) {
        this(kind, message, null, null);
    }

    /** Returns the kind of failure. */
    public Kind kind() {
        return kind;
    }

    /** Returns how long the provider asks the client to wait; null if it does not say. */
    public @Nullable Duration retryAfter() {
        return retryAfter;
    }
}
