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

/** The options of {@code run} and {@code chat}: the agent, its servers and its model. */
final class AgentOptions {
    @Parameters(index = "0", paramLabel = "AGENT.md", description = "The agent file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private Path file;

    @Mixin
    private final ServersOption servers = new ServersOption();

    @Option(
            names = "--model",
            paramLabel = "MODEL",
            description = "The model to use instead of the one in the file, also for sub-agents that name none.")
    private @Nullable String model;

    @Option(names = "--no-save", description = "Do not save the run.")
    private boolean unsaved;

    @Option(
            names = {"-v", "--verbose"},
            description = "Show arguments, results and turns too.")
    private boolean verbose;

    boolean isVerbose() {
        return verbose;
    }

    /** Returns where to save the run; null if it is not saved. */
    @Nullable
    RunFolder folder() {
        return unsaved ? null : RunFolder.standard(System.getenv());
    }

    /** Reads the files, and prints their warnings to {@code err}. */
    AgentSetup setup(PrintWriter err) throws InvalidAgentFile, InvalidServersFile {
        AgentSetup setup = AgentSetup.read(file, servers.find(file), model, ServersOption.environment());
        setup.warnings().forEach(warning -> err.println("mooring: " + warning));
        return setup;
    }
}
