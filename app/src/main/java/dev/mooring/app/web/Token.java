package dev.mooring.app.web;

import dev.mooring.app.users.Role;
import java.util.Set;

/**
 * One line of a token file.
 *
 * @param name the principal
 * @param secret the text that a client sends
 */
record Token(String name, String secret, Set<Role> roles) {
    /** The roles of a line that names none. */
    static final Set<Role> DEFAULT_ROLES = Set.of(Role.READ, Role.WRITE);

    /** Returns the name, without the secret. */
    @Override
    public String toString() {
        return name;
    }
}
