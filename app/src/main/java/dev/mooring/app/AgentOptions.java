package dev.mooring.app;

import dev.mooring.agent.file.InvalidAgentFile;
import dev.mooring.app.record.RunFolder;
import dev.mooring.app.run.AgentSetup;
import dev.mooring.session.config.InvalidServersFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which agent, with which servers and model: what {@code run} and {@code chat} have in common. */
final class AgentOptions {
    @Parameters(index = "0", paramLabel = "AGENT.md", description = "The agent's file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private Path file;

    @Mixin
    private final ServersOption servers = new ServersOption();

    @Option(
            names = "--model",
            paramLabel = "MODEL",
            description = "The model, instead of what the file says; sub-agents that name none get it too.")
    private @Nullable String model;

    @Option(names = "--no-save", description = "Save nothing of the run.")
    private boolean unsaved;

    @Option(
            names = {"-v", "--verbose"},
            description = "Show arguments, results and turns as well.")
    private boolean verbose;

    boolean isVerbose() {
        return verbose;
    }

    /** Null where nothing is to be saved. */
    @Nullable
    RunFolder folder() {
        return unsaved ? null : RunFolder.standard(System.getenv());
    }

    /** Everything that the files say, their warnings told to {@code err}. */
    AgentSetup setup(PrintWriter err) throws InvalidAgentFile, InvalidServersFile {
        AgentSetup setup = AgentSetup.read(file, servers.find(file), model, ServersOption.environment());
        setup.warnings().forEach(warning -> err.println("mooring: " + warning));
        return setup;
    }
}
