package dev.mooring.session;

import org.jspecify.annotations.Nullable;

/**
 * A call, and the session that it went to.
 *
 * @param session the id of the session; null if none could be had, or the call was held back because one was lost
 * @param opened whether this is the first call on that session
 */
public record CallTrace(CallOutcome outcome, @Nullable String session, boolean opened) {}
