package dev.mooring.session;

import dev.mooring.mcp.Era;
import java.time.Duration;
import org.apiguardian.api.API;

/** A change in the life of a session. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public sealed interface SessionEvent {
    /** Returns the name of the server. */
    String server();

    /** Returns the id of the owner. */
    String owner();

    /**
     * A session was opened.
     *
     * @param session the id of the session
     * @param took how long opening took
     */
    record Opened(String server, String owner, String session, Era era, Duration took) implements SessionEvent {}

    /**
     * A session could not be opened.
     *
     * @param reason the cause, with secrets redacted
     */
    record OpeningFailed(String server, String owner, String reason) implements SessionEvent {}

    /** A call used a session that another call had used before. */
    record Reused(String server, String owner, String session) implements SessionEvent {}

    /**
     * A session was lost.
     *
     * @param reason the cause, with secrets redacted
     */
    record Lost(String server, String owner, String session, String reason) implements SessionEvent {}

    /**
     * A session was closed.
     *
     * @param lasted how long the session was open
     */
    record Closed(String server, String owner, String session, Duration lasted) implements SessionEvent {}
}
