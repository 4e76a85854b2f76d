package dev.mooring.mcp;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What a client or a server says of itself: self-reported, for display only. */
public record Implementation(ObjectNode json) {
    public static Implementation of(String name, String version) {
        return new Implementation(Json.object().put("name", name).put("version", version));
    }

    public static @Nullable Implementation from(@Nullable ObjectNode json) {
        return json == null ? null : new Implementation(json);
    }

    public String name() {
        String name = Json.stringAt(json, "name");
        return name == null ? "unknown" : name;
    }

    public String version() {
        String version = Json.stringAt(json, "version");
        return version == null ? "unknown" : version;
    }

    /** The title if there is one, else the name. */
    public String displayName() {
        String title = Json.stringAt(json, "title");
        return title == null ? name() : title;
    }
}
