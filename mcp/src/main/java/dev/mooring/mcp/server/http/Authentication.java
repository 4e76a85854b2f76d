package dev.mooring.mcp.server.http;

import dev.mooring.mcp.server.DisplayName;
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
     * @param scopes the scopes of the caller; null if it may do everything. See {@link HttpEndpoint.Builder#toolScope}
     * @param name the names under which other people see the caller; null if there are none besides the principal
     * @param scopeChallenge answers calls of tools for which the caller lacks the scope; null if the caller cannot get
     *     more scopes, so that such a call fails with a JSON-RPC error and no HTTP status
     */
    record Accepted(
            @Nullable String principal,
            @Nullable Set<String> scopes,
            @Nullable DisplayName name,
            @Nullable ScopeChallenge scopeChallenge)
            implements Authentication {
        /** Copies the scopes. */
        public Accepted {
            scopes = scopes == null ? null : Set.copyOf(scopes);
        }

        /** Accepts the request of a caller that has only these scopes. */
        public Accepted(@Nullable String principal, @Nullable Set<String> scopes) {
            this(principal, scopes, null, null);
        }

        /** Accepts the request of a caller that may do everything. */
        public Accepted(@Nullable String principal) {
            this(principal, null);
        }
    }

    /** Tells a caller how to get a scope that it lacks. */
    @FunctionalInterface
    interface ScopeChallenge {
        /** Returns the value of {@code WWW-Authenticate} for a response with status 403. */
        String forMissing(String scope);
    }

    /**
     * Rejects the request.
     *
     * @param status the HTTP status: 401, 403, 404, 429 or 503. The first three also cancel calls in flight whose request
     *     is rejected when the endpoint checks it again; the last two leave them alone
     * @param challenge the value of {@code WWW-Authenticate}, or null for no such header
     * @param reason the message of the error in the response body
     */
    record Rejected(int status, @Nullable String challenge, String reason) implements Authentication {}
}
