package dev.mooring.mcp.client.credentials;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The response of a server that rejects a request because of its credentials.
 *
 * @param status 401 if the server requires other credentials, 403 if those of the request do not suffice
 * @param rejected the credential of the rejected request; null if it had none
 * @param schemes the challenges of the {@code WWW-Authenticate} headers, in their order
 * @param attempt how often this request was repeated because of earlier challenges
 * @param inBackground whether no caller waits for the request, so that the source must not involve a person
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Challenge(
        int status, @Nullable Credential rejected, List<Scheme> schemes, int attempt, boolean inBackground) {
    /** How often the client repeats a request because of challenges. */
    public static final int MAX_ATTEMPTS = 3;

    /** Copies the list. */
    public Challenge {
        schemes = List.copyOf(schemes);
    }

    /** Returns the first challenge of an authentication scheme, such as {@code Bearer}. */
    public Optional<Scheme> scheme(String name) {
        return schemes.stream()
                .filter(scheme -> scheme.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /**
     * One challenge of a {@code WWW-Authenticate} header.
     *
     * @param parameters by their names in lower case
     */
    public record Scheme(String name, Map<String, String> parameters) {
        /** Copies the parameters. */
        public Scheme {
            parameters = Map.copyOf(parameters);
        }

        /** Returns the value of a parameter, or null if the challenge does not have it. */
        public @Nullable String parameter(String parameter) {
            return parameters.get(parameter);
        }
    }
}
