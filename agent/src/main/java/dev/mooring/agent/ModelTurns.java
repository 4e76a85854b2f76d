package dev.mooring.agent;

import dev.mooring.agent.model.Model;
import dev.mooring.agent.model.ModelFailed;
import dev.mooring.agent.model.ModelRequest;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.run.CallRecord;
import dev.mooring.run.RunCancelled;
import dev.mooring.run.RunEnded;
import dev.mooring.run.RunScope;
import java.time.Duration;
import java.time.Instant;

/** Requests model turns, retries transient failures, and reports events. */
final class ModelTurns {
    private final Invocation invocation;
    private final Agent agent;
    private final Model model;
    private final Transcript transcript;
    private final RunScope scope;

    ModelTurns(Invocation invocation, Transcript transcript, RunScope scope) {
        this.invocation = invocation;
        this.agent = invocation.agent();
        this.model = agent.model();
        this.transcript = transcript;
        this.scope = scope;
    }

    ModelTurn take(int round, Toolbox toolbox) throws AgentFailed.ModelError, InterruptedException {
        ModelRequest request = new ModelRequest(
                agent.name(),
                Instructions.of(agent, toolbox.serverInstructions()),
                transcript.entries(),
                toolbox.descriptions(),
                agent.outputSchema(),
                agent.modelTimeouts());
        invocation.report(new AgentEvent.TurnStarted(Instant.now(), scope.id(), round, request));
        for (int count = 1; ; count++) {
            try {
                return attempt(round, request);
            } catch (ModelFailed e) {
                transcript.discardPartialText();
                Duration delay = e.kind().isTransient() ? agent.backoff().delayAfter(count, e.retryAfter()) : null;
                if (delay == null) {
                    String attempts = count > 1 ? " (after " + count + " attempts)" : "";
                    throw new AgentFailed.ModelError(model.name() + ": " + e.getMessage() + attempts, e);
                }
                invocation.report(new AgentEvent.Retrying(
                        Instant.now(), scope.id(), round, count, String.valueOf(e.getMessage()), delay));
                Thread.sleep(delay);
            }
        }
    }

    private ModelTurn attempt(int round, ModelRequest request) throws ModelFailed, InterruptedException {
        Instant started = Instant.now();
        long began = System.nanoTime();
        try {
            ModelTurn turn = answer(round, request);
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            scope.record(CallRecord.succeeded(model.name(), agent.name(), started, took)
                    .tokens(turn.usage().inputTokens(), turn.usage().outputTokens()));
            invocation.report(new AgentEvent.TurnEnded(Instant.now(), scope.id(), round, turn, took));
            return turn;
        } catch (ModelFailed e) {
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            scope.record(CallRecord.failed(model.name(), agent.name(), started, took, String.valueOf(e.getMessage())));
            throw e;
        }
    }

    /** Takes a turn of the model. An exception of a program's own model is a failure of the model, and does not end the run. */
    private ModelTurn answer(int round, ModelRequest request) throws ModelFailed, InterruptedException {
        try {
            return model.answer(request, text -> {
                transcript.appendText(text);
                invocation.report(new AgentEvent.TextReceived(Instant.now(), scope.id(), round, text));
            });
        } catch (RunEnded | RunCancelled e) {
            throw e;
        } catch (RuntimeException e) {
            String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new ModelFailed(ModelFailed.Kind.INVALID_RESPONSE, reason, null, e);
        }
    }
}
