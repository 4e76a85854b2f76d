package dev.mooring.session;

import java.util.HashMap;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * The names of tools for models: {@code server__tool}, unique and valid for all providers (up to 64 characters of {@code
 * [a-zA-Z0-9_-]}). One object always returns the same name for the same server and tool. Not thread-safe.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class ToolNames {
    private static final int MAX_LENGTH = 64;
    private static final int DIGEST_LENGTH = 6;

    /** The origin of each name. */
    private final Map<String, Origin> origins = new HashMap<>();

    /** A tool of a server. */
    public record Origin(String server, String tool) {}

    /** Returns the name of a tool. */
    public String nameFor(String server, String tool) {
        Origin origin = new Origin(server, tool);
        String name = sanitized(server) + "__" + sanitized(tool);
        if (name.length() > MAX_LENGTH || !origin.equals(origins.getOrDefault(name, origin))) {
            name = shortened(name, origin, 0);
        }
        origins.put(name, origin);
        return name;
    }

    private String shortened(String name, Origin origin, int attempt) {
        String digest = Integer.toHexString(((origin + "#" + attempt).hashCode() & 0xffffff) | 0x1000000)
                .substring(1);
        String head = name.substring(0, Math.min(name.length(), MAX_LENGTH - DIGEST_LENGTH - 1));
        String candidate = head + "_" + digest;
        return origin.equals(origins.getOrDefault(candidate, origin))
                ? candidate
                : shortened(name, origin, attempt + 1);
    }

    private static String sanitized(String part) {
        return part.replaceAll("[^a-zA-Z0-9_-]", "_");
    }
}
