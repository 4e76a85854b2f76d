package dev.mooring.app.login;

import dev.mooring.auth.client.SignIn;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Describes sign-ins for people. */
public final class SignInText {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm");

    private SignInText() {}

    /** Describes a sign-in as part of a sentence: the user, the authorization server and the expiry. */
    public static String of(SignIn signIn, Instant now) {
        StringBuilder text = new StringBuilder("signed in");
        if (signIn.account() != null) {
            text.append(" as ").append(signIn.account());
        }
        return text.append(" at ")
                .append(signIn.issuer())
                .append(", ")
                .append(until(signIn, now))
                .toString();
    }

    private static String until(SignIn signIn, Instant now) {
        Instant expires = signIn.expiresAt();
        if (signIn.isRenewable()) {
            return "renewed automatically";
        }
        if (expires == null) {
            return "until the server ends it";
        }
        return (now.isBefore(expires) ? "until " : "expired ") + TIME.format(expires.atZone(ZoneId.systemDefault()));
    }
}
