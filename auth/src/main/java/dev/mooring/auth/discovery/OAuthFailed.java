package dev.mooring.auth.discovery;

import org.jspecify.annotations.Nullable;

/** Thrown if an OAuth request fails. The message is for people and contains no token, code or secret. */
public final class OAuthFailed extends Exception {
    private final @Nullable String code;

    private OAuthFailed(String message, @Nullable String code) {
        super(message);
        this.code = code;
    }

    /** Creates an exception for a failure without an OAuth error code, such as a broken connection. */
    public OAuthFailed(String message) {
        this(message, null);
    }

    /** Returns an exception for an error response with an OAuth error code, such as {@code invalid_grant}. */
    public static OAuthFailed refused(String message, @Nullable String code) {
        return new OAuthFailed(message, code);
    }

    /** Returns the error code of the authorization server; null if its response had no error code. */
    public @Nullable String code() {
        return code;
    }
}
