package dev.mooring.app.web;

import java.util.function.Predicate;

/**
 * A person with an open page session.
 *
 * @param session the secret session id, known only to the person's browser
 * @param name the name of the token, or of the operating system's user if there are no tokens
 * @param formToken the value that a request that changes something must repeat
 * @param signedIn whether the session is still open
 */
public record PageUser(String session, String name, String formToken, Predicate<PageUser> signedIn) {
    /** Returns whether the person is still signed in, for responses that take long. */
    public boolean isSignedIn() {
        return signedIn.test(this);
    }

    /** Returns the name, without the secrets. */
    @Override
    public String toString() {
        return name;
    }
}
