package dev.mooring.auth.server;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.oauth2.sdk.GrantType;
import com.nimbusds.oauth2.sdk.ResponseMode;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.as.AuthorizationServerMetadata;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import java.net.URI;
import java.util.List;
import java.util.Set;

/** The metadata of the authorization server, for RFC 8414 and for clients that know only OpenID Connect Discovery. */
final class ServerMetadata {
    private static final List<ClientAuthenticationMethod> METHODS = List.of(
            ClientAuthenticationMethod.NONE,
            ClientAuthenticationMethod.CLIENT_SECRET_POST,
            ClientAuthenticationMethod.CLIENT_SECRET_BASIC);

    private ServerMetadata() {}

    static String json(String issuer, Set<String> scopes) {
        AuthorizationServerMetadata metadata = new AuthorizationServerMetadata(new Issuer(issuer));
        metadata.setAuthorizationEndpointURI(URI.create(issuer + AuthorizationServer.AUTHORIZE));
        metadata.setTokenEndpointURI(URI.create(issuer + AuthorizationServer.TOKEN));
        metadata.setRegistrationEndpointURI(URI.create(issuer + AuthorizationServer.REGISTER));
        metadata.setRevocationEndpointURI(URI.create(issuer + AuthorizationServer.REVOKE));
        metadata.setJWKSetURI(URI.create(issuer + AuthorizationServer.KEYS));
        metadata.setResponseTypes(List.of(ResponseType.CODE));
        metadata.setResponseModes(List.of(ResponseMode.QUERY));
        metadata.setGrantTypes(List.of(GrantType.AUTHORIZATION_CODE, GrantType.REFRESH_TOKEN));
        metadata.setCodeChallengeMethods(List.of(CodeChallengeMethod.S256));
        metadata.setTokenEndpointAuthMethods(METHODS);
        metadata.setRevocationEndpointAuthMethods(METHODS);
        metadata.setSupportsAuthorizationResponseIssuerParam(true);
        metadata.setCustomParameter("client_id_metadata_document_supported", true);
        if (!scopes.isEmpty()) {
            metadata.setScopes(new Scope(scopes.toArray(String[]::new)));
        }
        // Required by OpenID Connect Discovery. This server issues no ID tokens.
        metadata.setCustomParameter("subject_types_supported", List.of("public"));
        metadata.setCustomParameter("id_token_signing_alg_values_supported", List.of(JWSAlgorithm.ES256.getName()));
        return metadata.toString(); // JSON
    }
}
