package dev.mooring.app.web;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What the holder of a token may do. The same words are the scopes of callers. */
public enum Role {
    /** Read documents. */
    READ,
    /** Suggest changes to documents, and call the tools of a gateway. Includes {@link #READ}. */
    WRITE,
    /** Sign in to the review page and decide on suggestions. */
    REVIEW,
    /** See the gateway's page and the metrics, and end sessions. */
    ADMIN;

    /** Returns the word for this role in a token file. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the role with a word. */
    static Optional<Role> of(String word) {
        return Stream.of(values()).filter(role -> role.word().equals(word)).findFirst();
    }
}
