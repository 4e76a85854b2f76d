package dev.mooring.gateway;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * A tool call that the gateway has answered. Contains no arguments.
 *
 * @param server the name of the upstream server; empty if the call ended a session with all servers
 * @param tool the upstream server's own name of the tool, without a prefix; {@code end_session} for the gateway's own tool
 * @param principal the authenticated caller; empty if callers are anonymous
 * @param handle the start of a hash of the session id: the same for all calls of a session, and useless as a session id
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record CompletedCall(
        String server,
        String tool,
        Optional<String> principal,
        Optional<String> handle,
        Instant started,
        Duration duration,
        Status status) {
    /** The kind of answer that the caller received. */
    public enum Status {
        /** A result, or a request for input. */
        OK,
        /** An error, of the tool, the server or the gateway. */
        ERROR,
        /** Nothing: the caller has cancelled the call or disconnected. */
        CANCELLED
    }
}
