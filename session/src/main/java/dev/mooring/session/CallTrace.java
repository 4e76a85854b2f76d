package dev.mooring.session;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a call, and the session that the call used.
 *
 * @param session the id of the session; null if none could be opened, or if the call was not sent because of a loss
 * @param opened whether this is the first call on that session
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record CallTrace(CallOutcome outcome, @Nullable String session, boolean opened) {}
