package dev.mooring.mcp.server;

import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Resources that depend on the caller.
 *
 * <p>The server calls the source for each request, from many threads. An exception fails only that request.
 */
@FunctionalInterface
@API(status = API.Status.MAINTAINED, since = "0.1")
public interface ResourceSource {
    /** Returns the resources for a caller, in a stable order. */
    List<Resource> resources(Caller caller) throws Exception;

    /** Returns the resource templates for a caller, in a stable order. */
    default List<ResourceTemplate> templates(Caller caller) throws Exception {
        return List.of();
    }

    /**
     * Prepares notifications for a resource that a caller subscribes to. Call {@link McpServer#resourceUpdated} when the
     * resource changes.
     *
     * @throws Refusal to refuse the subscription
     */
    default void onSubscribe(String uri, Caller caller) throws Exception {}

    /**
     * Returns the resource with a URI, or null if this caller has no such resource. The server then tries the
     * templates.
     */
    default @Nullable Resource resource(String uri, Caller caller) throws Exception {
        for (Resource resource : resources(caller)) {
            if (resource.uri().equals(uri)) {
                return resource;
            }
        }
        return null;
    }
}
