package dev.mooring.session;

import java.util.HashMap;
import java.util.Map;

/**
 * Names under which models see tools: {@code server__tool}, fitted to what all providers take (64 characters of
 * {@code [a-zA-Z0-9_-]}) and unique. The same server and tool always get the same name from one object. For one thread.
 */
public final class ToolNames {
    private static final int LONGEST = 64;
    private static final int DIGEST = 6;

    /** What a name stands for, by name. */
    private final Map<String, Origin> origins = new HashMap<>();

    /** Which tool of which server. */
    public record Origin(String server, String tool) {}

    public String nameFor(String server, String tool) {
        Origin origin = new Origin(server, tool);
        String name = fitted(server) + "__" + fitted(tool);
        if (name.length() > LONGEST || !origin.equals(origins.getOrDefault(name, origin))) {
            name = shortened(name, origin, 0);
        }
        origins.put(name, origin);
        return name;
    }

    private String shortened(String name, Origin origin, int attempt) {
        String digest = Integer.toHexString(((origin + "#" + attempt).hashCode() & 0xffffff) | 0x1000000)
                .substring(1);
        String head = name.substring(0, Math.min(name.length(), LONGEST - DIGEST - 1));
        String candidate = head + "_" + digest;
        return origin.equals(origins.getOrDefault(candidate, origin))
                ? candidate
                : shortened(name, origin, attempt + 1);
    }

    private static String fitted(String part) {
        return part.replaceAll("[^a-zA-Z0-9_-]", "_");
    }
}
