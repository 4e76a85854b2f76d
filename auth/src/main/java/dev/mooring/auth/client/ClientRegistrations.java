package dev.mooring.auth.client;

import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.GrantType;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.client.ClientInformation;
import com.nimbusds.oauth2.sdk.client.ClientRegistrationRequest;
import com.nimbusds.oauth2.sdk.client.ClientRegistrationResponse;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.openid.connect.sdk.rp.ApplicationType;
import com.nimbusds.openid.connect.sdk.rp.OIDCClientMetadata;
import dev.mooring.auth.discovery.Addresses;
import dev.mooring.auth.discovery.DiscoveredServer;
import dev.mooring.auth.discovery.OAuthFailed;
import dev.mooring.auth.discovery.OAuthHttp;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Dynamic registration of this program as a client (RFC 7591). */
final class ClientRegistrations {
    private final OAuthHttp http;
    private final String clientName;

    ClientRegistrations(OAuthHttp http, String clientName) {
        this.http = http;
        this.clientName = clientName;
    }

    ClientRegistration register(DiscoveredServer server, URI redirectUri) throws OAuthFailed, InterruptedException {
        URI endpoint = server.metadata().getRegistrationEndpointURI();
        if (endpoint == null) {
            throw new OAuthFailed("The authorization server " + server.issuer()
                    + " does not register clients by itself. Register one there and configure its client id.");
        }
        OIDCClientMetadata metadata = new OIDCClientMetadata();
        metadata.setName(clientName);
        metadata.setApplicationType(
                "https".equals(redirectUri.getScheme()) ? ApplicationType.WEB : ApplicationType.NATIVE);
        metadata.setRedirectionURI(redirectUri);
        metadata.setGrantTypes(Set.of(GrantType.AUTHORIZATION_CODE, GrantType.REFRESH_TOKEN));
        metadata.setResponseTypes(Set.of(ResponseType.CODE));
        List<ClientAuthenticationMethod> supported = server.metadata().getTokenEndpointAuthMethods();
        metadata.setTokenEndpointAuthMethod(preferred(supported));
        HTTPResponse response = http.send(new ClientRegistrationRequest(endpoint, metadata, null).toHTTPRequest());
        try {
            ClientRegistrationResponse parsed = ClientRegistrationResponse.parse(response);
            if (!parsed.indicatesSuccess()) {
                throw refusal(server, parsed.toErrorResponse().getErrorObject(), response.getStatusCode());
            }
            return registration(parsed.toSuccessResponse().getClientInformation(), metadata, supported, redirectUri);
        } catch (ParseException e) {
            throw new OAuthFailed(
                    "The authorization server " + server.issuer() + " answered the registration with HTTP "
                            + response.getStatusCode() + " and no valid client: " + e.getMessage());
        }
    }

    private static ClientAuthenticationMethod preferred(@Nullable List<ClientAuthenticationMethod> supported) {
        if (supported == null || supported.contains(ClientAuthenticationMethod.NONE)) {
            return ClientAuthenticationMethod.NONE;
        }
        return ClientAuthenticationMethod.parse(ClientIdentity.secretMethod(supported));
    }

    private static ClientRegistration registration(
            ClientInformation client,
            OIDCClientMetadata asked,
            @Nullable List<ClientAuthenticationMethod> supported,
            URI redirectUri) {
        Secret secret = client.getSecret();
        ClientAuthenticationMethod method = client.getMetadata().getTokenEndpointAuthMethod();
        if (method == null) {
            method = asked.getTokenEndpointAuthMethod();
        }
        String name = method.getValue();
        if (!name.equals(ClientIdentity.NONE) && !name.equals(ClientIdentity.POST)) {
            name = ClientIdentity.secretMethod(supported);
        }
        Instant expires = secret == null || secret.getExpirationDate() == null
                ? null
                : secret.getExpirationDate().toInstant();
        return new ClientRegistration(
                client.getID().getValue(),
                secret == null ? null : secret.getValue(),
                secret == null ? ClientIdentity.NONE : name,
                redirectUri.toString(),
                expires);
    }

    private static OAuthFailed refusal(DiscoveredServer server, @Nullable ErrorObject error, int status) {
        String code = error == null ? null : error.getCode();
        String description = Addresses.printable(error == null ? null : error.getDescription());
        return OAuthFailed.refused(
                "The authorization server " + server.issuer() + " refused to register this program: "
                        + (code == null ? "HTTP " + status : Addresses.printable(code))
                        + (description.isEmpty() ? "" : " (" + description + ")")
                        + ". Register a client there and configure its client id.",
                code);
    }
}
