package dev.mooring.agent;

import dev.mooring.agent.model.Model;
import dev.mooring.agent.model.ModelFailed;
import dev.mooring.agent.model.ModelRequest;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.ToolDescription;
import dev.mooring.run.Call;
import dev.mooring.run.RunScope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Has the model take its turns, and asks it again where that may help. */
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

    ModelTurn take(int round, List<ToolDescription> tools) throws AgentFailed.ModelError, InterruptedException {
        ModelRequest request = new ModelRequest(agent.name(), Instructions.of(agent), transcript.entries(), tools);
        invocation.tell(new AgentEvent.TurnStarted(Instant.now(), scope.id(), round));
        for (int attempt = 1; ; attempt++) {
            try {
                return tryOnce(round, request);
            } catch (ModelFailed e) {
                transcript.forgetWords();
                Duration pause = e.kind().isTransient() ? agent.backoff().after(attempt, e.retryAfter()) : null;
                if (pause == null) {
                    String tries = attempt > 1 ? " (after " + attempt + " attempts)" : "";
                    throw new AgentFailed.ModelError(model.name() + ": " + e.getMessage() + tries, e);
                }
                invocation.tell(new AgentEvent.Retrying(
                        Instant.now(), scope.id(), round, attempt, String.valueOf(e.getMessage()), pause));
                Thread.sleep(pause);
            }
        }
    }

    private ModelTurn tryOnce(int round, ModelRequest request) throws ModelFailed, InterruptedException {
        Instant started = Instant.now();
        long began = System.nanoTime();
        try {
            ModelTurn turn = model.answer(request, words -> {
                transcript.heard(words);
                invocation.tell(new AgentEvent.TextReceived(Instant.now(), scope.id(), round, words));
            });
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            scope.record(Call.succeeded(model.name(), agent.name(), started, took)
                    .tokens(turn.usage().inputTokens(), turn.usage().outputTokens()));
            invocation.tell(new AgentEvent.TurnEnded(Instant.now(), scope.id(), round, turn, took));
            return turn;
        } catch (ModelFailed e) {
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            scope.record(Call.failed(model.name(), agent.name(), started, took, String.valueOf(e.getMessage())));
            throw e;
        }
    }
}
