package dev.mooring.session;

import dev.mooring.mcp.Era;
import java.time.Duration;

/** Something that happened to a session, for records and for people who watch. */
public sealed interface SessionEvent {
    String server();

    /** The id of the owner for whom it happened. */
    String owner();

    record Opened(String server, String owner, String session, Era era, Duration took) implements SessionEvent {}

    record OpenFailed(String server, String owner, String reason) implements SessionEvent {}

    /** A call used a session that was open already. */
    record Reused(String server, String owner, String session) implements SessionEvent {}

    record Lost(String server, String owner, String session, String reason) implements SessionEvent {}

    record Closed(String server, String owner, String session, Duration lasted) implements SessionEvent {}
}
