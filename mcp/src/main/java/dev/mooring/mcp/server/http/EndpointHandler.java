package dev.mooring.mcp.server.http;

import dev.mooring.mcp.server.engine.Identity;
import dev.mooring.mcp.server.http.engine.CrossOrigin;
import dev.mooring.mcp.server.http.engine.McpHeaders;
import dev.mooring.mcp.server.http.engine.MessageEndpoint;
import dev.mooring.mcp.server.http.engine.Responses;
import java.time.Duration;
import java.util.Objects;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether a request may reach the server: path, host, origin and caller. A request keeps the thread on which
 * Jetty calls the handler until its response is complete, streams included. Leaves other paths to other handlers.
 */
final class EndpointHandler extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(EndpointHandler.class);

    private final String path;
    private final AccessRules access;
    private final Authenticator authenticator;
    private final MessageEndpoint messages;

    EndpointHandler(String path, AccessRules access, Authenticator authenticator, MessageEndpoint messages) {
        this.path = path;
        this.access = access;
        this.authenticator = authenticator;
        this.messages = messages;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        String requestPath = Request.getPathInContext(request);
        if (!requestPath.startsWith(path)) {
            return false;
        }
        String subPath = requestPath.substring(path.length());
        if (!subPath.isEmpty() && !subPath.startsWith("/")) {
            return false;
        }
        RequestInfo.setLoggedPath(request, path);
        try {
            serve(request, response, callback, subPath);
        } catch (RuntimeException e) {
            LOG.error("{} {} failed", request.getMethod(), path, e);
            if (response.isCommitted()) {
                callback.failed(e);
            } else {
                Responses.error(
                        response, callback, HttpStatus.INTERNAL_SERVER_ERROR_500, "the server failed; see its log");
            }
        }
        return true;
    }

    private void serve(Request request, Response response, Callback callback, String subPath) {
        McpHeaders headers = new McpHeaders(request.getHeaders());
        if (!access.allowsHost(headers.host())) {
            Responses.error(
                    response,
                    callback,
                    HttpStatus.FORBIDDEN_403,
                    "this Host is not allowed. Use the address of the server, or ask its owner to allow this host.");
            return;
        }
        if (!access.allowsOrigin(headers.origin(), headers.host())) {
            Responses.error(
                    response,
                    callback,
                    HttpStatus.FORBIDDEN_403,
                    "this Origin is not allowed. Ask the owner of the server to allow it.");
            return;
        }
        CrossOrigin.allow(headers.origin(), response);
        if (request.getMethod().equals("OPTIONS")) {
            CrossOrigin.preflight(response, callback);
            return;
        }
        if (messages.isDraining()) {
            Responses.error(response, callback, HttpStatus.SERVICE_UNAVAILABLE_503, "the server is stopping");
            return;
        }
        IncomingRequest incoming = new IncomingRequest(subPath, RequestInfo.clientAddress(request), headers::get);
        switch (authenticator.authenticate(incoming)) {
            case Authentication.Rejected rejected -> reject(response, callback, rejected);
            case Authentication.Accepted accepted -> {
                RequestInfo.accept(request, accepted.principal());
                Authentication.ScopeChallenge challenge = accepted.scopeChallenge();
                Identity identity = new Identity(
                        accepted.principal(),
                        accepted.scopes(),
                        incoming.clientAddress(),
                        () -> mayContinue(accepted, incoming),
                        accepted.name(),
                        challenge == null ? null : challenge::forMissing);
                messages.serve(request, response, callback, headers, identity);
            }
        }
    }

    /** Returns false if the caller has lost its access, but not while the authenticator cannot decide. */
    private boolean mayContinue(Authentication.Accepted caller, IncomingRequest request) {
        return switch (authenticator.authenticate(request)) {
            case Authentication.Accepted now -> Objects.equals(now.principal(), caller.principal());
            case Authentication.Rejected rejected ->
                switch (rejected.status()) {
                    case HttpStatus.UNAUTHORIZED_401, HttpStatus.FORBIDDEN_403, HttpStatus.NOT_FOUND_404 -> false;
                    default -> true;
                };
        };
    }

    private static void reject(Response response, Callback callback, Authentication.Rejected rejected) {
        if (rejected.status() == HttpStatus.TOO_MANY_REQUESTS_429) {
            response.getHeaders().put(HttpHeader.RETRY_AFTER, 60);
        } else if (rejected.status() == HttpStatus.SERVICE_UNAVAILABLE_503) {
            response.getHeaders().put(HttpHeader.RETRY_AFTER, 5);
        }
        if (rejected.challenge() != null) {
            response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, rejected.challenge());
        }
        Responses.error(response, callback, rejected.status(), rejected.reason());
    }

    @Override
    protected void doStart() throws Exception {
        messages.start();
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        messages.drain(Duration.ZERO);
        messages.stop();
        super.doStop();
    }
}
