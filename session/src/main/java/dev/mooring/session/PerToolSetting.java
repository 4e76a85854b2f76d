package dev.mooring.session;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A setting with a value per tool. Values are keyed by patterns, in which {@code *} matches any text. The first pattern
 * that matches the name of the tool applies.
 *
 * @param <T> the type of the value
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class PerToolSetting<T> {
    private final Map<String, T> byPattern;
    private final List<Rule<T>> rules = new ArrayList<>();

    /** @param pattern null for all tools */
    private record Rule<T>(@Nullable Pattern pattern, T value) {}

    private PerToolSetting(Map<String, T> byPattern) {
        this.byPattern = new LinkedHashMap<>(byPattern);
        byPattern.forEach((pattern, value) -> rules.add(new Rule<>(compile(pattern), value)));
    }

    /** Returns a setting without a value for any tool. */
    public static <T> PerToolSetting<T> unset() {
        return new PerToolSetting<>(Map.of());
    }

    /** Returns a setting with the same value for all tools. */
    public static <T> PerToolSetting<T> all(T value) {
        return new PerToolSetting<>(Map.of("*", value));
    }

    /** Returns a setting with values by pattern. The patterns are tried in the order of the map. */
    public static <T> PerToolSetting<T> patterns(Map<String, T> byPattern) {
        return new PerToolSetting<>(byPattern);
    }

    /** Returns the value for a tool, or null if no pattern matches. */
    public @Nullable T forTool(String tool) {
        for (Rule<T> rule : rules) {
            if (rule.pattern() == null || rule.pattern().matcher(tool).matches()) {
                return rule.value();
            }
        }
        return null;
    }

    private static @Nullable Pattern compile(String pattern) {
        if (pattern.equals("*")) {
            return null;
        }
        StringBuilder regex = new StringBuilder();
        for (String literal : pattern.split("\\*", -1)) {
            regex.append(regex.isEmpty() ? "" : ".*").append(Pattern.quote(literal));
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    @Override
    public String toString() {
        return byPattern.toString();
    }
}
