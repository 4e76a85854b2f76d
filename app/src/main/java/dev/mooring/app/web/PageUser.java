package dev.mooring.app.web;

import dev.mooring.app.users.Role;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A person with an open page session.
 *
 * @param session the secret session id, known only to the person's browser
 * @param name the name of the person or of the token, or of the operating system's user if nobody signs in by name
 * @param subject the id of the person in the users file; empty for others
 * @param csrfToken the value that a request that changes something must repeat
 * @param currentRoles returns the roles that the person has now; none if the person has lost access
 * @param signedIn whether the session is still open
 */
public record PageUser(
        String session,
        String name,
        String subject,
        String csrfToken,
        Supplier<Set<Role>> currentRoles,
        Predicate<PageUser> signedIn) {
    /** Returns whether the person is still signed in, for responses that take long. */
    public boolean isSignedIn() {
        return signedIn.test(this);
    }

    /** Returns the roles that the person has now. */
    public Set<Role> roles() {
        return currentRoles.get();
    }

    /** Returns the name, without the secrets. */
    @Override
    public String toString() {
        return name;
    }
}
