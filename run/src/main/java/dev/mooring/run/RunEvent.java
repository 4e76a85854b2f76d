package dev.mooring.run;

import java.time.Duration;

/** Something that happened in a run. */
public sealed interface RunEvent {
    AgentRun run();

    /** Something that happened in one scope of a run. */
    sealed interface InScope extends RunEvent {
        RunScope scope();

        @Override
        default AgentRun run() {
            return scope().run();
        }
    }

    /** A run has started; its body comes next. */
    record Started(AgentRun run) implements RunEvent {}

    /** A run started inside another and joined it; its body comes next. */
    record Joined(RunScope scope) implements InScope {}

    /** A thread was forked; its task comes next. */
    record Forked(RunScope scope, String fork) implements InScope {}

    /** A forked task is over. Nobody has been given its outcome yet. */
    record ForkEnded(RunScope scope, String fork, Outcome<?> outcome, Duration took) implements InScope {}

    /** A call was recorded. */
    record Called(RunScope scope, Call call) implements InScope {}

    /** A joined scope has ended, its hooks included. */
    record Left(RunScope scope, Ending ending, Duration took) implements InScope {}

    /** The run has ended, its hooks included. */
    record Ended(AgentRun run, RunSummary summary) implements RunEvent {}
}
