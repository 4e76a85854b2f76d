package dev.mooring.app.web;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.mooring.app.users.Role;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The signed-in browsers, each identified by a cookie that scripts cannot read and that browsers do not send with
 * POST requests of other sites. A session ends after 12 hours without use, with the access of its person, and with the
 * program.
 */
public final class PageSessions {
    private static final Duration IDLE_TIMEOUT = Duration.ofHours(12);
    private static final int MAX_SESSIONS = 10_000;
    private static final int SECRET_BYTES = 24;
    private static final String LONG_AGO = "Thu, 01 Jan 1970 00:00:00 GMT";

    private final SecureRandom random = new SecureRandom();
    private final Cache<String, PageUser> sessions = Caffeine.newBuilder()
            .expireAfterAccess(IDLE_TIMEOUT)
            .maximumSize(MAX_SESSIONS)
            .build();
    private final boolean isSecure;
    private final String sameSite;

    /**
     * @param isSecure whether browsers reach the pages by HTTPS only
     * @param sameSite {@code Strict} or {@code Lax}: whether the cookie comes with links from other sites. Forms of other
     *     sites never have an effect, with or without the cookie
     */
    private PageSessions(boolean isSecure, String sameSite) {
        this.isSecure = isSecure;
        this.sameSite = sameSite;
    }

    /** Creates the sessions of a service to which no other site leads. */
    public static PageSessions strict(WebAddress address) {
        return new PageSessions(address.isSecure(), "Strict");
    }

    /**
     * Creates the sessions of a service whose people come by links of other sites, such as to the consent page.
     *
     * @param address the address of the service
     */
    public static PageSessions forLinks(WebAddress address) {
        return new PageSessions(address.isSecure(), "Lax");
    }

    /** Returns the signed-in user who sent a request; empty if the request has no open session. */
    public Optional<PageUser> find(WebRequest request) {
        return Optional.ofNullable(request.cookie(cookieName(request))).flatMap(this::find);
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
     * Starts a session. The caller sends its cookie with {@link #withCookie}.
     *
     * @param subject the id of the person in the users file; empty for others
     * @param roles returns the roles that the person has now; the session ends when there are none
     */
    PageUser begin(String name, String subject, Supplier<Set<Role>> roles) {
        var user = new PageUser(secret(), name, subject, secret(), roles, this::isOpen);
        sessions.put(user.session(), user);
        return user;
    }

    /** Returns a response that also sends the cookie of a session. */
    WebResponse withCookie(WebResponse response, WebRequest request, PageUser user) {
        return withCookie(response, request, user.session(), "");
    }

    /** Ends the session of a request, and returns a response that also deletes its cookie. */
    WebResponse end(WebRequest request, WebResponse response) {
        find(request).ifPresent(user -> sessions.invalidate(user.session()));
        return withCookie(response, request, "", "; Expires=" + LONG_AGO);
    }

    /** No cache may keep a response with a cookie. */
    private WebResponse withCookie(WebResponse response, WebRequest request, String value, String expiry) {
        String cookie = cookieName(request) + "=" + value + "; Path=/" + expiry
                + (isSecure ? "; Secure" : "")
                + "; HttpOnly; SameSite=" + sameSite;
        return response.with("Set-Cookie", cookie).with("Expires", LONG_AGO);
    }

    /** Includes the port, because browsers send a cookie to all ports of a host. */
    private static String cookieName(WebRequest request) {
        return "mooring-" + request.localPort();
    }

    private String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
