package dev.mooring.app.web;

import dev.mooring.app.users.Role;
import dev.mooring.mcp.server.http.AccessRules;
import dev.mooring.mcp.server.http.WebHandler;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The access control of the web pages. A request must have an allowed host, no foreign origin, and the session cookie of a
 * signed-in user. A request that changes something must also have an own origin and repeat the page's CSRF token. A script
 * can send {@code Authorization: Bearer} instead of the cookie, with a token whose holder has the role for the pages; it needs
 * neither an origin nor a CSRF token, and cannot open the pages of an account.
 *
 * <p>The last handler of its server, because it also answers requests for pages that do not exist.
 */
public final class PageGuard implements WebHandler {
    /** The request header in which scripts send {@link PageUser#csrfToken}. */
    public static final String CSRF_HEADER = "X-CSRF-Token";

    /** The field in which forms without a script send {@link PageUser#csrfToken}. */
    public static final String CSRF_FIELD = "csrf_token";

    private static final Logger LOG = LoggerFactory.getLogger(PageGuard.class);

    /** Where clients of an early revision look for an authorization server that publishes no metadata. */
    private static final Set<String> OAUTH = Set.of("/authorize", "/token", "/register");

    /** The end of the path of a page to which an authorization server redirects the browser. */
    private static final String CALLBACK = "/callback";

    private static final String BEARER = "Bearer ";
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
        /** Responds to a request, or returns null if there is no such page. May block: each request has its own thread. */
        @Nullable
        WebResponse handle(WebRequest request, PageUser user) throws Exception;
    }

    /**
     * People and programs with an identity.
     *
     * @param sessions the signed-in people
     * @param accountPages the pages for every person who can sign in, whatever their role. They are tried first
     * @param bearers the holders of tokens, for scripts that send one with each request
     * @param role the role that the holder of a token needs
     */
    public record Accounts(PageSessions sessions, Pages accountPages, BearerRoles bearers, Role role) {}

    /** Creates the access control for pages at an address, without accounts. */
    public PageGuard(WebAddress address, PageAccess pageAccess, Pages pages) {
        this(
                address,
                pageAccess,
                pages,
                new Accounts(PageSessions.strict(address), (_, _) -> null, _ -> Optional.empty(), Role.ADMIN));
    }

    /** Creates the access control for pages at an address. */
    public PageGuard(WebAddress address, PageAccess pageAccess, Pages pages, Accounts accounts) {
        this.access = address.access(List.of());
        this.publicOrigin = address.publicOrigin();
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
    public @Nullable WebResponse handle(WebRequest request) {
        String path = request.path();
        if (path.startsWith("/.well-known/") || OAUTH.contains(path)) {
            return null; // clients treat any response but 404 as metadata
        }
        boolean isLogin = path.equals(LoginPage.PATH);
        if (!isLogin) {
            request.hidePath();
        }
        WebResponse response = protect(respond(request));
        // Clients open the consent page, and with it the sign-in page, in a popup and wait for its redirect back.
        return isLogin ? response : response.with("Cross-Origin-Opener-Policy", "same-origin");
    }

    private WebResponse respond(WebRequest request) {
        try {
            return orNotFound(authorize(request));
        } catch (WebRequest.TooLarge e) {
            return PageResponse.problem(413, "The request is too large.");
        } catch (Exception e) {
            LOG.error("{} request failed", request.method(), e); // the path can contain a secret
            return PageResponse.problem(500, "The server failed. See its log.");
        }
    }

    private static WebResponse orNotFound(@Nullable WebResponse response) {
        return response == null ? WebResponse.error(404, "Not Found") : response;
    }

    private @Nullable WebResponse authorize(WebRequest request) throws Exception {
        if (!access.allowsHost(request.header("Host"))) {
            return foreign(request);
        }
        if (isMcp(request)) {
            return refuse(
                    request,
                    404,
                    "No MCP server is at this address. Use an address that Mooring printed when it started, such as "
                            + WebAddress.PATH + ".");
        }
        String authorization = request.header("Authorization");
        if (authorization != null && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return serveBearer(authorization, request);
        }
        if (isForeign(request)) {
            return foreign(request);
        }
        if (request.path().startsWith(Assets.PATH)) {
            return assets.handle(request);
        }
        if (request.path().equals(LoginPage.PATH)) {
            return signIn.handle(request);
        }
        Optional<PageUser> user = sessions.find(request);
        if (user.isPresent()) {
            return serve(request, user.get());
        }
        if (!(pageAccess instanceof PageAccess.Open) || isChange(request)) {
            return requireLogin(request);
        }
        PageUser local = signIn.beginLocal();
        return sessions.withCookie(orNotFound(serve(request, local)), request, local);
    }

    private @Nullable WebResponse serve(WebRequest request, PageUser user) throws Exception {
        request.accept(user.name());
        if (isChange(request) && !hasCsrfToken(request, user)) {
            return refuse(request, 403, "This page is out of date. Reload it, then try again.");
        }
        if (request.path().equals("/logout") && isChange(request)) {
            return sessions.end(
                    request,
                    PageForm.isIn(request)
                            ? PageResponse.redirect(LoginPage.PATH)
                            : PageResponse.problem(200, "Signed out."));
        }
        WebResponse response = accounts.accountPages.handle(request, user);
        return response == null ? servePage(request, user) : response;
    }

    private static WebResponse foreign(WebRequest request) {
        return refuse(request, 403, "Host or origin not allowed. Open this page at its own address.");
    }

    private static WebResponse refuse(WebRequest request, int status, String reason) {
        PageForm.discard(request);
        return PageResponse.problem(status, reason);
    }

    /** A page of another site cannot make a browser send the header, so the request needs no origin and no CSRF token. */
    private @Nullable WebResponse serveBearer(String authorization, WebRequest request) throws Exception {
        Optional<BearerRoles.Holder> holder = accounts.bearers.find(authorization);
        if (holder.isEmpty()) {
            return refuse(request, 401, "This token is not valid.")
                    .with("WWW-Authenticate", "Bearer error=\"invalid_token\"");
        }
        if (!holder.get().roles().contains(accounts.role)) {
            return refuse(request, 403, "You need the role " + accounts.role.word() + ".")
                    .with(
                            "WWW-Authenticate",
                            "Bearer error=\"insufficient_scope\", scope=\"" + accounts.role.scope() + "\"");
        }
        String name = holder.get().name();
        request.accept(name);
        var user = new PageUser(
                "bearer " + name,
                name,
                "",
                "",
                () -> holder.get().roles(),
                _ -> accounts.bearers.find(authorization).isPresent());
        return pages.handle(request, user);
    }

    private @Nullable WebResponse servePage(WebRequest request, PageUser user) throws Exception {
        Role role = switch (pageAccess) {
            case PageAccess.ByPassword by -> by.role();
            case PageAccess.ByToken by -> by.role();
            case PageAccess.Open _, PageAccess.ByCode _, PageAccess.ByBearer _ -> null;
        };
        if (role != null && !user.roles().contains(role)) {
            return wantsHtml(request)
                    ? PageResponse.html(403, LoginPage.lacking(role, user))
                    : refuse(request, 403, "You need the role " + role.word() + ".");
        }
        return pages.handle(request, user);
    }

    /** Adds the headers that every page has. A page can set its own policy and cache control. */
    private static WebResponse protect(WebResponse response) {
        return response.withDefault("Content-Security-Policy", POLICY)
                .with("X-Content-Type-Options", "nosniff")
                .with("Referrer-Policy", "same-origin") // with no-referrer the sign-in form would have no origin
                .with("Cross-Origin-Resource-Policy", "same-origin")
                .withDefault("Cache-Control", "no-store");
    }

    /** Returns whether the request comes from a page of another site. A request that changes something must have an origin. */
    private boolean isForeign(WebRequest request) {
        String origin = request.header("Origin");
        if (origin == null) {
            return isChange(request);
        }
        return !publicOrigin.map(origin::equalsIgnoreCase).orElse(false)
                && !authority(origin).equalsIgnoreCase(request.header("Host"));
    }

    private static String authority(String origin) {
        try {
            String authority = URI.create(origin).getRawAuthority();
            return authority == null ? "" : authority;
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static boolean isChange(WebRequest request) {
        return !request.method().equals("GET") && !request.method().equals("HEAD");
    }

    /** Returns whether the request is a message of an MCP client that was given the wrong address. */
    private static boolean isMcp(WebRequest request) {
        String accept = request.header("Accept");
        return request.method().equals("POST") && accept != null && accept.contains("text/event-stream");
    }

    private static boolean hasCsrfToken(WebRequest request, PageUser user) throws IOException {
        String token = PageForm.isIn(request) ? PageForm.of(request).get(CSRF_FIELD) : request.header(CSRF_HEADER);
        return user.csrfToken().equals(token);
    }

    private static boolean wantsHtml(WebRequest request) {
        String accept = request.header("Accept");
        return !isChange(request) && accept != null && accept.contains("text/html");
    }

    private static WebResponse requireLogin(WebRequest request) {
        if (!wantsHtml(request)) {
            return refuse(request, 401, "You are signed out. Reload the page to sign in.");
        }
        String path = request.path();
        // The query of a callback contains an authorization code, which must not pass to the next person who signs in.
        return PageResponse.redirect(PageSignIn.address(
                path.endsWith(CALLBACK)
                        ? path.substring(0, path.length() - CALLBACK.length())
                        : request.pathAndQuery()));
    }
}
