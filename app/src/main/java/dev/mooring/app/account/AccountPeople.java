package dev.mooring.app.account;

import dev.mooring.app.users.Role;
import dev.mooring.app.users.User;
import dev.mooring.app.users.Users;
import dev.mooring.app.web.Html;
import dev.mooring.app.web.PageGuard;
import dev.mooring.app.web.PageSessions;
import dev.mooring.auth.server.Consent;
import dev.mooring.auth.server.People;
import dev.mooring.auth.server.Person;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.util.Optional;
import java.util.stream.Collectors;

/** The people of the users file, who sign in on the sign-in page of the service. */
final class AccountPeople implements People {
    private static final String TYPE = "text/html; charset=utf-8";

    private final Users users;
    private final PageSessions sessions;
    private final ConsentPage consentPage;

    AccountPeople(Users users, PageSessions sessions, ConsentPage consentPage) {
        this.users = users;
        this.sessions = sessions;
        this.consentPage = consentPage;
    }

    @Override
    public Optional<Person> find(String subject) {
        return users.find(subject).map(AccountPeople::person);
    }

    private static Person person(User user) {
        return new Person(
                user.id(), user.name(), user.roles().stream().map(Role::scope).collect(Collectors.toUnmodifiableSet()));
    }

    /** Empty for the holder of a token, who is not in the users file. */
    @Override
    public Optional<SignedIn> signedIn(WebRequest request) {
        return sessions.find(request)
                .flatMap(visitor -> find(visitor.subject()).map(person -> new SignedIn(person, visitor.session())));
    }

    @Override
    public WebResponse signInPage(WebRequest request, String returnTo) {
        return WebResponse.of(303).with("Location", PageGuard.signInAddress(returnTo));
    }

    /** Sets no Cross-Origin-Opener-Policy: some clients open this page in a popup and wait for its redirect back. */
    @Override
    public WebResponse consentPage(WebRequest request, Consent consent) {
        return page(200, consentPage.html(consent), "'self' " + consent.formAction());
    }

    @Override
    public WebResponse problemPage(WebRequest request, int status, String message) {
        return page(status, AccountHtml.problem("Request failed", message), "'self'");
    }

    private static WebResponse page(int status, Html html, String formAction) {
        return WebResponse.of(status, TYPE, html.toString())
                .with("Content-Security-Policy", PageGuard.policy(formAction))
                .with("X-Content-Type-Options", "nosniff")
                .with("Referrer-Policy", "same-origin");
    }
}
