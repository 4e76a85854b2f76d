package dev.mooring.session;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a call, and the session that the call used.
 *
 * @param session the id of the session; null if the call was not sent: it was not allowed, no session could be opened, or the
 *     session had been lost
 * @param opened whether this is the first call on that session
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record CallTrace(CallOutcome outcome, @Nullable String session, boolean opened) {}
