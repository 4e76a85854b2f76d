package dev.mooring.gateway;

import dev.mooring.mcp.Json;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The extensions of the protocol that clients and servers declare in their capabilities, by name. */
final class Extensions {
    static final String FIELD = "extensions";

    /** The extension for MCP Apps: tools with a page that the client shows in a frame. */
    static final String APPS = "io.modelcontextprotocol/ui";

    private Extensions() {}

    /** Returns the extensions in the capabilities of a client or a server; a copy, empty if there are none. */
    static ObjectNode declaredIn(@Nullable ObjectNode capabilities) {
        return Json.shallowCopy(Json.objectAt(capabilities, FIELD));
    }

    /**
     * Returns the extensions that the gateway declares on behalf of all clients. Servers list the tools of an app only for a
     * client that shows apps.
     */
    static ObjectNode ofGateway() {
        ObjectNode extensions = Json.object();
        extensions.putObject(APPS).putArray("mimeTypes").add("text/html;profile=mcp-app");
        return extensions;
    }

    /** Returns the extensions of all servers behind an endpoint. The first server's details of an extension count. */
    static ObjectNode union(Collection<UpstreamListing> listings) {
        ObjectNode union = Json.object();
        for (UpstreamListing listing : listings) {
            declaredIn(listing.capabilities()).forEachEntry((name, detail) -> {
                if (!union.has(name)) {
                    union.set(name, detail);
                }
            });
        }
        return union;
    }
}
