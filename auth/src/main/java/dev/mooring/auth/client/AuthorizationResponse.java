package dev.mooring.auth.client;

import com.nimbusds.oauth2.sdk.util.URLUtils;
import dev.mooring.auth.discovery.Addresses;
import dev.mooring.auth.discovery.DiscoveredServer;
import dev.mooring.auth.discovery.OAuthFailed;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters with which an authorization server redirects the browser back. */
record AuthorizationResponse(Map<String, List<String>> parameters) {

    /** Reads the whole address of a redirect, or its query. */
    static AuthorizationResponse of(String text) {
        String query = text.strip();
        int question = query.indexOf('?');
        query = question >= 0 ? query.substring(question + 1) : query;
        int fragment = query.indexOf('#');
        return new AuthorizationResponse(
                URLUtils.parseParameters(fragment >= 0 ? query.substring(0, fragment) : query));
    }

    boolean belongsTo(String state) {
        return state.equals(get("state"));
    }

    /** Returns a parameter; null if it is missing or ambiguous. */
    private @Nullable String get(String name) {
        List<String> values = parameters.get(name);
        return values == null || values.size() != 1 ? null : values.getFirst();
    }

    boolean isError() {
        return get("code") == null;
    }

    /**
     * Returns the code. First compares the issuer in the response with the authorization server of the request (RFC 9207).
     *
     * @throws OAuthFailed if the issuer is missing or wrong, or if the response is an error
     */
    String code(DiscoveredServer server) throws OAuthFailed {
        // Checked first, because an error of the wrong server must not be shown either.
        String issuer = get("iss");
        if (parameters.containsKey("iss") && !server.issuer().equals(issuer)) {
            throw new OAuthFailed("The response to the sign-in comes from another authorization server than "
                    + server.issuer() + " and is refused");
        }
        if (!parameters.containsKey("iss") && server.metadata().supportsAuthorizationResponseIssuerParam()) {
            throw new OAuthFailed("The response to the sign-in does not name its authorization server, although "
                    + server.issuer() + " advertises that it does. It is refused.");
        }
        String code = get("code");
        if (code == null) {
            String description = Addresses.printable(get("error_description"));
            throw OAuthFailed.refused(
                    server.issuer() + " refused the sign-in: " + Addresses.printable(get("error"))
                            + (description.isEmpty() ? "" : " (" + description + ")"),
                    get("error"));
        }
        return code;
    }

    @Override
    public String toString() {
        return "AuthorizationResponse" + parameters.keySet();
    }
}
