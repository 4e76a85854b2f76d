package dev.mooring.app.web;

import dev.mooring.mcp.server.http.AccessRules;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;
import org.jspecify.annotations.Nullable;

/**
 * The access control in front of all pages for people. It applies the rules of the MCP endpoint: an allowed host, no
 * foreign origin, and a token if tokens are configured, given once at {@code /login} and remembered by a cookie. A
 * request that changes something must also have an own origin and repeat the page's form token.
 */
public final class PageGuard extends Handler.Abstract {
    /** The request header in which scripts send {@link PageUser#formToken}. */
    public static final String FORM_TOKEN = "X-Form-Token";

    /** Allows only files of this service, and no inline script or style. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private static final int MAX_LOGIN_BYTES = 2_000;

    private final AccessRules access;
    private final Optional<String> publicOrigin;
    private final Optional<Tokens> tokens;
    private final PageSessions sessions;
    private final Assets assets = new Assets();
    private final Pages pages;

    /** The pages behind the access control. */
    @FunctionalInterface
    public interface Pages {
        /** Responds to a request, or returns false if there is no such page. May block: each request has its own thread. */
        boolean handle(Request request, Response response, Callback callback, PageUser user) throws Exception;
    }

    /** Creates the access control for pages at an address. */
    public PageGuard(WebAddress where, Optional<Tokens> tokens, Pages pages) {
        this.access = where.access();
        this.publicOrigin = where.publicOrigin();
        this.tokens = tokens;
        this.sessions = new PageSessions(
                publicOrigin.map(origin -> origin.startsWith("https:")).orElse(false));
        this.pages = pages;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        protect(response.getHeaders());
        if (!access.allowsHost(request.getHeaders().get(HttpHeader.HOST)) || isForeign(request)) {
            PageResponse.problem(
                    response,
                    callback,
                    HttpStatus.FORBIDDEN_403,
                    "Host or origin not allowed. Open this page at its own address.");
            return true;
        }
        String path = Request.getPathInContext(request);
        if (path.startsWith(Assets.PATH)) {
            return assets.handle(request, response, callback, path);
        }
        if (path.equals(LoginPage.PATH)) {
            login(request, response, callback);
            return true;
        }
        Optional<PageUser> user = user(request, response);
        if (user.isEmpty()) {
            requireLogin(request, response, callback);
            return true;
        }
        if (isChange(request) && !hasFormToken(request, user.get())) {
            PageResponse.problem(
                    response,
                    callback,
                    HttpStatus.FORBIDDEN_403,
                    "This page is out of date. Reload it, then try again.");
            return true;
        }
        if (path.equals("/logout") && isChange(request)) {
            sessions.end(request, response);
            PageResponse.problem(response, callback, HttpStatus.OK_200, "Signed out.");
            return true;
        }
        return pages.handle(request, response, callback, user.get());
    }

    private static void protect(HttpFields.Mutable headers) {
        headers.put("Content-Security-Policy", POLICY)
                .put("X-Content-Type-Options", "nosniff")
                .put("Referrer-Policy", "same-origin") // with no-referrer the sign-in form would have no origin
                .put("Cross-Origin-Opener-Policy", "same-origin")
                .put("Cross-Origin-Resource-Policy", "same-origin")
                .put(HttpHeader.CACHE_CONTROL, "no-store");
    }

    /** Whether the request comes from a page of another site. A request that changes something must have an origin. */
    private boolean isForeign(Request request) {
        String origin = request.getHeaders().get(HttpHeader.ORIGIN);
        if (origin == null) {
            return isChange(request);
        }
        return !publicOrigin.map(origin::equalsIgnoreCase).orElse(false)
                && !authority(origin).equalsIgnoreCase(request.getHeaders().get(HttpHeader.HOST));
    }

    private static String authority(String origin) {
        try {
            String authority = URI.create(origin).getRawAuthority();
            return authority == null ? "" : authority;
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static boolean isChange(Request request) {
        return !request.getMethod().equals("GET") && !request.getMethod().equals("HEAD");
    }

    private static boolean hasFormToken(Request request, PageUser user) {
        return user.formToken().equals(request.getHeaders().get(FORM_TOKEN));
    }

    private Optional<PageUser> user(Request request, Response response) {
        Optional<PageUser> known = sessions.find(request);
        if (known.isPresent() || tokens.isPresent() || isChange(request)) {
            return known;
        }
        // Without tokens the service listens on loopback only, and every local user is accepted, as on the MCP
        // endpoint.
        return Optional.of(sessions.begin(request, response, System.getProperty("user.name", "reviewer")));
    }

    private static void requireLogin(Request request, Response response, Callback callback) {
        String accept = request.getHeaders().get(HttpHeader.ACCEPT);
        if (!isChange(request) && accept != null && accept.contains("text/html")) {
            PageResponse.redirect(response, callback, LoginPage.PATH);
        } else {
            PageResponse.problem(
                    response, callback, HttpStatus.UNAUTHORIZED_401, "You are signed out. Reload the page to sign in.");
        }
    }

    private void login(Request request, Response response, Callback callback) throws Exception {
        if (tokens.isEmpty()) {
            PageResponse.redirect(response, callback, "/");
            return;
        }
        if (!request.getMethod().equals("POST")) {
            PageResponse.html(response, callback, HttpStatus.OK_200, LoginPage.html(false));
            return;
        }
        String token = token(request);
        Optional<String> name = token == null ? Optional.empty() : tokens.get().nameOf(token);
        if (name.isEmpty()) {
            PageResponse.html(response, callback, HttpStatus.UNAUTHORIZED_401, LoginPage.html(true));
            return;
        }
        sessions.begin(request, response, name.get());
        PageResponse.redirect(response, callback, "/");
    }

    private static @Nullable String token(Request request) throws Exception {
        try (var in = Content.Source.asInputStream(request)) {
            var fields = new Fields();
            UrlEncoded.decodeTo(
                    new String(in.readNBytes(MAX_LOGIN_BYTES), StandardCharsets.UTF_8),
                    fields::add,
                    StandardCharsets.UTF_8);
            String token = fields.getValue("token");
            return token == null ? null : token.strip();
        }
    }
}
