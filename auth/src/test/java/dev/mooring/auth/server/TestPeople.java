package dev.mooring.auth.server;

import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** People who are signed in if their cookie names them. Pages are plain text; the tests read the values behind them. */
final class TestPeople implements People {
    final Map<String, Person> people = new ConcurrentHashMap<>();
    volatile @Nullable Consent lastConsent;

    TestPeople() {
        people.put("u1", new Person("u1", "Ada", Set.of("notes:read", "notes:write")));
        people.put("u2", new Person("u2", "Bob", Set.of("notes:read")));
    }

    @Override
    public Optional<Person> find(String subject) {
        return Optional.ofNullable(people.get(subject));
    }

    /** The cookie is {@code subject.session}. */
    @Override
    public Optional<SignedIn> signedIn(WebRequest request) {
        String cookie = request.cookie("who");
        return cookie == null
                ? Optional.empty()
                : find(cookie.substring(0, cookie.indexOf('.'))).map(person -> new SignedIn(person, cookie));
    }

    @Override
    public WebResponse signInPage(WebRequest request, String returnTo) {
        return WebResponse.of(200, "text/plain", "sign in, then " + returnTo);
    }

    @Override
    public WebResponse consentPage(WebRequest request, Consent consent) {
        lastConsent = consent;
        return WebResponse.of(200, "text/plain", consent.formToken());
    }

    @Override
    public WebResponse problemPage(WebRequest request, int status, String message) {
        return WebResponse.of(status, "text/plain", message);
    }
}
