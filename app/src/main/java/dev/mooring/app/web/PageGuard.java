package dev.mooring.app.web;

import dev.mooring.app.users.Role;
import dev.mooring.mcp.server.http.AccessRules;
import dev.mooring.mcp.server.http.RequestInfo;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * The access control of the web pages. A request must have an allowed host, no foreign origin, and the session cookie of a
 * signed-in user. A request that changes something must also have an own origin and repeat the page's CSRF token. A script
 * can send {@code Authorization: Bearer} instead of the cookie, with a token whose holder has the role for the pages; it needs
 * neither an origin nor a CSRF token, and cannot open the pages of an account.
 */
public final class PageGuard extends Handler.Abstract {
    /** The request header in which scripts send {@link PageUser#csrfToken}. */
    public static final String CSRF_HEADER = "X-CSRF-Token";

    /** The field in which forms without a script send {@link PageUser#csrfToken}. */
    public static final String CSRF_FIELD = "csrf_token";

    /** Where clients of an early revision look for an authorization server that publishes no metadata. */
    private static final Set<String> OAUTH = Set.of("/authorize", "/token", "/register");

    /** The end of the path of a page to which an authorization server redirects the browser. */
    private static final String CALLBACK = "/callback";

    private static final String BEARER = "Bearer ";
    private static final String OPENER_POLICY = "Cross-Origin-Opener-Policy";
    private static final String POLICY = policy("'self'");

    private final AccessRules access;
    private final Optional<String> publicOrigin;
    private final PageAccess pageAccess;
    private final PageSessions sessions;
    private final PageSignIn signIn;
    private final Assets assets = new Assets();
    private final Pages pages;
    private final Accounts accounts;

    /** The pages behind the access control. */
    @FunctionalInterface
    public interface Pages {
        /** Responds to a request, or returns false if there is no such page. May block: each request has its own thread. */
        boolean handle(Request request, Response response, Callback callback, PageUser user) throws Exception;
    }

    /**
     * People and programs with an identity.
     *
     * @param sessions the signed-in people
     * @param accountPages the pages for every person who can sign in, whatever their role. They come first
     * @param bearers the holders of tokens, for scripts that send one with each request
     * @param role what the holder of a token needs
     */
    public record Accounts(PageSessions sessions, Pages accountPages, BearerRoles bearers, Role role) {}

    /** Creates the access control for pages at an address, without accounts. */
    public PageGuard(WebAddress where, PageAccess pageAccess, Pages pages) {
        this(
                where,
                pageAccess,
                pages,
                new Accounts(PageSessions.strict(where), (_, _, _, _) -> false, _ -> Optional.empty(), Role.ADMIN));
    }

    /** Creates the access control for pages at an address. */
    public PageGuard(WebAddress where, PageAccess pageAccess, Pages pages, Accounts accounts) {
        this.access = where.access(List.of());
        this.publicOrigin = where.publicOrigin();
        this.pageAccess = pageAccess;
        this.sessions = accounts.sessions;
        this.signIn = new PageSignIn(pageAccess, sessions);
        this.pages = pages;
        this.accounts = accounts;
    }

    /** Returns the address of the sign-in page that leads to a page of this service, given as a path with its query. */
    public static String signInAddress(String page) {
        return PageSignIn.address(page);
    }

    /**
     * Returns a content security policy that allows only files of this service, and no inline script or style.
     *
     * @param formAction where forms and the redirects after them may lead
     */
    public static String policy(String formAction) {
        return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action "
                + formAction + "; base-uri 'none'; frame-ancestors 'none'";
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = Request.getPathInContext(request);
        if (path.startsWith("/.well-known/") || OAUTH.contains(path)) {
            return false; // clients treat any response but 404 as metadata
        }
        protect(response.getHeaders());
        if (!access.allowsHost(request.getHeaders().get(HttpHeader.HOST))) {
            foreign(request, response, callback);
            return true;
        }
        String authorization = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        if (authorization != null && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return serveBearer(authorization, request, response, callback);
        }
        if (isForeign(request)) {
            foreign(request, response, callback);
            return true;
        }
        if (path.startsWith(Assets.PATH)) {
            return assets.handle(request, response, callback, path);
        }
        if (path.equals(LoginPage.PATH)) {
            RequestInfo.setLoggedPath(request, path);
            // Clients open the consent page, and so this page, in a window of theirs and wait for it to come back.
            response.getHeaders().remove(OPENER_POLICY);
            signIn.handle(request, response, callback);
            return true;
        }
        Optional<PageUser> user = user(request, response);
        if (user.isEmpty()) {
            requireLogin(request, response, callback);
            return true;
        }
        RequestInfo.accept(request, user.get().name());
        if (isChange(request) && !hasCsrfToken(request, user.get())) {
            refuse(
                    request,
                    response,
                    callback,
                    HttpStatus.FORBIDDEN_403,
                    "This page is out of date. Reload it, then try again.");
            return true;
        }
        if (path.equals("/logout") && isChange(request)) {
            sessions.end(request, response);
            if (PageForm.isIn(request)) {
                PageResponse.redirect(response, callback, LoginPage.PATH);
            } else {
                PageResponse.problem(response, callback, HttpStatus.OK_200, "Signed out.");
            }
            return true;
        }
        return accounts.accountPages.handle(request, response, callback, user.get())
                || servePage(request, response, callback, user.get());
    }

    private static void foreign(Request request, Response response, Callback callback) throws IOException {
        refuse(
                request,
                response,
                callback,
                HttpStatus.FORBIDDEN_403,
                "Host or origin not allowed. Open this page at its own address.");
    }

    private static void refuse(Request request, Response response, Callback callback, int status, String reason)
            throws IOException {
        PageForm.discard(request);
        PageResponse.problem(response, callback, status, reason);
    }

    /** A page of another site cannot make a browser send the header, so it needs no origin and no CSRF token. */
    private boolean serveBearer(String authorization, Request request, Response response, Callback callback)
            throws Exception {
        Optional<BearerRoles.Holder> holder = accounts.bearers.find(authorization);
        if (holder.isEmpty()) {
            response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer error=\"invalid_token\"");
            refuse(request, response, callback, HttpStatus.UNAUTHORIZED_401, "This token is not valid.");
            return true;
        }
        if (!holder.get().roles().contains(accounts.role)) {
            response.getHeaders()
                    .put(
                            HttpHeader.WWW_AUTHENTICATE,
                            "Bearer error=\"insufficient_scope\", scope=\"" + accounts.role.scope() + "\"");
            refuse(
                    request,
                    response,
                    callback,
                    HttpStatus.FORBIDDEN_403,
                    "You need the role " + accounts.role.word() + ".");
            return true;
        }
        String name = holder.get().name();
        RequestInfo.accept(request, name);
        var user = new PageUser(
                "bearer " + name,
                name,
                "",
                "",
                () -> holder.get().roles(),
                _ -> accounts.bearers.find(authorization).isPresent());
        return pages.handle(request, response, callback, user);
    }

    private boolean servePage(Request request, Response response, Callback callback, PageUser user) throws Exception {
        Role role = switch (pageAccess) {
            case PageAccess.ByPassword by -> by.role();
            case PageAccess.ByToken by -> by.role();
            case PageAccess.Open _, PageAccess.ByCode _, PageAccess.ByBearer _ -> null;
        };
        if (role != null && !user.roles().contains(role)) {
            if (wantsHtml(request)) {
                PageResponse.html(response, callback, HttpStatus.FORBIDDEN_403, LoginPage.lacking(role, user));
            } else {
                refuse(request, response, callback, HttpStatus.FORBIDDEN_403, "You need the role " + role.word() + ".");
            }
            return true;
        }
        return pages.handle(request, response, callback, user);
    }

    private static void protect(HttpFields.Mutable headers) {
        headers.put("Content-Security-Policy", POLICY)
                .put("X-Content-Type-Options", "nosniff")
                .put("Referrer-Policy", "same-origin") // with no-referrer the sign-in form would have no origin
                .put(OPENER_POLICY, "same-origin")
                .put("Cross-Origin-Resource-Policy", "same-origin")
                .put(HttpHeader.CACHE_CONTROL, "no-store");
    }

    /** Returns whether the request comes from a page of another site. A request that changes something must have an origin. */
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

    private static boolean hasCsrfToken(Request request, PageUser user) throws IOException {
        String token = PageForm.isIn(request)
                ? PageForm.of(request).get(CSRF_FIELD)
                : request.getHeaders().get(CSRF_HEADER);
        return user.csrfToken().equals(token);
    }

    private Optional<PageUser> user(Request request, Response response) {
        Optional<PageUser> known = sessions.find(request);
        return known.isPresent() || !(pageAccess instanceof PageAccess.Open) || isChange(request)
                ? known
                : Optional.of(signIn.beginLocal(request, response));
    }

    private static boolean wantsHtml(Request request) {
        String accept = request.getHeaders().get(HttpHeader.ACCEPT);
        return !isChange(request) && accept != null && accept.contains("text/html");
    }

    private static void requireLogin(Request request, Response response, Callback callback) throws IOException {
        if (wantsHtml(request)) {
            String path = Request.getPathInContext(request);
            // The response of an authorization server contains a code, which is for the person who left for it.
            PageResponse.redirect(
                    response,
                    callback,
                    PageSignIn.address(
                            path.endsWith(CALLBACK)
                                    ? path.substring(0, path.length() - CALLBACK.length())
                                    : request.getHttpURI().getPathQuery()));
        } else {
            refuse(
                    request,
                    response,
                    callback,
                    HttpStatus.UNAUTHORIZED_401,
                    "You are signed out. Reload the page to sign in.");
        }
    }
}
