package dev.mooring.session;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A setting that may differ from tool to tool. Patterns have {@code *} for any text; the first that fits decides.
 *
 * @param <T> what is set
 */
public final class ByTool<T> {
    private final Map<String, T> byPattern;
    private final Map<Pattern, T> compiled = new LinkedHashMap<>();

    private ByTool(Map<String, T> byPattern) {
        this.byPattern = new LinkedHashMap<>(byPattern);
        byPattern.forEach((pattern, value) -> compiled.put(compile(pattern), value));
    }

    /** Nothing is set for any tool. */
    public static <T> ByTool<T> unset() {
        return new ByTool<>(Map.of());
    }

    public static <T> ByTool<T> all(T value) {
        return new ByTool<>(Map.of("*", value));
    }

    /** In the order of the map. */
    public static <T> ByTool<T> patterns(Map<String, T> byPattern) {
        return new ByTool<>(byPattern);
    }

    /** What is set for a tool, or null where nothing is. */
    public @Nullable T forTool(String tool) {
        for (Map.Entry<Pattern, T> entry : compiled.entrySet()) {
            if (entry.getKey().matcher(tool).matches()) {
                return entry.getValue();
            }
        }
        return null;
    }

    private static Pattern compile(String pattern) {
        StringBuilder regex = new StringBuilder();
        for (String literal : pattern.split("\\*", -1)) {
            regex.append(regex.isEmpty() ? "" : ".*").append(Pattern.quote(literal));
        }
        return Pattern.compile(regex.toString());
    }

    @Override
    public String toString() {
        return byPattern.toString();
    }
}
