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

/** One who calls: who is told of losses, and who owns what is opened. */
final class Caller {
    /** How long a session may take to say that it still lives. */
    private static final Duration ASK_FOR = Duration.ofSeconds(5);

    private final Harbour harbour;
    private final Duration trusted;
    private final String invocation;
    private final Owner run;
    private final Owner agent;
    private @Nullable String session;
    private boolean opened;

    /** @param trusted how long after its last use a session is taken to be alive */
    Caller(Harbour harbour, Duration trusted, String invocation, Owner run, Owner agent) {
        this.harbour = harbour;
        this.trusted = trusted;
        this.invocation = invocation;
        this.run = run;
        this.agent = agent;
    }

    /** The session that the last call was made in; null where it did not come to that. */
    @Nullable
    String session() {
        return session;
    }

    /** Whether the last call opened its session. */
    boolean hasOpened() {
        return opened;
    }

    CallOutcome call(ToolServer server, Question question, CallOptions options) throws InterruptedException {
        Outcome<Sharing> settled = harbour.settlement().sharing(server, question.topic(), run.id());
        if (settled instanceof Outcome.Failed<Sharing>(Throwable cause)) {
            return notOpened(server, cause);
        }
        Sharing sharing = ((Outcome.Succeeded<Sharing>) settled).value();
        return sharing == Sharing.CALL
                ? callOnce(server, question, options)
                : callHeld(server, ownerFor(sharing), sharing, question, options);
    }

    Owner ownerFor(Sharing sharing) {
        return sharing == Sharing.SHARED ? harbour.program() : sharing == Sharing.AGENT ? agent : run;
    }

    /** On a session that is opened for it and closed right after. */
    CallOutcome callOnce(ToolServer server, Question question, CallOptions options) throws InterruptedException {
        HeldSession once;
        try {
            once = harbour.opener().open(server, Settlement.eraFor(server, Sharing.CALL), run.id());
        } catch (OpenFailed e) {
            return notOpened(server, e);
        }
        session = once.id();
        opened = true;
        try {
            return outcomeOf(once.ask(question, options), once, null);
        } finally {
            once.close();
        }
    }

    private CallOutcome callHeld(
            ToolServer server, Owner owner, Sharing sharing, Question question, CallOptions options)
            throws InterruptedException {
        Moorings moorings = harbour.moorings(owner);
        EraChoice era = Settlement.eraFor(server, sharing);
        while (true) {
            String news = moorings.takeNews(server.name(), invocation);
            if (news != null) {
                return new CallOutcome.SessionLost(server.name(), false, news);
            }
            Outcome<HeldSession> held = harbour.hold(owner, server, era);
            if (held instanceof Outcome.Failed<HeldSession>(Throwable cause)) {
                return notOpened(server, cause);
            }
            HeldSession open = ((Outcome.Succeeded<HeldSession>) held).value();
            opened = harbour.countUse(owner, open);
            session = open.id();
            boolean hasUsedIt = open.enter(invocation);
            Failure loss = open.lossBeforeCall(trusted, ASK_FOR);
            if (loss == null) {
                return outcomeOf(open.ask(question, options), open, moorings);
            }
            String text = LossText.nothingDone(server.name(), open.era(), reason(server, loss));
            harbour.lose(moorings, open, invocation, text, reason(server, loss));
            if (hasUsedIt) {
                return new CallOutcome.SessionLost(server.name(), false, text);
            }
            // A newcomer has lost nothing: it gets a session that works.
        }
    }

    private CallOutcome outcomeOf(Reply reply, HeldSession session, @Nullable Moorings moorings)
            throws InterruptedException {
        ToolServer server = session.server();
        String name = server.name();
        return switch (reply) {
            case Reply.Result(var result) -> {
                ObjectNode seen = server.secrets().redact(result);
                yield seen.path("isError").asBoolean(false)
                        ? new CallOutcome.ToolFailed(seen)
                        : new CallOutcome.Answered(seen);
            }
            case Reply.Fault(var error) ->
                new CallOutcome.Rejected(name, server.secrets().redact(error));
            case Reply.Failed(Failure.TimedOut(Duration after)) -> new CallOutcome.TimedOut(name, after);
            case Reply.Failed(Failure.SessionForgotten forgotten) -> lost(session, moorings, forgotten, false);
            case Reply.Failed(Failure.ConnectionLost broken) ->
                session.lossAfterBreak(ASK_FOR) != null
                        ? lost(session, moorings, broken, broken.mayHaveArrived())
                        : new CallOutcome.NoAnswer(
                                name,
                                broken,
                                name + " gave no answer (" + reason(server, broken)
                                        + "). The call may or may not have happened; the session goes on.");
            case Reply.Failed(Failure failure) ->
                new CallOutcome.NoAnswer(name, failure, name + " gave no usable answer: " + reason(server, failure));
        };
    }

    private CallOutcome lost(
            HeldSession session, @Nullable Moorings moorings, Failure failure, boolean mayHaveHappened) {
        ToolServer server = session.server();
        String reason = reason(server, failure);
        if (moorings != null) {
            String others = LossText.nothingDone(server.name(), session.era(), reason);
            harbour.lose(moorings, session, invocation, others, reason);
            // Another call of this invocation may have found out first: this answer tells it all the same.
            moorings.takeNews(server.name(), invocation);
        }
        String text = mayHaveHappened
                ? LossText.mayHaveHappened(server.name(), session.era(), reason)
                : LossText.nothingDone(server.name(), session.era(), reason);
        return new CallOutcome.SessionLost(server.name(), mayHaveHappened, text);
    }

    private static String reason(ToolServer server, Failure failure) {
        return server.secrets().redact(failure.message());
    }

    private static CallOutcome notOpened(ToolServer server, Throwable cause) {
        if (cause instanceof RunEnded ended) {
            throw new RunEnded(ended);
        }
        if (cause instanceof OwnerEnded ended) {
            throw new OwnerEnded(ended);
        }
        Failure failure = failureOf(cause);
        return new CallOutcome.NotOpened(
                server.name(),
                failure,
                "No session with " + server.name() + " could be opened, so nothing was done: "
                        + reason(server, failure));
    }

    static Failure failureOf(Throwable cause) {
        return cause instanceof OpenFailed failed
                ? failed.failure()
                : new Failure.ConnectionLost(
                        cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage(), false);
    }
}
