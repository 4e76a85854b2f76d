package dev.mooring.app.web;

import dev.mooring.mcp.server.http.AccessRules;
import dev.mooring.mcp.server.http.RequestInfo;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
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

/**
 * The access control in front of all pages for people: an allowed host, no foreign origin, and a token or a one-time code,
 * given once at {@code /login} and remembered by a cookie. A request that changes something must also have an own origin
 * and repeat the page's form token.
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
    private final PageAccess pageAccess;
    private final PageSessions sessions;
    private final FailedSignIns failures = new FailedSignIns();
    private final Assets assets = new Assets();
    private final Pages pages;

    /** The pages behind the access control. */
    @FunctionalInterface
    public interface Pages {
        /** Responds to a request, or returns false if there is no such page. May block: each request has its own thread. */
        boolean handle(Request request, Response response, Callback callback, PageUser user) throws Exception;
    }

    /** Creates the access control for pages at an address. */
    public PageGuard(WebAddress where, PageAccess pageAccess, Pages pages) {
        this.access = where.access(List.of());
        this.publicOrigin = where.publicOrigin();
        this.pageAccess = pageAccess;
        this.sessions = new PageSessions(
                publicOrigin.map(origin -> origin.startsWith("https:")).orElse(false),
                token -> pageAccess instanceof PageAccess.ByToken(Tokens tokens, Role role)
                        && tokens.stillHas(token, role));
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
            RequestInfo.setLoggedPath(request, path);
            login(request, response, callback);
            return true;
        }
        Optional<PageUser> user = user(request, response);
        if (user.isEmpty()) {
            requireLogin(request, response, callback);
            return true;
        }
        RequestInfo.accept(request, user.get().name());
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
        return known.isPresent() || !(pageAccess instanceof PageAccess.Open) || isChange(request)
                ? known
                : Optional.of(sessions.begin(request, response, localUser(), Optional.empty()));
    }

    private static String localUser() {
        return System.getProperty("user.name", "reviewer");
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
        boolean isAttempt = request.getMethod().equals("POST");
        String address = RequestInfo.clientAddress(request);
        switch (pageAccess) {
            case PageAccess.Open() -> PageResponse.redirect(response, callback, "/");
            case PageAccess.ByToken(Tokens tokens, Role role) -> {
                if (!isAttempt) {
                    PageResponse.html(response, callback, HttpStatus.OK_200, LoginPage.forToken(""));
                } else if (failures.isBlocked(address)) {
                    response.getHeaders().put(HttpHeader.RETRY_AFTER, FailedSignIns.WINDOW.toSeconds());
                    PageResponse.html(
                            response,
                            callback,
                            HttpStatus.TOO_MANY_REQUESTS_429,
                            LoginPage.forToken("Too many failed attempts. Try again in a minute."));
                } else {
                    Optional<Token> token = field(request, "token").flatMap(tokens::find);
                    signIn(token, role, address, request, response, callback);
                }
            }
            case PageAccess.ByCode(SignInCodes codes) -> {
                if (!isAttempt) {
                    PageResponse.html(response, callback, HttpStatus.OK_200, LoginPage.forCode());
                } else {
                    signIn(codes, address, request, response, callback);
                }
            }
        }
    }

    private void signIn(
            Optional<Token> token, Role role, String address, Request request, Response response, Callback callback) {
        if (token.isEmpty()) {
            failures.add(address, "Page");
            PageResponse.html(
                    response,
                    callback,
                    HttpStatus.UNAUTHORIZED_401,
                    LoginPage.forToken("Unknown token. Check that you pasted all of it."));
        } else if (!token.get().roles().contains(role)) {
            PageResponse.html(
                    response,
                    callback,
                    HttpStatus.FORBIDDEN_403,
                    LoginPage.forToken("This token cannot open this page. It needs the role " + role.word()
                            + " in the token file."));
        } else {
            sessions.begin(request, response, token.get().name(), token);
            PageResponse.redirect(response, callback, "/");
        }
    }

    private void signIn(SignInCodes codes, String address, Request request, Response response, Callback callback)
            throws Exception {
        if (failures.isBlocked(address)) {
            response.getHeaders().put(HttpHeader.RETRY_AFTER, FailedSignIns.WINDOW.toSeconds());
            PageResponse.problem(response, callback, HttpStatus.TOO_MANY_REQUESTS_429, "Too many failed attempts.");
        } else if (codes.redeem(field(request, "code").orElse(""))) {
            sessions.begin(request, response, localUser(), Optional.empty());
            PageResponse.problem(response, callback, HttpStatus.OK_200, "");
        } else {
            failures.add(address, "Page");
            PageResponse.problem(response, callback, HttpStatus.UNAUTHORIZED_401, "Unknown code.");
        }
    }

    private static Optional<String> field(Request request, String name) throws Exception {
        try (var in = Content.Source.asInputStream(request)) {
            var fields = new Fields();
            UrlEncoded.decodeTo(
                    new String(in.readNBytes(MAX_LOGIN_BYTES), StandardCharsets.UTF_8),
                    fields::add,
                    StandardCharsets.UTF_8);
            return Optional.ofNullable(fields.getValue(name)).map(String::strip);
        }
    }
}
