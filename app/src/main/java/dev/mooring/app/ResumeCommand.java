package dev.mooring.app;

import dev.mooring.agent.TranscriptFile;
import dev.mooring.app.run.RunStorage;
import dev.mooring.app.run.StartedCommand;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mooring resume}: continues an interrupted run. */
@Command(
        name = "resume",
        header = "Continue an interrupted run.",
        description = {
            "%nContinues a run after a crash, Ctrl-C, a failure or a limit, after its last complete turn. The agent, the"
                    + " servers file and the model are those of the original command; limits apply anew.",
            "%nNo finished call is repeated. The model is told which calls may or may not have happened, and which sessions"
                    + " were lost. A sub-agent that had not finished continues its own work."
        },
        footer = {
            "  mooring resume            continue the newest interrupted run",
            "  mooring resume 3fa9       continue one run; 'mooring runs' lists them",
            "",
            "For a conversation, use 'mooring chat --continue'. The exit codes are those of",
            "'mooring run'.",
        })
final class ResumeCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "RUN",
            arity = "0..1",
            description = "The id of the run, or its beginning (default: the newest interrupted run).")
    private @Nullable String id;

    @Option(names = "--json", description = "Print one JSON object with the answer and the totals.")
    private boolean json;

    @Mixin
    private final VerboseOption verbose = new VerboseOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        InterruptedRun run = InterruptedRun.run(id, spec.commandLine().getErr());
        StartedCommand command = run.command();
        RunStorage storage = run.open();
        TranscriptFile transcript = storage.transcript();
        return new RunExecution(spec.commandLine(), run.setup(), storage, verbose.isVerbose(), json)
                .run(
                        command.inputText(),
                        (agent, options, sessions) -> transcript.isEmpty() // killed before the first message
                                ? agent.invoke(command.input(), options)
                                : agent.resume(transcript, options));
    }
}
