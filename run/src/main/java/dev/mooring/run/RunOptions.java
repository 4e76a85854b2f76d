package dev.mooring.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Options of a new run, or of the scope that joins a run.
 *
 * @param name a display name for logs and records; may be empty
 * @param attributes attributes for correlation; a joined scope adds them to those of its parent
 * @param listeners listeners for this scope and all scopes below it, called after the listeners of the parent
 * @param limits the limits of this scope and all scopes below it
 * @param drain how long forks can continue after the body returns, unless the waiting thread is interrupted; null for the
 *     value of the parent, or 5 seconds for a root
 * @param grace how long the end of the scope waits for an interrupted fork; null for the value of the parent, or 5 seconds
 *     for a root
 * @param hookTimeout how long the end of the scope waits for each end hook; null for the value of the parent, or 10 seconds
 *     for a root
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record RunOptions(
        String name,
        Map<String, String> attributes,
        List<RunListener> listeners,
        Limits limits,
        @Nullable Duration drain,
        @Nullable Duration grace,
        @Nullable Duration hookTimeout) {

    private static final RunOptions DEFAULTS = builder().build();

    /**
     * Copies the collections and checks the durations.
     *
     * @throws IllegalArgumentException if a duration is negative
     */
    public RunOptions {
        Objects.requireNonNull(name);
        attributes = Map.copyOf(attributes);
        listeners = List.copyOf(listeners);
        requireNotNegative("drain", drain);
        requireNotNegative("grace", grace);
        requireNotNegative("hookTimeout", hookTimeout);
    }

    /** Returns the default options. */
    public static RunOptions defaults() {
        return DEFAULTS;
    }

    /** Returns the default options with a display name. */
    public static RunOptions named(String name) {
        return builder().name(name).build();
    }

    /** Returns a builder that starts with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    private static void requireNotNegative(String option, @Nullable Duration duration) {
        if (duration != null && duration.isNegative()) {
            throw new IllegalArgumentException(option + " must not be negative: " + duration);
        }
    }

    /** Builds {@link RunOptions}. Not thread-safe. */
    public static final class Builder {
        private String name = "";
        private final Map<String, String> attributes = new LinkedHashMap<>();
        private final List<RunListener> listeners = new ArrayList<>();
        private Limits limits = Limits.none();
        private @Nullable Duration drain;
        private @Nullable Duration grace;
        private @Nullable Duration hookTimeout;

        private Builder() {}

        /** Sets the display name. */
        public Builder name(String value) {
            name = value;
            return this;
        }

        /** Sets an attribute. */
        public Builder attribute(String key, String value) {
            attributes.put(key, value);
            return this;
        }

        /** Adds a listener. */
        public Builder listener(RunListener listener) {
            listeners.add(listener);
            return this;
        }

        /** Sets the limits. By default there are none. */
        public Builder limits(Limits value) {
            limits = value;
            return this;
        }

        /** Sets how long forks can continue after the body returns. */
        public Builder drain(Duration value) {
            drain = value;
            return this;
        }

        /** Sets how long the end of the scope waits for an interrupted fork. */
        public Builder grace(Duration value) {
            grace = value;
            return this;
        }

        /** Sets how long the end of the scope waits for each end hook. */
        public Builder hookTimeout(Duration value) {
            hookTimeout = value;
            return this;
        }

        /** Returns the options. */
        public RunOptions build() {
            return new RunOptions(name, attributes, listeners, limits, drain, grace, hookTimeout);
        }
    }
}
