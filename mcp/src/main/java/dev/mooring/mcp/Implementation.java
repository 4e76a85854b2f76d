package dev.mooring.mcp;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The name and version of a client or server. Self-reported, so suitable for display only.
 *
 * @param json the specification's {@code Implementation} object, unchanged
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record Implementation(ObjectNode json) {
    /** Returns an implementation with a name and a version. */
    public static Implementation of(String name, String version) {
        return new Implementation(Json.object().put("name", name).put("version", version));
    }

    /** Returns the implementation that the JSON describes, or null for null. */
    public static @Nullable Implementation from(@Nullable ObjectNode json) {
        return json == null ? null : new Implementation(json);
    }

    /** Returns the name, or "unknown". */
    public String name() {
        String name = Json.stringAt(json, "name");
        return name == null ? "unknown" : name;
    }

    /** Returns the version, or "unknown". */
    public String version() {
        String version = Json.stringAt(json, "version");
        return version == null ? "unknown" : version;
    }

    /** Returns the title if there is one, else the name. */
    public String displayName() {
        String title = Json.stringAt(json, "title");
        return title == null ? name() : title;
    }
}
