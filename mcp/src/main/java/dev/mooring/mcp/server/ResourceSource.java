package dev.mooring.mcp.server;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Resources that depend on who asks. Asked for each request, from many threads; a fault ends that request only. */
@FunctionalInterface
public interface ResourceSource {
    /** In an order that stays the same while the resources do. */
    List<Resource> resources(Caller caller) throws Exception;

    default List<ResourceTemplate> templates(Caller caller) throws Exception {
        return List.of();
    }

    /** Somebody wants to hear when the resource at that address changes; see {@link McpServer#resourceUpdated}. */
    default void onSubscribe(String uri, Caller caller) throws Exception {}

    /** The resource at that address, or null where this caller has none; templates are tried afterwards. */
    default @Nullable Resource resource(String uri, Caller caller) throws Exception {
        for (Resource resource : resources(caller)) {
            if (resource.uri().equals(uri)) {
                return resource;
            }
        }
        return null;
    }
}
