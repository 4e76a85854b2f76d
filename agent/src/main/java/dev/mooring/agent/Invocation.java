package dev.mooring.agent;

import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.Usage;
import dev.mooring.mcp.Json;
import dev.mooring.run.AgentRun;
import dev.mooring.run.Decision;
import dev.mooring.run.RunCancelled;
import dev.mooring.run.RunOptions;
import dev.mooring.run.RunScope;
import dev.mooring.run.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One invocation of an agent: the loop of turns and calls until there is an answer.
 *
 * <p>Everything runs on the thread of the caller, but for the calls of a turn, which are forks. It is ended from outside by cancelling its
 * scope: by {@link #stop}, or when its time is over. What it had done by then is in the transcript.
 */
final class Invocation {
    private static final Logger log = LoggerFactory.getLogger(Agent.class);

    private final Agent agent;
    private final InvokeOptions options;
    private final Transcript transcript;
    private final @Nullable Caller caller;
    private final AtomicInteger calls = new AtomicInteger();
    private Usage usage = Usage.NONE;
    private int rounds;
    private volatile @Nullable RunScope scope;

    /** Why we ended it ourselves, with no text yet; null if we did not. */
    private volatile @Nullable AgentOutcome cutShort;

    /** The call by which another agent called this one. */
    record Caller(String scope, String call) {}

    Invocation(Agent agent, InvokeOptions options, Transcript transcript, @Nullable Caller caller) {
        this.agent = agent;
        this.options = options;
        this.transcript = transcript;
        this.caller = caller;
    }

    Agent agent() {
        return agent;
    }

    /** An agent that this one calls. */
    Invocation below(Agent called, String call) {
        return new Invocation(called, options, new Transcript(), new Caller(scope().id(), call));
    }

    String nextCall() {
        return scope().id() + "#" + calls.incrementAndGet();
    }

    Approver.Verdict approve(ToolOrigin.Server tool, JsonNode arguments) throws InterruptedException {
        return options.approver().decide(new Approver.Request(agent.name(), tool, arguments));
    }

    @Nullable
    ObjectNode meta(ToolOrigin.Server tool) {
        return options.meta().apply(tool);
    }

    void tell(AgentEvent event) {
        try {
            options.listener().onEvent(event);
        } catch (RuntimeException e) {
            log.warn("{}: a listener failed", event.scope(), e);
        }
    }

    /** Stops the work, from any thread. */
    void stop(String reason) {
        cutShort(new AgentOutcome.Stopped("", reason), reason);
    }

    private void cutShort(AgentOutcome why, String reason) {
        cutShort = why;
        RunScope begun = scope;
        if (begun != null) {
            begun.cancel(reason);
        }
    }

    AgentAnswer run(JsonNode input) throws AgentFailed, InterruptedException {
        RunOptions joining =
                CallDepth.to(agent).mark(RunOptions.named(agent.name()).limits(agent.limits()));
        try {
            return AgentRun.<AgentAnswer, Exception>call(joining, () -> attend(input));
        } catch (RunCancelled cancelled) {
            if (cutShort == null) {
                throw cancelled;
            }
            return new AgentAnswer(ended(), usage, rounds, calls.get());
        } catch (AgentFailed | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("an invocation throws nothing else", e);
        }
    }

    private AgentAnswer attend(JsonNode input) throws AgentFailed, InterruptedException {
        RunScope own = RunScope.require();
        scope = own;
        if (cutShort != null) {
            own.cancel("stopped before it began");
        }
        long began = System.nanoTime();
        String asked = input.isString() ? input.stringValue() : Json.text(input);
        tell(new AgentEvent.AgentStarted(
                Instant.now(),
                own.id(),
                caller == null ? null : caller.scope(),
                caller == null ? null : caller.call(),
                agent.name(),
                agent.model().name(),
                asked));
        AgentOutcome outcome = new AgentOutcome.Stopped("", "it was interrupted");
        try (var _ = TimeLimit.of(own, this::timeIsOver)) {
            transcript.begin(asked);
            InputCheck.require(agent, input);
            outcome = work(own);
            return new AgentAnswer(outcome, usage, rounds, calls.get());
        } catch (AgentFailed | RuntimeException | Error e) {
            outcome = new AgentOutcome.Failed(String.valueOf(e.getMessage()));
            throw e;
        } finally {
            // What fails once the scope is cancelled fails because of that.
            if (cutShort == null && own.state() != RunState.OPEN && !(outcome instanceof AgentOutcome.Answered)) {
                outcome = new AgentOutcome.Stopped(transcript.lastWords(), "the run was cancelled");
            }
            transcript.breakOff();
            conclude(own, cutShort == null ? outcome : ended(), Duration.ofNanos(System.nanoTime() - began));
        }
    }

    private void conclude(RunScope own, AgentOutcome outcome, Duration took) {
        if (outcome instanceof AgentOutcome.LimitReached limit) {
            tell(new AgentEvent.LimitReached(Instant.now(), own.id(), limit.limit(), limit.reason()));
        }
        tell(new AgentEvent.AgentEnded(Instant.now(), own.id(), agent.name(), outcome, usage, took));
    }

    private void timeIsOver() {
        String reason = scope().budget().check() instanceof Decision.Refused refused
                ? refused.reason()
                : "Limit reached: the time is over.";
        cutShort(new AgentOutcome.LimitReached("", Decision.Limit.TIME, reason), reason);
    }

    /** How it ended that we cut short, with what there is by then. */
    private AgentOutcome ended() {
        String text = transcript.lastWords();
        return switch (cutShort) {
            case AgentOutcome.LimitReached limit -> new AgentOutcome.LimitReached(text, limit.limit(), limit.reason());
            case AgentOutcome.Stopped stopped -> new AgentOutcome.Stopped(text, stopped.reason());
            case null, default -> throw new IllegalStateException("it was not cut short");
        };
    }

    private AgentOutcome work(RunScope own) throws AgentFailed, InterruptedException {
        Toolbox toolbox = Toolbox.open(agent.tools(), own);
        ModelTurns asking = new ModelTurns(this, transcript, own);
        AnswerCheck check = new AnswerCheck(agent);
        while (true) {
            if (own.budget().requestRound() instanceof Decision.Refused refused) {
                return limitReached(refused);
            }
            rounds++;
            ModelTurn turn = asking.take(rounds, toolbox.descriptions());
            usage = usage.plus(turn.usage());
            int number = transcript.add(turn);
            if (turn.calls().isEmpty()) {
                AgentOutcome outcome = check.outcomeOf(turn);
                if (outcome != null) {
                    return outcome;
                }
                transcript.add(check.repair());
            } else {
                Decision.Refused refused =
                        new ToolRound(this, toolbox, transcript, own, rounds).perform(number, turn.calls());
                transcript.closeCalls();
                if (refused != null) {
                    return limitReached(refused);
                }
                toolbox.refresh();
            }
        }
    }

    private AgentOutcome limitReached(Decision.Refused refused) {
        return new AgentOutcome.LimitReached(transcript.lastWords(), refused.limit(), refused.reason());
    }

    private RunScope scope() {
        RunScope begun = scope;
        if (begun == null) {
            throw new IllegalStateException("the invocation has not begun");
        }
        return begun;
    }
}
