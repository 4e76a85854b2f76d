package dev.mooring.app.web;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/**
 * Who is at which page, by a cookie that scripts cannot read and other sites cannot make a browser send. Sessions end
 * after half a day without use, and with the program.
 */
final class PageSessions {
    private static final Duration IDLE = Duration.ofHours(12);
    private static final int MOST = 10_000;
    private static final int SECRET_BYTES = 24;

    private final SecureRandom random = new SecureRandom();
    private final Cache<String, PageVisitor> sessions =
            Caffeine.newBuilder().expireAfterAccess(IDLE).maximumSize(MOST).build();
    private final boolean isSecure;

    /**
     * Makes an empty one.
     *
     * @param isSecure whether browsers reach the pages by HTTPS only
     */
    PageSessions(boolean isSecure) {
        this.isSecure = isSecure;
    }

    Optional<PageVisitor> find(Request request) {
        return Request.getCookies(request).stream()
                .filter(cookie -> cookie.getName().equals(cookieName(request)))
                .findFirst()
                .map(cookie -> sessions.getIfPresent(cookie.getValue()));
    }

    /** Begins a session and tells the browser. */
    PageVisitor begin(Request request, Response response, String name) {
        var visitor = new PageVisitor(secret(), name, secret());
        sessions.put(visitor.session(), visitor);
        Response.putCookie(response, cookie(request, visitor.session()).build());
        return visitor;
    }

    void end(Request request, Response response) {
        find(request).ifPresent(visitor -> sessions.invalidate(visitor.session()));
        Response.putCookie(response, cookie(request, "").maxAge(0).build());
    }

    private HttpCookie.Builder cookie(Request request, String value) {
        return HttpCookie.build(cookieName(request), value)
                .path("/")
                .httpOnly(true)
                .secure(isSecure)
                .sameSite(HttpCookie.SameSite.STRICT);
    }

    /** Browsers send a cookie to all ports of a machine, so services on several ports need several names. */
    private static String cookieName(Request request) {
        return "mooring-" + Request.getLocalPort(request);
    }

    private String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
