package dev.mooring.auth.server;

import java.util.Set;
import org.apiguardian.api.API;

/**
 * A person who can sign in.
 *
 * @param subject the identifier, which never changes and is never given to another person
 * @param name the name for display
 * @param scopes all scopes that the person can grant to a client
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Person(String subject, String name, Set<String> scopes) {
    /** Copies the scopes. */
    public Person {
        scopes = Set.copyOf(scopes);
    }
}
