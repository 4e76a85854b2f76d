package dev.mooring.app.users;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * A person who may sign in.
 *
 * @param name what the person types, and what suggestions show as their author; unique, ignoring case
 * @param id a random text that never changes and is never used again, so that a new person with an old name gets nothing
 *     that belonged to the former
 * @param secret the hash of a password or of a one-time code
 */
public record User(String name, String id, Secret secret, Set<Role> roles) {
    /** The roles of a person for whom none are named. */
    public static final Set<Role> DEFAULT_ROLES = Set.of(Role.READ, Role.WRITE, Role.REVIEW);

    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._@+-]{0,63}");

    /** Returns whether a text can be the name of a person. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** Returns the name, without the hash. */
    @Override
    public String toString() {
        return name;
    }
}
