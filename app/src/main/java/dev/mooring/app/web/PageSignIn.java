package dev.mooring.app.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.app.users.Role;
import dev.mooring.app.users.User;
import dev.mooring.app.users.Users;
import dev.mooring.app.users.Users.Attempt;
import dev.mooring.auth.server.SignInAttempts;
import dev.mooring.mcp.server.http.RequestInfo;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
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

    /** Signs in the user of the operating system. */
    PageUser beginLocal(Request request, Response response) {
        Set<Role> all = EnumSet.allOf(Role.class);
        return sessions.begin(request, response, System.getProperty("user.name", "reviewer"), "", () -> all);
    }

    void handle(Request request, Response response, Callback callback) throws Exception {
        boolean isAttempt = request.getMethod().equals("POST");
        switch (access) {
            case PageAccess.Open() -> PageResponse.redirect(response, callback, "/");
            case PageAccess.ByToken byToken -> {
                if (isAttempt) {
                    byToken(byToken, request, response, callback);
                } else {
                    PageResponse.html(response, callback, HttpStatus.OK_200, LoginPage.forToken("", next(request)));
                }
            }
            case PageAccess.ByCode(SignInCodes codes, String command) -> {
                if (isAttempt) {
                    byCode(codes, request, response, callback);
                } else {
                    PageResponse.html(response, callback, HttpStatus.OK_200, LoginPage.forCode(command));
                }
            }
            case PageAccess.ByBearer(Role role) ->
                PageResponse.html(response, callback, HttpStatus.UNAUTHORIZED_401, LoginPage.forBearer(role));
            case PageAccess.ByPassword byPassword -> {
                if (isAttempt) {
                    byPassword(byPassword, request, response, callback);
                } else {
                    PageResponse.html(
                            response, callback, HttpStatus.OK_200, LoginPage.forPassword("", "", next(request)));
                }
            }
        }
    }

    private static String next(Request request) throws IOException {
        return next(Request.extractQueryParameters(request).getValue(NEXT));
    }

    private void byToken(PageAccess.ByToken by, Request request, Response response, Callback callback)
            throws IOException {
        String address = RequestInfo.clientAddress(request);
        PageForm form = PageForm.of(request);
        String next = next(form.get(NEXT));
        if (failures.isBlocked(address)) {
            blocked(response, callback, LoginPage.forToken(BLOCKED, next));
            return;
        }
        Optional<Token> token = by.tokens().find(form.get("token"));
        if (token.isEmpty()) {
            failures.add(address, "Page");
            PageResponse.html(
                    response,
                    callback,
                    HttpStatus.UNAUTHORIZED_401,
                    LoginPage.forToken("Unknown token. Check that you pasted all of it.", next));
        } else if (!by.hasAccounts() && !token.get().roles().contains(by.role())) {
            PageResponse.html(
                    response,
                    callback,
                    HttpStatus.FORBIDDEN_403,
                    LoginPage.forToken(
                            "This token cannot open this page. It needs the role "
                                    + by.role().word() + " in the token file.",
                            next));
        } else {
            begin(token.get(), by, request, response);
            proceed(response, callback, next);
        }
    }

    /** The session of an account lasts as long as the token, and any other as long as the token has the role. */
    private void begin(Token token, PageAccess.ByToken by, Request request, Response response) {
        sessions.begin(request, response, token.name(), "", () -> {
            Set<Role> now = by.tokens().rolesNow(token);
            return by.hasAccounts() || now.contains(by.role()) ? now : Set.of();
        });
    }

    private void byCode(SignInCodes codes, Request request, Response response, Callback callback) throws IOException {
        String address = RequestInfo.clientAddress(request);
        if (failures.isBlocked(address)) {
            response.getHeaders().put(HttpHeader.RETRY_AFTER, FailedSignIns.WINDOW.toSeconds());
            PageResponse.problem(response, callback, HttpStatus.TOO_MANY_REQUESTS_429, BLOCKED);
        } else if (codes.redeem(PageForm.of(request).get("code"))) {
            beginLocal(request, response);
            PageResponse.problem(response, callback, HttpStatus.OK_200, "");
        } else {
            failures.add(address, "Page");
            PageResponse.problem(
                    response,
                    callback,
                    HttpStatus.UNAUTHORIZED_401,
                    "Unknown code: it was used before, or the service has been restarted. Open a new link.");
        }
    }

    private void byPassword(PageAccess.ByPassword by, Request request, Response response, Callback callback)
            throws Exception {
        PageForm form = PageForm.of(request);
        String address = RequestInfo.clientAddress(request);
        String name = form.get("name");
        String next = next(form.get(NEXT));
        String person = name.toLowerCase(Locale.ROOT);
        if (!attempts.begin(address, person)) {
            blocked(response, callback, LoginPage.forPassword(BLOCKED, name, next));
            return;
        }
        Optional<Token> token = by.tokens()
                .flatMap(tokens -> tokens.find(form.get("password")))
                .filter(found -> found.name().equals(name) && found.roles().contains(by.role()));
        if (token.isPresent()) {
            attempts.succeeded(address, person);
            begin(token.get(), new PageAccess.ByToken(by.tokens().orElseThrow(), by.role()), request, response);
            proceed(response, callback, next);
            return;
        }
        switch (by.users().check(name, form.raw("password"))) {
            case Attempt.Accepted(User user) -> {
                attempts.succeeded(address, person);
                begin(user, by, next, request, response, callback);
            }
            case Attempt.CodeAccepted(User user) -> {
                attempts.succeeded(address, person);
                choosePassword(user, by, form, next, request, response, callback);
            }
            case Attempt.Refused() -> {
                LOG.warn("Page sign-in from {} failed", address);
                PageResponse.html(
                        response,
                        callback,
                        HttpStatus.UNAUTHORIZED_401,
                        LoginPage.forPassword("The name or the password is wrong.", name, next));
            }
            case Attempt.Busy() ->
                busy(
                        response,
                        callback,
                        LoginPage.forPassword(
                                "Too many people are signing in. Try again in a few seconds.", name, next));
        }
    }

    private void choosePassword(
            User user,
            PageAccess.ByPassword by,
            PageForm form,
            String next,
            Request request,
            Response response,
            Callback callback)
            throws IOException, InterruptedException {
        String chosen = form.raw("new");
        String problem = chosen.isEmpty()
                ? ""
                : Users.passwordProblem(chosen).orElse(chosen.equals(form.raw("again")) ? "" : "The passwords differ.");
        if (chosen.isEmpty() || !problem.isEmpty()) {
            PageResponse.html(
                    response,
                    callback,
                    problem.isEmpty() ? HttpStatus.OK_200 : HttpStatus.UNPROCESSABLE_ENTITY_422,
                    LoginPage.forNewPassword(problem, user.name(), form.get("password"), next));
            return;
        }
        Optional<User> changed = by.users().choosePassword(user, chosen);
        if (changed.isPresent()) {
            begin(changed.get(), by, next, request, response, callback);
        } else {
            busy(
                    response,
                    callback,
                    LoginPage.forPassword(
                            "The password was not set: the code has been used meanwhile, or too many people are signing in. Sign in again.",
                            user.name(),
                            next));
        }
    }

    private void begin(
            User user, PageAccess.ByPassword by, String next, Request request, Response response, Callback callback) {
        sessions.begin(
                request, response, user.name(), user.id(), () -> by.users().rolesNow(user));
        proceed(response, callback, next);
    }

    /**
     * Leads to the page that the person wants to see. That page can lead on to a client, which a redirect after a form could
     * not: the content security policy of the form allows only this service.
     */
    private static void proceed(Response response, Callback callback, String next) {
        if (next.isEmpty()) {
            PageResponse.redirect(response, callback, "/");
        } else {
            PageResponse.html(response, callback, HttpStatus.OK_200, LoginPage.proceed(next));
        }
    }

    private static void blocked(Response response, Callback callback, Html page) {
        response.getHeaders().put(HttpHeader.RETRY_AFTER, FailedSignIns.WINDOW.toSeconds());
        PageResponse.html(response, callback, HttpStatus.TOO_MANY_REQUESTS_429, page);
    }

    private static void busy(Response response, Callback callback, Html page) {
        response.getHeaders().put(HttpHeader.RETRY_AFTER, 5);
        PageResponse.html(response, callback, HttpStatus.SERVICE_UNAVAILABLE_503, page);
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
