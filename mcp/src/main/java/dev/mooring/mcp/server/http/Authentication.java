package dev.mooring.mcp.server.http;

import java.util.Set;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The decision of an {@link Authenticator} about one request. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public sealed interface Authentication {
    /** Accepts a request from a caller without an identity. */
    Authentication ANONYMOUS = new Accepted(null);

    /**
     * Accepts the request.
     *
     * @param principal the identity of the caller, the same text for each of its requests; null for an anonymous caller
     * @param scopes what the caller may do; null if it may do everything. See {@link HttpEndpoint.Builder#toolScope}
     */
    record Accepted(@Nullable String principal, @Nullable Set<String> scopes) implements Authentication {
        /** Copies the scopes. */
        public Accepted {
            scopes = scopes == null ? null : Set.copyOf(scopes);
        }

        /** Accepts the request of a caller that may do everything. */
        public Accepted(@Nullable String principal) {
            this(principal, null);
        }
    }

    /**
     * Rejects the request.
     *
     * @param status the HTTP status: 401, 403, 404 or 429
     * @param challenge the value of {@code WWW-Authenticate}, or null for no such header
     * @param reason the message of the error in the response body
     */
    record Rejected(int status, @Nullable String challenge, String reason) implements Authentication {}
}
