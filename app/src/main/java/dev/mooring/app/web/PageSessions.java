package dev.mooring.app.web;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/**
 * The signed-in browsers, each identified by a cookie that scripts cannot read and other sites cannot make a browser
 * send. A session ends after 12 hours without use, with its token, and with the program.
 */
final class PageSessions {
    private static final Duration IDLE_TIMEOUT = Duration.ofHours(12);
    private static final int MAX_SESSIONS = 10_000;
    private static final int SECRET_BYTES = 24;

    private final SecureRandom random = new SecureRandom();
    private final Cache<String, Session> sessions = Caffeine.newBuilder()
            .expireAfterAccess(IDLE_TIMEOUT)
            .maximumSize(MAX_SESSIONS)
            .build();
    private final boolean isSecure;
    private final Predicate<Token> isValid;

    /** @param token the token with which the person has signed in; empty if the person has signed in without one */
    private record Session(PageUser user, Optional<Token> token) {}

    /**
     * @param isSecure whether browsers reach the pages by HTTPS only
     * @param isValid whether a token still gives access
     */
    PageSessions(boolean isSecure, Predicate<Token> isValid) {
        this.isSecure = isSecure;
        this.isValid = isValid;
    }

    Optional<PageUser> find(Request request) {
        return Request.getCookies(request).stream()
                .filter(cookie -> cookie.getName().equals(cookieName(request)))
                .findFirst()
                .flatMap(cookie -> find(cookie.getValue()));
    }

    private Optional<PageUser> find(String id) {
        Session session = sessions.getIfPresent(id);
        if (session != null && !session.token.map(isValid::test).orElse(true)) {
            sessions.invalidate(id);
            return Optional.empty();
        }
        return Optional.ofNullable(session).map(Session::user);
    }

    /** Returns whether a session still exists and its token still gives access. */
    boolean isOpen(PageUser user) {
        return find(user.session()).isPresent();
    }

    /** Starts a session and sends its cookie. */
    PageUser begin(Request request, Response response, String name, Optional<Token> token) {
        var user = new PageUser(secret(), name, secret(), this::isOpen);
        sessions.put(user.session(), new Session(user, token));
        Response.putCookie(response, cookie(request, user.session()).build());
        return user;
    }

    void end(Request request, Response response) {
        find(request).ifPresent(user -> sessions.invalidate(user.session()));
        Response.putCookie(response, cookie(request, "").maxAge(0).build());
    }

    private HttpCookie.Builder cookie(Request request, String value) {
        return HttpCookie.build(cookieName(request), value)
                .path("/")
                .httpOnly(true)
                .secure(isSecure)
                .sameSite(HttpCookie.SameSite.STRICT);
    }

    /** Includes the port, because browsers send a cookie to all ports of a host. */
    private static String cookieName(Request request) {
        return "mooring-" + Request.getLocalPort(request);
    }

    private String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
