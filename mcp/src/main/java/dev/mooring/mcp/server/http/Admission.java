package dev.mooring.mcp.server.http;

import org.jspecify.annotations.Nullable;

/** Whether a visitor may go on, and as whom. */
public sealed interface Admission {
    /**
     * The visitor may go on.
     *
     * @param principal who it is, the same text each time; null for somebody nobody needs to know
     */
    record Granted(@Nullable String principal) implements Admission {}

    /**
     * The request ends here.
     *
     * @param status 401, 403 or 404
     * @param challenge the value of {@code WWW-Authenticate}, if there is one
     */
    record Denied(int status, @Nullable String challenge, String reason) implements Admission {}

    Admission ANYBODY = new Granted(null);
}
