package dev.mooring.auth.discovery;

import org.jspecify.annotations.Nullable;

/** Thrown if an OAuth request fails. The message is for people and contains no token, code or secret. */
public final class OAuthFailed extends Exception {
    private final @Nullable String code;
    private final boolean isTransient;

    private OAuthFailed(String message, @Nullable String code, boolean isTransient) {
        super(message);
        this.code = code;
        this.isTransient = isTransient;
    }

    /** Creates an exception for a failure that remains until a person or a server changes something. */
    public OAuthFailed(String message) {
        this(message, null, false);
    }

    /** Returns an exception for an error response with an OAuth error code, such as {@code invalid_grant}. */
    public static OAuthFailed refused(String message, @Nullable String code) {
        return new OAuthFailed(message, code, false);
    }

    /** Returns an exception for a transient failure, such as a broken connection. */
    public static OAuthFailed unreachable(String message) {
        return new OAuthFailed(message, null, true);
    }

    /** Returns the error code of the authorization server; null if its response had no error code. */
    public @Nullable String code() {
        return code;
    }

    /** Returns whether a retry may succeed. */
    public boolean isTransient() {
        return isTransient;
    }
}
