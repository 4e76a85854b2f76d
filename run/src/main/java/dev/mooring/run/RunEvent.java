package dev.mooring.run;

import java.time.Duration;
import org.apiguardian.api.API;

/** An event in a run. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public sealed interface RunEvent {
    /** Returns the run. */
    AgentRun run();

    /** An event in one scope of a run. */
    sealed interface InScope extends RunEvent {
        /** Returns the scope. */
        RunScope scope();

        @Override
        default AgentRun run() {
            return scope().run();
        }
    }

    /** A run has started. Its body has not. */
    record Started(AgentRun run) implements RunEvent {}

    /** A scope has joined a run. Its body has not started. */
    record Joined(RunScope scope) implements InScope {}

    /** A thread was forked. Its task has not started. */
    record Forked(RunScope scope, String fork) implements InScope {}

    /** A forked task has ended. Its outcome is not visible to other threads yet. */
    record ForkEnded(RunScope scope, String fork, Outcome<?> outcome, Duration took) implements InScope {}

    /** A call was recorded. */
    record Called(RunScope scope, CallRecord call) implements InScope {}

    /** A joined scope has ended, including its end hooks. */
    record ScopeEnded(RunScope scope, Ending ending, Duration took) implements InScope {}

    /** The run has ended, including its end hooks. */
    record Ended(AgentRun run, RunSummary summary) implements RunEvent {}
}
