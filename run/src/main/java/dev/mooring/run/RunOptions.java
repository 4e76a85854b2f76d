package dev.mooring.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How to start a run, or to join one: then everything here is about the joined scope alone.
 *
 * @param name for people, in logs and records; may be empty
 * @param attributes for correlation; a joined scope adds them to those of its parent
 * @param listeners told of everything in this scope and below, after the parent's listeners
 * @param limits what this scope and everything below may spend
 * @param drain how long forks in flight may go on after a normal return, unless the thread that waits for them is interrupted; null for
 *     the parent's, 5 s for a root
 * @param grace how long an interrupted fork is waited for before it is given up; null for the parent's, 5 s for a root
 */
public record RunOptions(
        String name,
        Map<String, String> attributes,
        List<RunListener> listeners,
        Limits limits,
        @Nullable Duration drain,
        @Nullable Duration grace) {

    private static final RunOptions DEFAULTS = new RunOptions("", Map.of(), List.of(), Limits.none(), null, null);

    public RunOptions {
        Objects.requireNonNull(name);
        attributes = Map.copyOf(attributes);
        listeners = List.copyOf(listeners);
        requireNotNegative("drain", drain);
        requireNotNegative("grace", grace);
    }

    public static RunOptions defaults() {
        return DEFAULTS;
    }

    public static RunOptions named(String name) {
        return new RunOptions(name, Map.of(), List.of(), Limits.none(), null, null);
    }

    public RunOptions attribute(String key, String value) {
        var all = new LinkedHashMap<>(attributes);
        all.put(key, value);
        return new RunOptions(name, all, listeners, limits, drain, grace);
    }

    /** Adds a listener. */
    public RunOptions listener(RunListener listener) {
        var all = new ArrayList<>(listeners);
        all.add(listener);
        return new RunOptions(name, attributes, all, limits, drain, grace);
    }

    public RunOptions limits(Limits limits) {
        return new RunOptions(name, attributes, listeners, limits, drain, grace);
    }

    public RunOptions drain(Duration drain) {
        return new RunOptions(name, attributes, listeners, limits, drain, grace);
    }

    public RunOptions grace(Duration grace) {
        return new RunOptions(name, attributes, listeners, limits, drain, grace);
    }

    private static void requireNotNegative(String what, @Nullable Duration duration) {
        if (duration != null && duration.isNegative()) {
            throw new IllegalArgumentException(what + " is negative: " + duration);
        }
    }
}
