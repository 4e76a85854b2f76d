package dev.mooring.app.users;

import java.time.Instant;
import java.util.Optional;

/** A credential of a person: a password or a one-time code. Only a hash is stored. */
public sealed interface Secret permits PasswordHash, OneTimeCode {
    /** Returns the text for the users file, without a space. */
    String text();

    /** Parses the text of a secret. */
    static Optional<Secret> parse(String text) {
        return PasswordHash.parse(text).<Secret>map(hash -> hash).or(() -> OneTimeCode.parse(text));
    }

    /** Returns a description for a list of users. */
    default String description(Instant now) {
        return switch (this) {
            case PasswordHash _ -> "password";
            case OneTimeCode code -> code.isValidAt(now) ? "one-time code, not used yet" : "one-time code, expired";
        };
    }
}
