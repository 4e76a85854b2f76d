package dev.mooring.app.web;

import dev.mooring.app.users.Role;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The roles of the holders of bearer tokens, for requests to pages and metrics. Thread-safe. */
@FunctionalInterface
public interface BearerRoles {
    /**
     * Returns the holder of the token in a header {@code Authorization}; empty if there is no valid token.
     *
     * @param authorization the value of the header; null if the request lacks it
     */
    Optional<Holder> find(@Nullable String authorization);

    /** The holder of a token. */
    record Holder(String name, Set<Role> roles) {}
}
