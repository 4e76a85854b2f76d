package dev.mooring.gateway;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.server.Caller;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The rules for callers and servers that use tasks together. Revision 2025-11-25 has tasks as a capability, the modern era as an
 * extension with other rules. The gateway forwards both, but does not translate between them.
 */
final class TaskSupport {
    /** The capability of revision 2025-11-25. */
    static final String CAPABILITY = "tasks";

    /** The extension of the modern era. */
    static final String EXTENSION = "io.modelcontextprotocol/tasks";

    private TaskSupport() {}

    /** Returns whether a server's tasks can reach a caller. */
    static boolean isPossible(Caller caller, UpstreamListing listing) {
        return caller.era() == listing.era()
                && isOffered(listing)
                && (caller.isModern() || caller.version().compareTo(ProtocolVersion.V2025_11_25) >= 0);
    }

    private static boolean isOffered(UpstreamListing listing) {
        return listing.era() == Era.LEGACY
                ? listing.hasCapability(CAPABILITY)
                : Extensions.declaredIn(listing.capabilities()).has(EXTENSION);
    }

    /** Returns the capability that an endpoint declares to clients of 2025-11-25, or null if no server has tasks. */
    static @Nullable ObjectNode capability(Collection<UpstreamListing> listings) {
        ObjectNode union = null;
        for (UpstreamListing listing : listings) {
            ObjectNode declared =
                    listing.era() == Era.LEGACY ? Json.objectAt(listing.capabilities(), CAPABILITY) : null;
            if (declared != null) {
                union = union == null ? declared : Json.shallowCopy(declared).setAll(union);
            }
        }
        return union;
    }
}
