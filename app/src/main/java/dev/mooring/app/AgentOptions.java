package dev.mooring.app;

import dev.mooring.agent.file.InvalidAgentFile;
import dev.mooring.app.record.RunFolder;
import dev.mooring.app.run.AgentSetup;
import dev.mooring.app.run.RunStorage;
import dev.mooring.app.run.StartedCommand;
import dev.mooring.session.config.InvalidServersFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/** The options of {@code run} and {@code chat}: the servers and the model of the agent. */
final class AgentOptions {
    @Mixin
    private final ServersOption servers = new ServersOption();

    @Option(
            names = "--model",
            paramLabel = "MODEL",
            description = "The model to use instead of the one in the file, also for sub-agents that name none.")
    private @Nullable String model;

    @Option(names = "--no-save", description = "Do not save the run.")
    private boolean unsaved;

    @Mixin
    private final VerboseOption verbose = new VerboseOption();

    boolean isVerbose() {
        return verbose.isVerbose();
    }

    /** Returns whether the user chose servers, a model, or not to save the run. */
    boolean hasChoices() {
        return servers.isNamed() || model != null || unsaved;
    }

    /**
     * Returns where to save the run; null if it is not saved.
     *
     * @param input the input of the agent; null for a conversation
     */
    @Nullable
    RunStorage storage(Path file, AgentSetup setup, @Nullable JsonNode input) throws IOException {
        if (unsaved) {
            return null;
        }
        Path serversFile = servers.locate(file).orElse(null);
        return RunStorage.fresh(
                RunFolder.standard(System.getenv()),
                new StartedCommand(
                        input == null,
                        StartedCommand.currentFolder(),
                        file.toAbsolutePath().normalize(),
                        setup.agentHash(),
                        serversFile == null ? null : StartedCommand.Servers.of(serversFile, servers.isNamed()),
                        model,
                        input == null ? NullNode.getInstance() : input));
    }

    /** Reads the files, and prints their warnings to {@code err}. */
    AgentSetup setup(Path file, PrintWriter err) throws InvalidAgentFile, InvalidServersFile {
        AgentSetup setup = AgentSetup.read(file, servers.find(file), model, ServersOption.environment());
        setup.warnings().forEach(warning -> err.println("mooring: " + warning));
        return setup;
    }
}
