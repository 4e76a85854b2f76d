package dev.mooring.auth.server;

import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationErrorResponse;
import com.nimbusds.oauth2.sdk.AuthorizationRequest;
import com.nimbusds.oauth2.sdk.AuthorizationSuccessResponse;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseMode;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.util.MultivaluedMapUtils;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import dev.mooring.auth.discovery.Addresses;
import dev.mooring.auth.grant.Grant;
import dev.mooring.auth.grant.GrantCode;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The authorization endpoint: asks a person for consent, and redirects the browser to the client with the decision. Shows
 * an error to the person until it has verified that the redirect URI belongs to the client. Sends later errors to the client.
 */
final class AuthorizeEndpoint {
    private static final Duration CODE_LIFETIME = Duration.ofSeconds(60);

    private static final int MAX_QUERY = 8 * 1024;
    private static final int MAX_FORM = 32 * 1024;
    private static final int MAX_STATE = 2_000;

    private final ServerContext context;
    private final People people;

    AuthorizeEndpoint(ServerContext context, People people) {
        this.context = context;
        this.people = people;
    }

    /** Thrown to send an OAuth error to the client. */
    private static final class AuthorizationRefused extends Exception {
        private static final long serialVersionUID = 1;
        private final transient ErrorObject error;

        AuthorizationRefused(ErrorObject error) {
            super(error.getCode(), null, false, false);
            this.error = error;
        }
    }

    WebResponse handle(WebRequest request) throws IOException {
        WebResponse page = switch (request.method()) {
            case "GET", "HEAD" -> ask(request);
            case "POST" -> decide(request);
            default -> people.problemPage(request, 405, "This page accepts only GET and POST requests.");
        };
        return page.with("Content-Security-Policy", "frame-ancestors 'none'")
                .with("X-Frame-Options", "DENY")
                .with("Cache-Control", "no-store")
                .with("Referrer-Policy", "same-origin");
    }

    private WebResponse ask(WebRequest request) {
        String query = request.query();
        if (query == null || query.length() > MAX_QUERY) {
            return people.problemPage(request, 400, "This is not a valid sign-in link. Start again in your assistant.");
        }
        Map<String, List<String>> parameters = URLUtils.parseParameters(query);
        String clientId = MultivaluedMapUtils.getFirstValue(parameters, "client_id");
        String redirectUri = MultivaluedMapUtils.getFirstValue(parameters, "redirect_uri");
        if (clientId == null
                || redirectUri == null
                || hasDuplicate(parameters, "client_id")
                || hasDuplicate(parameters, "redirect_uri")) {
            return people.problemPage(
                    request,
                    400,
                    "This sign-in link must name one client and one redirect address. Start again in your assistant.");
        }
        // Before the client is looked up, because the lookup may connect to a host that the request names.
        Optional<People.SignedIn> person = people.signedIn(request);
        if (person.isEmpty()) {
            return people.signInPage(request, AuthorizationServer.AUTHORIZE + "?" + query);
        }
        Client client;
        try {
            client = context.clients().find(clientId).orElse(null);
        } catch (ClientDocuments.UnusableDocument e) {
            return people.problemPage(request, 400, e.getMessage() + ".");
        }
        if (client == null) {
            return people.problemPage(
                    request,
                    400,
                    "This client is not registered here. Remove the connection in your assistant and add it again.");
        }
        URI redirect = RedirectUris.parse(redirectUri);
        if (redirect == null || !client.mayRedirectTo(redirect)) {
            return people.problemPage(
                    request,
                    400,
                    client.name()
                            + " requests a redirect to an address that is not registered. No access was granted.");
        }
        try {
            return askFor(request, person.get(), client, redirect, parameters);
        } catch (AuthorizationRefused e) {
            return redirect(redirect, e.error, MultivaluedMapUtils.getFirstValue(parameters, "state"));
        }
    }

    private WebResponse askFor(
            WebRequest request,
            People.SignedIn signedIn,
            Client client,
            URI redirect,
            Map<String, List<String>> parameters)
            throws AuthorizationRefused {
        PendingRequest pending = read(client, redirect, parameters, signedIn.person());
        return people.consentPage(
                request,
                new Consent(
                        signedIn.person(),
                        client.name(),
                        client.host(),
                        RedirectUris.host(redirect),
                        RedirectUris.isLocal(redirect),
                        pending.scopes(),
                        pending.resource(),
                        pending.toFormToken(context.keys(), context.issuer(), signedIn.session(), context.now()),
                        RedirectUris.source(redirect)));
    }

    private PendingRequest read(Client client, URI redirect, Map<String, List<String>> parameters, Person person)
            throws AuthorizationRefused {
        AuthorizationRequest request;
        try {
            request = AuthorizationRequest.parse(
                    URI.create(context.issuer() + AuthorizationServer.AUTHORIZE), parameters);
        } catch (ParseException e) {
            ErrorObject error = e.getErrorObject();
            throw new AuthorizationRefused(error == null ? OAuth2Error.INVALID_REQUEST : error);
        }
        if (!request.getResponseType().equals(ResponseType.CODE)) {
            throw new AuthorizationRefused(OAuth2Error.UNSUPPORTED_RESPONSE_TYPE);
        }
        if (request.getResponseMode() != null && !request.getResponseMode().equals(ResponseMode.QUERY)) {
            throw new AuthorizationRefused(OAuth2Error.INVALID_REQUEST.setDescription("response_mode must be query"));
        }
        if (request.getCodeChallenge() == null || !CodeChallengeMethod.S256.equals(request.getCodeChallengeMethod())) {
            throw new AuthorizationRefused(OAuth2Error.INVALID_REQUEST.setDescription("PKCE with S256 is required"));
        }
        State state = request.getState();
        if (state != null && state.getValue().length() > MAX_STATE) {
            throw new AuthorizationRefused(OAuth2Error.INVALID_REQUEST.setDescription("state is too long"));
        }
        String resource = resource(request.getResources());
        return new PendingRequest(
                client.id(),
                client.name(),
                redirect,
                state == null ? null : state.getValue(),
                request.getCodeChallenge().getValue(),
                resource,
                scopes(request.getScope(), resource, person));
    }

    private String resource(@Nullable List<URI> requested) throws AuthorizationRefused {
        if (requested == null || requested.size() != 1) {
            throw new AuthorizationRefused(
                    OAuth2Error.INVALID_TARGET.setDescription("Exactly one resource is required"));
        }
        return context.resources()
                .named(requested.getFirst().toString())
                .orElseThrow(() -> new AuthorizationRefused(OAuth2Error.INVALID_TARGET));
    }

    /** Returns the scopes to grant: all of the resource if none is requested. Ignores unknown scopes, as RFC 6749 allows. */
    private List<String> scopes(@Nullable Scope requested, String resource, Person person) throws AuthorizationRefused {
        List<String> known = context.resources().scopesOf(resource);
        List<String> named = requested == null
                ? List.of()
                : known.stream().filter(requested::contains).toList();
        List<String> granted = (named.isEmpty() ? known : named)
                .stream().filter(person.scopes()::contains).toList();
        if (granted.isEmpty() && !known.isEmpty()) {
            throw new AuthorizationRefused(
                    OAuth2Error.ACCESS_DENIED.setDescription("None of the requested scopes is granted to this user"));
        }
        return granted;
    }

    private WebResponse decide(WebRequest request) throws IOException {
        if (!isOwnOrigin(request)) {
            return people.problemPage(
                    request,
                    403,
                    "This decision did not come from the page of this server. Start again in your assistant.");
        }
        Map<String, List<String>> form = Forms.read(request, MAX_FORM);
        Optional<People.SignedIn> signedIn = people.signedIn(request);
        Optional<PendingRequest> pending = signedIn.flatMap(person -> PendingRequest.of(
                String.valueOf(MultivaluedMapUtils.getFirstValue(form, Consent.FORM_TOKEN)),
                context.keys(),
                context.issuer(),
                person.session()));
        if (pending.isEmpty()) {
            return people.problemPage(request, 403, "This page is out of date. Start again in your assistant.");
        }
        String decision = MultivaluedMapUtils.getFirstValue(form, Consent.DECISION);
        if (!Consent.ALLOW.equals(decision)) {
            return redirect(
                    pending.get().redirectUri(),
                    OAuth2Error.ACCESS_DENIED,
                    pending.get().state());
        }
        return allow(pending.get(), signedIn.get().person());
    }

    private boolean isOwnOrigin(WebRequest request) {
        String origin = request.header("Origin");
        return origin == null
                || origin.equalsIgnoreCase(Addresses.origin(URI.create(context.issuer())))
                || origin.equalsIgnoreCase("http://" + request.header("Host"));
    }

    private WebResponse allow(PendingRequest pending, Person person) {
        Set<String> scopes = Set.copyOf(
                pending.scopes().stream().filter(person.scopes()::contains).toList());
        if (scopes.isEmpty() && !pending.scopes().isEmpty()) {
            return redirect(pending.redirectUri(), OAuth2Error.ACCESS_DENIED, pending.state());
        }
        Instant now = context.now();
        String code = RandomSecrets.create();
        Grant grant = new Grant(
                RandomSecrets.create(),
                person.subject(),
                pending.clientId(),
                pending.clientName(),
                pending.redirectUri(),
                pending.resource(),
                scopes,
                now,
                now,
                now.plus(TokenEndpoint.GRANT_LIFETIME));
        context.sweep();
        context.store()
                .add(grant, new GrantCode(RandomSecrets.hash(code), pending.challenge(), now.plus(CODE_LIFETIME)));
        return redirect(new AuthorizationSuccessResponse(
                        pending.redirectUri(),
                        new AuthorizationCode(code),
                        null,
                        state(pending.state()),
                        new Issuer(context.issuer()),
                        ResponseMode.QUERY)
                .toURI());
    }

    private WebResponse redirect(URI redirectUri, ErrorObject error, @Nullable String state) {
        return redirect(new AuthorizationErrorResponse(
                        redirectUri, error, state(state), new Issuer(context.issuer()), ResponseMode.QUERY)
                .toURI());
    }

    private static @Nullable State state(@Nullable String state) {
        return state == null || state.isBlank() ? null : new State(state);
    }

    /** Redirects with status 303, so that the browser does not send the form to the client. */
    private static WebResponse redirect(URI address) {
        return WebResponse.of(303).with("Location", address.toString());
    }

    private static boolean hasDuplicate(Map<String, List<String>> parameters, String name) {
        List<String> values = parameters.get(name);
        return values != null && values.size() > 1;
    }
}
