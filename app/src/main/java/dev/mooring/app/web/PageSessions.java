package dev.mooring.app.web;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.mooring.app.users.Role;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/**
 * The signed-in browsers, each identified by a cookie that scripts cannot read and other sites cannot make a browser
 * send. A session ends after 12 hours without use, with the access of its person, and with the program.
 */
public final class PageSessions {
    private static final Duration IDLE_TIMEOUT = Duration.ofHours(12);
    private static final int MAX_SESSIONS = 10_000;
    private static final int SECRET_BYTES = 24;

    private final SecureRandom random = new SecureRandom();
    private final Cache<String, PageUser> sessions = Caffeine.newBuilder()
            .expireAfterAccess(IDLE_TIMEOUT)
            .maximumSize(MAX_SESSIONS)
            .build();
    private final boolean isSecure;
    private final HttpCookie.SameSite sameSite;

    /**
     * @param isSecure whether browsers reach the pages by HTTPS only
     * @param sameSite whether the cookie comes with links from other sites. Forms of other sites never have an effect, with
     *     or without the cookie
     */
    private PageSessions(boolean isSecure, HttpCookie.SameSite sameSite) {
        this.isSecure = isSecure;
        this.sameSite = sameSite;
    }

    /** Creates the sessions of a service to which no other site leads. */
    public static PageSessions strict(WebAddress where) {
        return new PageSessions(where.isSecure(), HttpCookie.SameSite.STRICT);
    }

    /**
     * Creates the sessions of a service whose people come by links of other sites, such as to the consent page.
     *
     * @param where the address of the service
     */
    public static PageSessions forLinks(WebAddress where) {
        return new PageSessions(where.isSecure(), HttpCookie.SameSite.LAX);
    }

    /** Returns the signed-in user who sent a request; empty if the request has no open session. */
    public Optional<PageUser> find(Request request) {
        return Request.getCookies(request).stream()
                .filter(cookie -> cookie.getName().equals(cookieName(request)))
                .findFirst()
                .flatMap(cookie -> find(cookie.getValue()));
    }

    private Optional<PageUser> find(String id) {
        PageUser user = sessions.getIfPresent(id);
        if (user != null && user.roles().isEmpty()) {
            sessions.invalidate(id);
            return Optional.empty();
        }
        return Optional.ofNullable(user);
    }

    /** Returns whether a session still exists and its person still has access. */
    boolean isOpen(PageUser user) {
        return find(user.session()).isPresent();
    }

    /**
     * Starts a session and sends its cookie.
     *
     * @param subject the id of the person in the users file; empty for others
     * @param roles what the person may do now; the session ends when that is nothing
     */
    PageUser begin(Request request, Response response, String name, String subject, Supplier<Set<Role>> roles) {
        var user = new PageUser(secret(), name, subject, secret(), roles, this::isOpen);
        sessions.put(user.session(), user);
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
                .sameSite(sameSite);
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
