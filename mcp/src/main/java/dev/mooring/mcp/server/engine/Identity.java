package dev.mooring.mcp.server.engine;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the transport knows about the sender of a request.
 *
 * @param principal the authenticated identity; null for an anonymous caller
 * @param scopes what the caller may do; null if it may do everything
 */
public record Identity(@Nullable String principal, @Nullable Set<String> scopes) {
    /** A caller without an identity that may do everything. */
    public static final Identity ANONYMOUS = new Identity(null, null);
}
