package dev.mooring.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** Options of a new run, or of the scope that joins a run. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class RunOptions {
    private static final RunOptions DEFAULTS = builder().build();

    private final String name;
    private final Map<String, String> attributes;
    private final List<RunListener> listeners;
    private final Limits limits;
    private final @Nullable Duration drain;
    private final @Nullable Duration grace;
    private final @Nullable Duration hookTimeout;

    private RunOptions(Builder builder) {
        this.name = Objects.requireNonNull(builder.name);
        this.attributes = Map.copyOf(builder.attributes);
        this.listeners = List.copyOf(builder.listeners);
        this.limits = builder.limits;
        this.drain = builder.drain;
        this.grace = builder.grace;
        this.hookTimeout = builder.hookTimeout;
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

    /** Returns the display name for logs and records, which may be empty. */
    public String name() {
        return name;
    }

    /** Returns the attributes for correlation. A joined scope adds them to those of its parent. */
    public Map<String, String> attributes() {
        return attributes;
    }

    /** Returns the listeners for the scope and all scopes below it, which are called after the listeners of the parent. */
    public List<RunListener> listeners() {
        return listeners;
    }

    /** Returns the limits of the scope and all scopes below it. */
    public Limits limits() {
        return limits;
    }

    /**
     * Returns how long forks can continue after the body returns, unless the waiting thread is interrupted; null for the
     * value of the parent, or 5 seconds for a root.
     */
    public @Nullable Duration drain() {
        return drain;
    }

    /**
     * Returns how long the end of the scope waits for an interrupted fork; null for the value of the parent, or 5 seconds for
     * a root.
     */
    public @Nullable Duration grace() {
        return grace;
    }

    /**
     * Returns how long the end of the scope waits for each end hook; null for the value of the parent, or 10 seconds for a
     * root.
     */
    public @Nullable Duration hookTimeout() {
        return hookTimeout;
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

        /**
         * Sets how long forks can continue after the body returns.
         *
         * @throws IllegalArgumentException if the duration is negative
         */
        public Builder drain(Duration value) {
            drain = notNegative("drain", value);
            return this;
        }

        /**
         * Sets how long the end of the scope waits for an interrupted fork.
         *
         * @throws IllegalArgumentException if the duration is negative
         */
        public Builder grace(Duration value) {
            grace = notNegative("grace", value);
            return this;
        }

        /**
         * Sets how long the end of the scope waits for each end hook.
         *
         * @throws IllegalArgumentException if the duration is negative
         */
        public Builder hookTimeout(Duration value) {
            hookTimeout = notNegative("hookTimeout", value);
            return this;
        }

        private static Duration notNegative(String option, Duration duration) {
            if (duration.isNegative()) {
                throw new IllegalArgumentException(option + " must not be negative: " + duration);
            }
            return duration;
        }

        /** Returns the options. */
        public RunOptions build() {
            return new RunOptions(this);
        }
    }
}
