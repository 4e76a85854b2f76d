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
 * Stands before pages for people and lets in whom the protocol's endpoint would: the right host, no foreign origin, and a
 * token where tokens are asked for, shown once at {@code /login} and remembered by a cookie. A request that changes
 * something must come from a page of ours, which shows in its origin and in the form token that it repeats.
 */
public final class PageGuard extends Handler.Abstract {
    /** The header in which scripts repeat {@link PageVisitor#formToken}. */
    public static final String FORM_TOKEN = "X-Form-Token";

    /** Nothing but our own files, and no script or style inside a page. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private static final int LONGEST_LOGIN = 2_000;

    private final AccessRules access;
    private final Optional<String> publicOrigin;
    private final Optional<Tokens> tokens;
    private final PageSessions sessions;
    private final Assets assets = new Assets();
    private final Pages pages;

    /** The pages behind the guard. */
    @FunctionalInterface
    public interface Pages {
        /** Answers, or returns false if there is nothing at that address. May block: each request has its own thread. */
        boolean handle(Request request, Response response, Callback callback, PageVisitor visitor) throws Exception;
    }

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
            PageAnswer.problem(
                    response, callback, HttpStatus.FORBIDDEN_403, "This page cannot be reached under this address.");
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
        Optional<PageVisitor> visitor = visitor(request, response);
        if (visitor.isEmpty()) {
            sendAway(request, response, callback);
            return true;
        }
        if (changesSomething(request) && !showsFormToken(request, visitor.get())) {
            PageAnswer.problem(
                    response,
                    callback,
                    HttpStatus.FORBIDDEN_403,
                    "This page is out of date: reload it, then try again.");
            return true;
        }
        if (path.equals("/logout") && changesSomething(request)) {
            sessions.end(request, response);
            PageAnswer.problem(response, callback, HttpStatus.OK_200, "Signed out.");
            return true;
        }
        return pages.handle(request, response, callback, visitor.get());
    }

    private static void protect(HttpFields.Mutable headers) {
        headers.put("Content-Security-Policy", POLICY)
                .put("X-Content-Type-Options", "nosniff")
                .put("Referrer-Policy", "same-origin") // with no-referrer the sign-in form would have no origin
                .put("Cross-Origin-Opener-Policy", "same-origin")
                .put("Cross-Origin-Resource-Policy", "same-origin")
                .put(HttpHeader.CACHE_CONTROL, "no-store");
    }

    /** Whether a page of another site asks; a request that changes something must say which one asks. */
    private boolean isForeign(Request request) {
        String origin = request.getHeaders().get(HttpHeader.ORIGIN);
        if (origin == null) {
            return changesSomething(request);
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

    private static boolean changesSomething(Request request) {
        return !request.getMethod().equals("GET") && !request.getMethod().equals("HEAD");
    }

    private static boolean showsFormToken(Request request, PageVisitor visitor) {
        return visitor.formToken().equals(request.getHeaders().get(FORM_TOKEN));
    }

    private Optional<PageVisitor> visitor(Request request, Response response) {
        Optional<PageVisitor> known = sessions.find(request);
        if (known.isPresent() || tokens.isPresent() || changesSomething(request)) {
            return known;
        }
        // Whoever is at this machine is let in, as on the protocol's endpoint.
        return Optional.of(sessions.begin(request, response, System.getProperty("user.name", "reviewer")));
    }

    private static void sendAway(Request request, Response response, Callback callback) {
        String accept = request.getHeaders().get(HttpHeader.ACCEPT);
        if (!changesSomething(request) && accept != null && accept.contains("text/html")) {
            PageAnswer.redirect(response, callback, LoginPage.PATH);
        } else {
            PageAnswer.problem(response, callback, HttpStatus.UNAUTHORIZED_401, "Sign in first: reload the page.");
        }
    }

    private void login(Request request, Response response, Callback callback) throws Exception {
        if (tokens.isEmpty()) {
            PageAnswer.redirect(response, callback, "/");
            return;
        }
        if (!request.getMethod().equals("POST")) {
            PageAnswer.html(response, callback, HttpStatus.OK_200, LoginPage.html(false));
            return;
        }
        String token = token(request);
        Optional<String> name = token == null ? Optional.empty() : tokens.get().nameOf(token);
        if (name.isEmpty()) {
            PageAnswer.html(response, callback, HttpStatus.UNAUTHORIZED_401, LoginPage.html(true));
            return;
        }
        sessions.begin(request, response, name.get());
        PageAnswer.redirect(response, callback, "/");
    }

    private static @Nullable String token(Request request) throws Exception {
        try (var in = Content.Source.asInputStream(request)) {
            var fields = new Fields();
            UrlEncoded.decodeTo(
                    new String(in.readNBytes(LONGEST_LOGIN), StandardCharsets.UTF_8),
                    fields::add,
                    StandardCharsets.UTF_8);
            String token = fields.getValue("token");
            return token == null ? null : token.strip();
        }
    }
}
