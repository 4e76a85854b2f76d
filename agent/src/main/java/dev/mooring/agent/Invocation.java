package dev.mooring.agent;

import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.Usage;
import dev.mooring.mcp.Json;
import dev.mooring.run.AgentRun;
import dev.mooring.run.BudgetDecision;
import dev.mooring.run.RunCancelled;
import dev.mooring.run.RunOptions;
import dev.mooring.run.RunScope;
import dev.mooring.run.RunState;
import dev.mooring.session.Approver;
import dev.mooring.session.CallBatch;
import dev.mooring.session.Sessions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One invocation of an agent: the loop of model turns and tool calls until the model answers.
 *
 * <p>The loop runs on the thread of the caller. Each tool call runs on a forked virtual thread. {@link #stop} and the time limit end an
 * invocation early by cancelling its scope; the transcript keeps the messages so far.
 */
final class Invocation {
    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);

    private final Agent agent;
    private final InvokeOptions options;
    private final Transcript transcript;
    private final @Nullable ParentCall parent;
    private final AtomicInteger callCount = new AtomicInteger();
    private Usage usage = Usage.NONE;
    private int rounds;
    private volatile @Nullable RunScope scope;

    /** The outcome, without its text, if {@link #stop} or the time limit ended the invocation; otherwise null. */
    private volatile @Nullable AgentOutcome earlyEnd;

    /** The tool call of the agent that calls this one. */
    record ParentCall(String scope, String id) {}

    Invocation(Agent agent, InvokeOptions options, Transcript transcript, @Nullable ParentCall parent) {
        this.agent = agent;
        this.options = options;
        this.transcript = transcript;
        this.parent = parent;
    }

    Agent agent() {
        return agent;
    }

    /** Creates the invocation of a sub-agent. If an earlier process began its conversation, the invocation continues it. */
    Invocation child(Agent subAgent, AgentTool.ToolCall call) {
        return new Invocation(
                subAgent,
                options,
                transcript.child(call.turn(), call.index()),
                new ParentCall(scope().id(), call.id()));
    }

    /** Returns the first user message of the transcript; empty if the transcript has no user message. */
    String firstMessage() {
        return transcript.firstMessage();
    }

    /** Runs as {@link #run} does, and marks the transcript as complete if there is nothing to resume afterwards. */
    AgentAnswer runToEnd(JsonNode input) throws AgentFailed, InterruptedException {
        try {
            AgentAnswer answer = run(input);
            if (answer.isComplete()) {
                transcript.end("answered");
            }
            return answer;
        } catch (AgentFailed.Refused e) {
            transcript.end("refused");
            throw e;
        } catch (AgentFailed.EmptyAnswer e) {
            transcript.end("empty");
            throw e;
        }
    }

    String nextCallId() {
        return scope().id() + "#" + callCount.incrementAndGet();
    }

    /** Starts the calls of a turn; null if the agent has no servers. */
    @Nullable
    CallBatch startBatch() {
        Sessions sessions = agent.tools().sessions();
        if (sessions == null) {
            return null;
        }
        Approver own = options.approver();
        List<?> conversations = List.of(transcript.identity());
        return own == null ? sessions.batch(conversations) : sessions.batch(own, conversations);
    }

    @Nullable
    ObjectNode meta(ToolOrigin.Server tool) {
        return options.meta().apply(tool);
    }

    void report(AgentEvent event) {
        try {
            options.listener().onEvent(event);
        } catch (RuntimeException e) {
            LOG.warn(
                    "{}: the listener threw an exception for {}",
                    event.scope(),
                    event.getClass().getSimpleName(),
                    e);
        }
    }

    /** Stops the invocation. Any thread may call this. */
    void stop(String reason) {
        endEarly(new AgentOutcome.Stopped("", reason), reason);
    }

    private void endEarly(AgentOutcome outcome, String reason) {
        earlyEnd = outcome;
        RunScope started = scope;
        if (started != null) {
            started.cancel(reason);
        }
    }

    AgentAnswer run(JsonNode input) throws AgentFailed, InterruptedException {
        RunOptions runOptions = CallDepth.of(agent)
                .addTo(RunOptions.builder().name(agent.name()).limits(agent.limits()))
                .build();
        try {
            return AgentRun.<AgentAnswer, Exception>call(runOptions, () -> runInScope(input));
        } catch (RunCancelled cancelled) {
            if (earlyEnd == null) {
                throw cancelled;
            }
            return new AgentAnswer(earlyOutcome(), usage, rounds, callCount.get());
        } catch (AgentFailed | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("Unexpected exception of an invocation", e);
        }
    }

    private AgentAnswer runInScope(JsonNode input) throws AgentFailed, InterruptedException {
        RunScope own = RunScope.require();
        scope = own;
        if (earlyEnd != null) {
            own.cancel("stopped before it started");
        }
        long startNanos = System.nanoTime();
        TranscriptFile file = options.transcript();
        if (file != null && parent == null) {
            file.beginRun(own.run().id());
        }
        String text = input.isString() ? input.stringValue() : Json.text(input);
        report(new AgentEvent.AgentStarted(
                Instant.now(),
                own.id(),
                parent == null ? null : parent.scope(),
                parent == null ? null : parent.id(),
                agent.name(),
                agent.model().name(),
                text));
        AgentOutcome outcome = new AgentOutcome.Stopped("", "the invocation was interrupted");
        try (var _ = TimeLimit.of(own, this::endAtTimeLimit)) {
            if (!transcript.isContinued()) {
                transcript.begin(text, own.run().id());
            }
            InputCheck.require(agent, input);
            outcome = loop(own);
            return new AgentAnswer(outcome, usage, rounds, callCount.get());
        } catch (AgentFailed | RuntimeException | Error e) {
            outcome = new AgentOutcome.Failed(String.valueOf(e.getMessage()));
            throw e;
        } finally {
            // A failure after the cancellation is a consequence of the cancellation.
            if (earlyEnd == null && own.state() != RunState.OPEN && !(outcome instanceof AgentOutcome.Answered)) {
                outcome = new AgentOutcome.Stopped(transcript.lastText(), "the run was cancelled");
            }
            transcript.abort();
            reportEnd(
                    own, earlyEnd == null ? outcome : earlyOutcome(), Duration.ofNanos(System.nanoTime() - startNanos));
        }
    }

    private void reportEnd(RunScope own, AgentOutcome outcome, Duration took) {
        if (outcome instanceof AgentOutcome.LimitReached limit) {
            report(new AgentEvent.LimitReached(Instant.now(), own.id(), limit.limit(), limit.reason()));
        }
        report(new AgentEvent.AgentEnded(Instant.now(), own.id(), agent.name(), outcome, usage, took));
    }

    private void endAtTimeLimit() {
        String reason = scope().budget().check() instanceof BudgetDecision.Refused refused
                ? refused.reason()
                : "Time limit reached.";
        endEarly(new AgentOutcome.LimitReached("", BudgetDecision.Limit.TIME, reason), reason);
    }

    /** Returns the outcome of an invocation that ended early, with the text so far. */
    private AgentOutcome earlyOutcome() {
        String text = transcript.lastText();
        return switch (earlyEnd) {
            case AgentOutcome.LimitReached limit -> new AgentOutcome.LimitReached(text, limit.limit(), limit.reason());
            case AgentOutcome.Stopped stopped -> new AgentOutcome.Stopped(text, stopped.reason());
            case null, default -> throw new IllegalStateException("The invocation did not end early");
        };
    }

    private AgentOutcome loop(RunScope own) throws AgentFailed, InterruptedException {
        Toolbox toolbox = Toolbox.open(agent.tools(), own);
        ModelTurns turns = new ModelTurns(this, transcript, own);
        AnswerCheck check = new AnswerCheck(agent);
        if (transcript.isContinued()) {
            AgentOutcome outcome = completeLastTurn(own, toolbox, check);
            if (outcome != null) {
                return outcome;
            }
            transcript.reportLostSessions();
        }
        while (true) {
            if (own.budget().requestRound() instanceof BudgetDecision.Refused refused) {
                return limitReached(refused);
            }
            rounds++;
            // Created before the model decides, so that its calls are not sent to a session that follows a loss.
            ToolRound round = new ToolRound(this, toolbox, transcript, own, rounds);
            ModelTurn turn = turns.take(rounds, toolbox);
            usage = usage.plus(turn.usage());
            int number = transcript.add(turn, toolbox.uses(turn.calls()));
            if (turn.calls().isEmpty()) {
                AgentOutcome outcome = check.outcomeOf(turn);
                if (outcome != null) {
                    return outcome;
                }
                transcript.add(check.requestCorrection());
            } else {
                BudgetDecision.Refused refused = round.perform(number, turn.calls());
                transcript.closeCalls();
                if (refused != null) {
                    return limitReached(refused);
                }
                toolbox.refresh();
            }
        }
    }

    /** Completes the turn in which an earlier process was interrupted. Returns the outcome if it was the last turn. */
    private @Nullable AgentOutcome completeLastTurn(RunScope own, Toolbox toolbox, AnswerCheck check)
            throws AgentFailed, InterruptedException {
        ModelTurn last = transcript.openTurn();
        if (last == null) {
            return null;
        }
        if (!last.calls().isEmpty()) {
            rounds++;
            // The event has no usage, because the earlier run has counted it.
            ModelTurn shown = new ModelTurn(last.text(), last.calls(), Usage.NONE, last.stopReason(), null);
            report(new AgentEvent.TurnStarted(Instant.now(), own.id(), rounds, null));
            report(new AgentEvent.TurnEnded(Instant.now(), own.id(), rounds, shown, Duration.ZERO));
            BudgetDecision.Refused refused =
                    new ToolRound(this, toolbox, transcript, own, rounds).resume(transcript.turnNumber(), last.calls());
            transcript.closeCalls();
            return refused == null ? null : limitReached(refused);
        }
        if (last.stopReason() == ModelTurn.StopReason.LENGTH) {
            transcript.add(
                    new ChatEntry.UserMessage("Your answer reached the maximum length. Continue where it ends."));
            return null;
        }
        AgentOutcome outcome = check.outcomeOf(last);
        if (outcome == null) {
            transcript.add(check.requestCorrection());
        }
        return outcome;
    }

    private AgentOutcome limitReached(BudgetDecision.Refused refused) {
        return new AgentOutcome.LimitReached(transcript.lastText(), refused.limit(), refused.reason());
    }

    private RunScope scope() {
        RunScope started = scope;
        if (started == null) {
            throw new IllegalStateException("The invocation has not started");
        }
        return started;
    }
}
