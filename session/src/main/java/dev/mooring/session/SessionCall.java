package dev.mooring.session;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunEnded;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One call: chooses owner and session, sends the request, reports losses. Runs on the caller's thread.
 *
 * @param probeAfterIdle how long after its last use a session is assumed to be alive
 * @param source where the call comes from, which decides who learns of a loss from its result
 * @param decidedAt when the caller decided on the call, by the clock of losses
 * @param run the owner of sessions with {@link Sharing#RUN}
 * @param agent the owner of sessions with {@link Sharing#AGENT}
 */
record SessionCall(
        SessionRegistry registry, Duration probeAfterIdle, CallSource source, long decidedAt, Owner run, Owner agent) {
    static final Duration PROBE_TIMEOUT = Duration.ofSeconds(5);

    /** How many sessions a request may open. A server that always exits after the handshake must not be started without end. */
    static final int MAX_ATTEMPTS = 3;

    CallTrace send(ToolServer server, SessionRequest request, CallOptions options) throws InterruptedException {
        return switch (registry.sharingResolver().resolve(server, request.target(), run)) {
            case Outcome.Failed<Sharing>(Throwable cause) -> withoutSession(notOpened(server, cause));
            case Outcome.Succeeded<Sharing>(Sharing sharing) ->
                sharing == Sharing.CALL
                        ? sendOnce(server, request, options)
                        : sendHeld(server, sharing, request, options);
        };
    }

    /** Sends the request on a new session of the invocation and closes the session. */
    CallTrace sendOnce(ToolServer server, SessionRequest request, CallOptions options) throws InterruptedException {
        switch (registry.openUnshared(agent, server)) {
            case Outcome.Failed<UnsharedSession>(Throwable cause) -> {
                return withoutSession(notOpened(server, cause));
            }
            case Outcome.Succeeded<UnsharedSession>(UnsharedSession opened) -> {
                try (opened) {
                    return send(opened.session(), request, options);
                }
            }
        }
    }

    /** Sends the request on a session that no owner holds. */
    static CallTrace send(HeldSession session, SessionRequest request, CallOptions options)
            throws InterruptedException {
        CallOutcome outcome = outcomeOf(session.request(request, options), session);
        return new CallTrace(outcome, session.id(), session.markUsed());
    }

    Owner ownerFor(ToolServer server, Sharing sharing) {
        return switch (sharing) {
            case SHARED -> registry.shared(run.account(server));
            case AGENT -> agent;
            case RUN, CALL -> run;
        };
    }

    private CallTrace sendHeld(ToolServer server, Sharing sharing, SessionRequest request, CallOptions options)
            throws InterruptedException {
        Owner owner = ownerFor(server, sharing);
        EraChoice era = SharingResolver.eraFor(server, sharing);
        Generations generations = registry.generations(owner, server, sharing == Sharing.AGENT ? agent : run);
        for (int attempt = 1; ; attempt++) {
            String loss = generations.current().lossSince(decidedAt, source, registry.clock());
            if (loss != null) {
                return notSent(server, loss);
            }
            switch (registry.hold(owner, server, era, run)) {
                case Outcome.Failed<HeldSession>(Throwable cause) -> {
                    return withoutSession(notOpened(server, cause));
                }
                case Outcome.Succeeded<HeldSession>(HeldSession session) -> {
                    CallTrace trace = trySend(owner, session, generations, request, options, attempt == MAX_ATTEMPTS);
                    if (trace != null) {
                        return trace;
                    }
                }
            }
        }
    }

    /** Returns null if the session is lost, which {@link #sendHeld} reports to callers that relied on it. */
    private @Nullable CallTrace trySend(
            Owner owner,
            HeldSession session,
            Generations generations,
            SessionRequest request,
            CallOptions options,
            boolean isLastAttempt)
            throws InterruptedException {
        // Read after the session is held, because that session may be the one that follows a loss.
        Generation generation = generations.current();
        String lossBefore = generation.lossSince(decidedAt, source, registry.clock());
        if (lossBefore != null) {
            return notSent(session.server(), lossBefore);
        }
        Failure broken = session.lossBeforeCall(probeAfterIdle, PROBE_TIMEOUT);
        if (broken != null) {
            registry.lose(owner, session, broken);
            return isLastAttempt ? withoutSession(notOpened(session.server(), new OpenFailed(broken))) : null;
        }
        generation.recordCall(source);
        boolean opened = registry.recordUse(owner, session);
        Reply reply = session.request(request, options);
        CallOutcome outcome = outcomeOf(reply, session);
        if (outcome instanceof CallOutcome.SessionLost && reply instanceof Reply.Failed(Failure failure)) {
            registry.lose(owner, session, failure);
            // This outcome reports the loss, also if another call of this source detected it first.
            generations.current().lossSince(decidedAt, source, registry.clock());
        }
        return new CallTrace(outcome, session.id(), opened);
    }

    private static CallOutcome outcomeOf(Reply reply, HeldSession session) throws InterruptedException {
        ToolServer server = session.server();
        String name = server.name();
        return switch (reply) {
            case Reply.Result(var result) -> {
                ObjectNode redacted = server.secrets().redact(result);
                yield redacted.path("isError").asBoolean(false)
                        ? new CallOutcome.ToolFailed(redacted)
                        : new CallOutcome.Answered(redacted);
            }
            case Reply.Rejected(var error) ->
                new CallOutcome.Rejected(name, server.secrets().redact(error));
            case Reply.Failed(Failure.TimedOut(Duration after, String _)) -> new CallOutcome.TimedOut(name, after);
            case Reply.Failed(Failure.SessionForgotten forgotten) -> lost(session, forgotten, false);
            case Reply.Failed(Failure.ConnectionLost broken) ->
                session.lossAfterFailure(PROBE_TIMEOUT) != null
                        ? lost(session, broken, broken.mayHaveArrived())
                        : new CallOutcome.NoAnswer(
                                name,
                                broken,
                                name + " did not answer (" + redactedReason(server, broken) + "). "
                                        + (broken.mayHaveArrived()
                                                ? "The call may or may not have happened; the session stays open."
                                                : "This call was NOT sent and nothing was done; the session stays open,"
                                                        + " so call again."));
            case Reply.Failed(Failure failure) ->
                new CallOutcome.NoAnswer(
                        name,
                        failure,
                        name + " gave no usable answer: " + redactedReason(server, failure)
                                + (mayHaveExecuted(failure)
                                        ? ". The call may or may not have happened; the session stays open."
                                        : ""));
        };
    }

    /** Returns whether the server may have executed a call without a usable answer. A 5xx may come from a proxy. */
    private static boolean mayHaveExecuted(Failure failure) {
        return !(failure instanceof Failure.Refused(int status, String _)) || status >= 500 || status == 303;
    }

    private static CallOutcome lost(HeldSession session, Failure failure, boolean mayHaveHappened) {
        ToolServer server = session.server();
        String reason = redactedReason(server, failure);
        String message;
        if (mayHaveHappened) {
            message = LossMessage.mayHaveHappened(server.name(), session.era(), reason);
        } else if (failure instanceof Failure.SessionForgotten) {
            message = LossMessage.notExecuted(server.name(), session.era(), reason);
        } else {
            message = LossMessage.notSent(server.name(), session.era(), reason);
        }
        return new CallOutcome.SessionLost(server.name(), mayHaveHappened, message);
    }

    private static CallTrace notSent(ToolServer server, String loss) {
        return withoutSession(new CallOutcome.SessionLost(server.name(), false, loss));
    }

    static CallTrace withoutSession(CallOutcome outcome) {
        return new CallTrace(outcome, null, false);
    }

    private static CallOutcome notOpened(ToolServer server, Throwable cause) {
        Failure failure = openFailure(cause);
        return new CallOutcome.NotOpened(
                server.name(),
                failure,
                "Cannot open a session with " + server.name() + ", so nothing was done: "
                        + redactedReason(server, failure));
    }

    /**
     * Returns why an opening failed.
     *
     * @throws IllegalStateException if the owner has ended or the sessions are closed
     */
    static Failure openFailure(Throwable cause) {
        return switch (cause) {
            case RunEnded ended -> throw new RunEnded(ended);
            case OwnerEnded ended -> throw new OwnerEnded(ended);
            case SessionsClosed closed -> throw new SessionsClosed(closed);
            default -> failureOf(cause);
        };
    }

    static Failure failureOf(Throwable cause) {
        return cause instanceof OpenFailed failed
                ? failed.failure()
                : new Failure.ConnectionLost(
                        cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage(), false);
    }

    private static String redactedReason(ToolServer server, Failure failure) {
        return server.secrets().redact(failure.message());
    }
}
