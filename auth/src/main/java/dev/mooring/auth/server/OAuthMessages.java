package dev.mooring.auth.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.PlainClientSecret;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.id.ClientID;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Requests of clients to the token and revocation endpoints, and the answers. */
final class OAuthMessages {
    private static final int MAX_BODY = 32 * 1024;

    private OAuthMessages() {}

    /** Thrown to answer a request with an OAuth error. */
    static final class RequestRefused extends Exception {
        private static final long serialVersionUID = 1;
        private final transient ErrorObject error;

        RequestRefused(ErrorObject error) {
            super(error.getCode(), null, false, false);
            this.error = error;
        }

        /** Returns the exception for a request that Nimbus cannot parse. */
        static RequestRefused malformed(ParseException e) {
            ErrorObject error = e.getErrorObject();
            return new RequestRefused(error == null ? OAuth2Error.INVALID_REQUEST : error);
        }

        WebResponse response() {
            int status = error.getHTTPStatusCode() < 400 ? 400 : error.getHTTPStatusCode();
            ObjectNode json = Json.object().put("error", error.getCode());
            if (error.getDescription() != null) {
                json.put("error_description", error.getDescription());
            }
            WebResponse response = notStored(WebResponse.json(status, json));
            return status == 401 ? response.with("WWW-Authenticate", "Basic realm=\"mooring\"") : response;
        }
    }

    static WebResponse notStored(WebResponse response) {
        return response.with("Cache-Control", "no-store").with("Pragma", "no-cache");
    }

    /** Reads a form for Nimbus. */
    static HTTPRequest read(WebRequest request, URI address) throws IOException, RequestRefused {
        HTTPRequest http = new HTTPRequest(HTTPRequest.Method.POST, address);
        if (!Forms.isForm(request)) {
            throw new RequestRefused(OAuth2Error.INVALID_REQUEST.setDescription("The body must be a form"));
        }
        try {
            http.setContentType(Forms.TYPE);
        } catch (ParseException e) {
            throw RequestRefused.malformed(e);
        }
        String authorization = request.header("Authorization");
        if (authorization != null) {
            http.setAuthorization(authorization);
        }
        http.setBody(new String(request.body(MAX_BODY), UTF_8));
        return http;
    }

    /**
     * Returns the id of the client that has sent a request.
     *
     * @throws RequestRefused if the request names no client, or lacks the secret of a client that has one
     */
    static String authenticated(Clients clients, @Nullable ClientAuthentication proof, @Nullable ClientID named)
            throws RequestRefused {
        ClientID id = proof == null ? named : proof.getClientID();
        if (id == null) {
            throw new RequestRefused(OAuth2Error.INVALID_CLIENT);
        }
        // A client without a secret may send one: some programs send the secret of an earlier server.
        boolean isUnknownProof = proof != null && !(proof instanceof PlainClientSecret);
        String secret = clients.secretOf(id.getValue()).orElse(null);
        boolean isProven = secret == null
                || (proof instanceof PlainClientSecret plain
                        && RandomSecrets.areEqual(
                                secret, plain.getClientSecret().getValue()));
        if (isUnknownProof || !isProven) {
            throw new RequestRefused(OAuth2Error.INVALID_CLIENT);
        }
        return id.getValue();
    }
}
