package dev.mooring.mcp.server.engine;

import dev.mooring.mcp.server.DisplayName;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The sender of a request, as the transport has authenticated it.
 *
 * @param principal the authenticated identity; null for an anonymous caller
 * @param scopes the scopes of the caller; null if the caller may do everything
 * @param address the IP address of the client; empty if the transport has no addresses
 * @param mayContinue returns false once the caller has lost its access, for long calls
 * @param name the authenticated names, for display; null if there are none
 * @param scopeChallenge returns the HTTP challenge for a missing scope; null if the caller cannot get more scopes
 */
public record Identity(
        @Nullable String principal,
        @Nullable Set<String> scopes,
        String address,
        BooleanSupplier mayContinue,
        @Nullable DisplayName name,
        @Nullable UnaryOperator<String> scopeChallenge) {
    /** A caller without an identity that may do everything. */
    public static final Identity ANONYMOUS = of(null);

    /** Returns a caller that may do everything. */
    public static Identity of(@Nullable String principal) {
        return new Identity(principal, null, "", () -> true, null, null);
    }

    /** Returns the key for limits per caller: the principal, or the address of an anonymous caller. */
    public String key() {
        return principal == null ? "address " + address : "principal " + principal;
    }
}
