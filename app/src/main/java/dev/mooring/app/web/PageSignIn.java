package dev.mooring.app.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.app.users.Role;
import dev.mooring.app.users.User;
import dev.mooring.app.users.Users;
import dev.mooring.app.users.Users.Attempt;
import dev.mooring.auth.server.SignInAttempts;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signs people in at {@code /login}. */
final class PageSignIn {
    private static final Logger LOG = LoggerFactory.getLogger(PageSignIn.class);
    private static final String NEXT = "next";
    private static final String BLOCKED = "Too many failed attempts. Try again in a minute.";

    private final PageAccess access;
    private final PageSessions sessions;
    private final FailedSignIns failures = new FailedSignIns();
    private final SignInAttempts attempts = new SignInAttempts();

    PageSignIn(PageAccess access, PageSessions sessions) {
        this.access = access;
        this.sessions = sessions;
    }

    /** Returns the address of the sign-in page that leads to another page. */
    static String address(String page) {
        return page.equals("/") || !isOwnPage(page)
                ? LoginPage.PATH
                : LoginPage.PATH + "?" + NEXT + "=" + URLEncoder.encode(page, UTF_8);
    }

    /** Signs in the user of the operating system. The caller sends the cookie of the session. */
    PageUser beginLocal() {
        Set<Role> all = EnumSet.allOf(Role.class);
        return sessions.begin(System.getProperty("user.name", "reviewer"), "", () -> all);
    }

    WebResponse handle(WebRequest request) throws Exception {
        boolean isAttempt = request.method().equals("POST");
        return switch (access) {
            case PageAccess.Open() -> PageResponse.redirect("/");
            case PageAccess.ByToken byToken ->
                isAttempt
                        ? byToken(byToken, request)
                        : PageResponse.html(200, LoginPage.forToken("", next(request.parameter(NEXT))));
            case PageAccess.ByCode(SignInCodes codes, String command) ->
                isAttempt ? byCode(codes, request) : PageResponse.html(200, LoginPage.forCode(command));
            case PageAccess.ByBearer(Role role) -> PageResponse.html(401, LoginPage.forBearer(role));
            case PageAccess.ByPassword byPassword ->
                isAttempt
                        ? byPassword(byPassword, request)
                        : PageResponse.html(200, LoginPage.forPassword("", "", next(request.parameter(NEXT))));
        };
    }

    private WebResponse byToken(PageAccess.ByToken by, WebRequest request) throws IOException {
        String address = request.clientAddress();
        PageForm form = PageForm.of(request);
        String next = next(form.get(NEXT));
        if (failures.isBlocked(address)) {
            return blocked(LoginPage.forToken(BLOCKED, next));
        }
        Optional<Token> token = by.tokens().find(form.get("token"));
        if (token.isEmpty()) {
            failures.add(address, "Page");
            return PageResponse.html(401, LoginPage.forToken("Unknown token. Check that you pasted all of it.", next));
        }
        if (!by.hasAccounts() && !token.get().roles().contains(by.role())) {
            return PageResponse.html(
                    403,
                    LoginPage.forToken(
                            "This token cannot open this page. It needs the role "
                                    + by.role().word() + " in the token file.",
                            next));
        }
        return sessions.withCookie(proceed(next), request, begin(token.get(), by));
    }

    /** The session of an account lasts as long as the token, and any other as long as the token has the role. */
    private PageUser begin(Token token, PageAccess.ByToken by) {
        return sessions.begin(token.name(), "", () -> {
            Set<Role> now = by.tokens().rolesNow(token);
            return by.hasAccounts() || now.contains(by.role()) ? now : Set.of();
        });
    }

    private WebResponse byCode(SignInCodes codes, WebRequest request) throws IOException {
        String address = request.clientAddress();
        if (failures.isBlocked(address)) {
            return retryAfterBlock(PageResponse.problem(429, BLOCKED));
        }
        if (codes.redeem(PageForm.of(request).get("code"))) {
            return sessions.withCookie(PageResponse.problem(200, ""), request, beginLocal());
        }
        failures.add(address, "Page");
        return PageResponse.problem(
                401, "Unknown code: it was used before, or the service has been restarted. Open a new link.");
    }

    private WebResponse byPassword(PageAccess.ByPassword by, WebRequest request) throws Exception {
        PageForm form = PageForm.of(request);
        String address = request.clientAddress();
        String name = form.get("name");
        String next = next(form.get(NEXT));
        String person = name.toLowerCase(Locale.ROOT);
        if (!attempts.begin(address, person)) {
            return blocked(LoginPage.forPassword(BLOCKED, name, next));
        }
        Optional<Token> token = by.tokens()
                .flatMap(tokens -> tokens.find(form.get("password")))
                .filter(found -> found.name().equals(name) && found.roles().contains(by.role()));
        if (token.isPresent()) {
            attempts.succeeded(address, person);
            PageUser user =
                    begin(token.get(), new PageAccess.ByToken(by.tokens().orElseThrow(), by.role()));
            return sessions.withCookie(proceed(next), request, user);
        }
        return switch (by.users().check(name, form.raw("password"))) {
            case Attempt.Accepted(User user) -> {
                attempts.succeeded(address, person);
                yield begin(user, by, next, request);
            }
            case Attempt.CodeAccepted(User user) -> {
                attempts.succeeded(address, person);
                yield choosePassword(user, by, form, next, request);
            }
            case Attempt.Refused() -> {
                LOG.warn("Page sign-in from {} failed", address);
                yield PageResponse.html(401, LoginPage.forPassword("The name or the password is wrong.", name, next));
            }
            case Attempt.Busy() ->
                busy(LoginPage.forPassword("Too many people are signing in. Try again in a few seconds.", name, next));
        };
    }

    private WebResponse choosePassword(
            User user, PageAccess.ByPassword by, PageForm form, String next, WebRequest request)
            throws IOException, InterruptedException {
        String chosen = form.raw("new");
        String problem = chosen.isEmpty()
                ? ""
                : Users.passwordProblem(chosen).orElse(chosen.equals(form.raw("again")) ? "" : "The passwords differ.");
        if (chosen.isEmpty() || !problem.isEmpty()) {
            return PageResponse.html(
                    problem.isEmpty() ? 200 : 422,
                    LoginPage.forNewPassword(problem, user.name(), form.get("password"), next));
        }
        Optional<User> changed = by.users().choosePassword(user, chosen);
        return changed.isPresent()
                ? begin(changed.get(), by, next, request)
                : busy(LoginPage.forPassword(
                        "The password was not set: the code has been used meanwhile, or too many people are signing in. Sign in again.",
                        user.name(),
                        next));
    }

    private WebResponse begin(User user, PageAccess.ByPassword by, String next, WebRequest request) {
        PageUser begun = sessions.begin(user.name(), user.id(), () -> by.users().rolesNow(user));
        return sessions.withCookie(proceed(next), request, begun);
    }

    /**
     * Leads to the page that the person wants to see, by a page that redirects. The form itself cannot redirect, because the
     * next page may lead on to a client: the content security policy of the form allows only this service.
     */
    private static WebResponse proceed(String next) {
        return next.isEmpty() ? PageResponse.redirect("/") : PageResponse.html(200, LoginPage.proceed(next));
    }

    private static WebResponse blocked(Html page) {
        return retryAfterBlock(PageResponse.html(429, page));
    }

    private static WebResponse retryAfterBlock(WebResponse response) {
        return response.with("Retry-After", String.valueOf(FailedSignIns.WINDOW.toSeconds()));
    }

    private static WebResponse busy(Html page) {
        return PageResponse.html(503, page).with("Retry-After", "5");
    }

    /** Returns the page that a person wants to see; empty if it is not a page of this service. */
    private static String next(@Nullable String requested) {
        return requested != null && isOwnPage(requested) ? requested : "";
    }

    /** Two slashes, or a backslash, would lead to another site. */
    private static boolean isOwnPage(String address) {
        return address.startsWith("/")
                && !address.startsWith("//")
                && address.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '\\');
    }
}
