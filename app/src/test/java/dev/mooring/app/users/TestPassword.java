package dev.mooring.app.users;

/** A password, and a hash of it that takes a fortieth of the usual work to compute. */
public final class TestPassword {
    public static final String TEXT = "correct horse battery";

    public static final PasswordHash HASH = PasswordHash.parse("$argon2id$v=19$m=1000,t=1,p=1$c2l4dGVlbiBieXRlcyAuLg$"
                    + "WpKXfN8+BV/2C6IH4J6K0pdv54uDuSL0tQu9/Jz/bi8")
            .orElseThrow();

    private TestPassword() {}
}
