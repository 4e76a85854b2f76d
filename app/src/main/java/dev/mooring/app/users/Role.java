package dev.mooring.app.users;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A permission of a person, the holder of a token or a client. */
public enum Role {
    /** Read documents. */
    READ,
    /** Suggest changes to documents, and call the tools of a gateway. Includes {@link #READ}. */
    WRITE,
    /** Sign in to the review page and decide on suggestions. */
    REVIEW,
    /** See the gateway's page and the metrics, and end sessions. */
    ADMIN;

    private static final String SCOPE_PREFIX = "mooring:";

    /** Returns the word for this role in files and in the scopes of a {@link dev.mooring.mcp.server.Caller}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the OAuth scope that stands for this role. */
    public String scope() {
        return SCOPE_PREFIX + word();
    }

    /** Returns the role with a word. */
    public static Optional<Role> of(String word) {
        return Stream.of(values()).filter(role -> role.word().equals(word)).findFirst();
    }

    /** Returns the role for which an OAuth scope stands. */
    public static Optional<Role> ofScope(String scope) {
        return scope.startsWith(SCOPE_PREFIX) ? of(scope.substring(SCOPE_PREFIX.length())) : Optional.empty();
    }

    /** Returns the given roles and the roles that they include. {@link #WRITE} includes {@link #READ}. */
    public static Set<Role> withIncluded(Collection<Role> roles) {
        Set<Role> all = EnumSet.noneOf(Role.class);
        all.addAll(roles);
        if (all.contains(WRITE)) {
            all.add(READ);
        }
        return Set.copyOf(all);
    }

    /** Returns the words of roles, in the order of this type, separated by spaces. */
    public static String words(Collection<Role> roles) {
        return Stream.of(values()).filter(roles::contains).map(Role::word).collect(Collectors.joining(" "));
    }
}
