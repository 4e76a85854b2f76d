package dev.mooring.bench.auth;

import dev.mooring.auth.server.Consent;
import dev.mooring.auth.server.People;
import dev.mooring.auth.server.Person;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.util.Optional;
import java.util.Set;

/** Any number of people. A cookie with a name signs a person in. The consent page consists of the form token. */
final class SignedInPeople implements People {
    static final String SCOPE = "bench:call";

    @Override
    public Optional<Person> find(String subject) {
        return Optional.of(new Person(subject, subject, Set.of(SCOPE)));
    }

    @Override
    public Optional<SignedIn> signedIn(WebRequest request) {
        return Optional.ofNullable(request.cookie("who"))
                .flatMap(name -> find(name).map(person -> new SignedIn(person, name)));
    }

    @Override
    public WebResponse signInPage(WebRequest request, String returnTo) {
        return WebResponse.of(401);
    }

    @Override
    public WebResponse consentPage(WebRequest request, Consent consent) {
        return WebResponse.of(200, "text/plain", consent.formToken());
    }

    @Override
    public WebResponse problemPage(WebRequest request, int status, String message) {
        return WebResponse.of(status, "text/plain", message);
    }
}
