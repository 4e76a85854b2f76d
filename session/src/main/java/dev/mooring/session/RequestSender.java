package dev.mooring.session;

import dev.mooring.mcp.client.CallOptions;
import dev.mooring.run.CallRecord;
import dev.mooring.run.RunScope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends the requests of all callers: applies {@code approve}, chooses the session, and measures the time. Thread-safe. */
final class RequestSender {
    private final SessionRegistry registry;
    private final SessionMetrics metrics;
    private final Approver approver;
    private final Duration probeAfterIdle;

    /**
     * @param approver decides about the tool calls of callers without an approver of their own
     * @param probeAfterIdle how long after its last use a session is assumed to be alive
     */
    RequestSender(SessionRegistry registry, SessionMetrics metrics, Approver approver, Duration probeAfterIdle) {
        this.registry = registry;
        this.metrics = metrics;
        this.approver = approver;
        this.probeAfterIdle = probeAfterIdle;
    }

    /** Sends a request on the session that the current run holds, and records it in the totals of the run. */
    CallTrace sendInRun(CallBatch batch, ToolServer server, SessionRequest request, CallOptions options)
            throws InterruptedException {
        RunScope scope = RunScope.current().orElseThrow(() -> CalledOutsideRun.sending(server.name(), request));
        SessionCall call = callOf(CallSource.of(scope, batch.conversations()), scope, batch.decidedAt());
        return perform(
                server, request, scope.name(), batch.approver(), scope, () -> call.send(server, request, options));
    }

    /** Sends a request on the session that an owner holds. The owner counts as one invocation. */
    CallOutcome send(Owner owner, ToolServer server, SessionRequest request, CallOptions options)
            throws InterruptedException {
        // Takes the time of the decision before the approval, so that the call reports a loss during the approval.
        SessionCall call = callOf(owner.id(), owner);
        return perform(server, request, owner.id(), approver, null, () -> call.send(server, request, options))
                .outcome();
    }

    /** Sends a request on a new session of the owner's account and closes that session. */
    CallOutcome sendOnce(Owner owner, ToolServer server, SessionRequest request, CallOptions options)
            throws InterruptedException {
        SessionCall call = callOf("ephemeral", owner);
        return perform(server, request, "", approver, null, () -> call.sendOnce(server, request, options))
                .outcome();
    }

    /** Sends a request on a session that no owner holds. */
    CallOutcome send(HeldSession session, SessionRequest request, CallOptions options) throws InterruptedException {
        return perform(session.server(), request, "", approver, null, () -> SessionCall.send(session, request, options))
                .outcome();
    }

    /** Returns a call of a scope that is decided now. */
    SessionCall callOf(RunScope scope) {
        return callOf(CallSource.of(scope, List.of()), scope, registry.clock().now());
    }

    private SessionCall callOf(CallSource source, RunScope scope, long decidedAt) {
        Owner run = Owner.of(scope.run().root());
        return new SessionCall(
                registry, probeAfterIdle, source, decidedAt, run, scope.isRoot() ? run : Owner.of(scope));
    }

    private SessionCall callOf(String invocation, Owner owner) {
        return new SessionCall(
                registry,
                probeAfterIdle,
                CallSource.of(invocation),
                registry.clock().now(),
                owner,
                owner);
    }

    /** Sends a request that is allowed. */
    private interface Sending {
        CallTrace send() throws InterruptedException;
    }

    /**
     * Performs a request.
     *
     * @param caller names the caller to a person who decides about the request
     * @param decider decides about the request
     * @param recorder records the request in its run; null outside a run
     */
    private CallTrace perform(
            ToolServer server,
            SessionRequest request,
            String caller,
            Approver decider,
            @Nullable RunScope recorder,
            Sending sending)
            throws InterruptedException {
        CallOutcome refusal = Approvals.refusal(server, request, caller, decider);
        if (refusal != null) {
            return SessionCall.withoutSession(refusal);
        }
        Instant started = Instant.now();
        long start = System.nanoTime();
        CallTrace trace = sending.send();
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        metrics.called(server.name(), took);
        if (recorder != null) {
            recorder.record(recordOf(server.name(), request.target(), started, took, trace.outcome()));
        }
        return trace;
    }

    private static CallRecord recordOf(
            String server, String target, Instant started, Duration took, CallOutcome outcome) {
        return switch (outcome) {
            case CallOutcome.Answered _ -> CallRecord.succeeded(server, target, started, took);
            case CallOutcome.ToolFailed _ -> CallRecord.failed(server, target, started, took, "the tool failed");
            case CallOutcome.WithoutResult failed -> CallRecord.failed(server, target, started, took, failed.message());
        };
    }
}
