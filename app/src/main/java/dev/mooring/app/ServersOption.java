package dev.mooring.app;

import dev.mooring.app.trust.TrustPrompt;
import dev.mooring.app.trust.TrustedFiles;
import dev.mooring.app.web.Launcher;
import dev.mooring.session.ToolServer;
import dev.mooring.session.config.InvalidServersFile;
import dev.mooring.session.config.ServersFile;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option for the servers file. The default is the nearest {@code .mcp.json}. */
final class ServersOption {
    @Option(
            names = "--servers",
            paramLabel = "FILE",
            description =
                    "The servers file, in the format of Claude Code, Claude Desktop, Cursor or VS Code"
                            + " (default: the nearest .mcp.json, in this folder or above, if you trust it: see 'mooring trust').")
    private @Nullable Path file;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec command;

    /**
     * Returns the servers file, if there is one and the user trusts it. A file that the user has named counts as trusted.
     *
     * @param near a file or folder. The search starts in its folder and goes up, then starts again in the current folder.
     * @throws InvalidServersFile if the user does not trust the file
     */
    Optional<Path> find(Path near) throws InvalidServersFile {
        Optional<Path> found = locate(near);
        if (file == null && found.isPresent()) {
            new TrustPrompt(
                            TrustedFiles.standard(System.getenv()),
                            command.commandLine().getErr())
                    .require(found.get());
        }
        return found;
    }

    /** Returns whether the user has named the file. */
    boolean isNamed() {
        return file != null;
    }

    /** Finds the servers file as {@link #find} does, trusted or not. */
    Optional<Path> locate(Path near) {
        if (file != null) {
            return Optional.of(file);
        }
        Path at = near.toAbsolutePath();
        Path folder = Files.isDirectory(at) ? at : Objects.requireNonNullElse(at.getParent(), at);
        return ServersFile.find(folder).or(() -> ServersFile.find(Path.of("")));
    }

    /** Reads the servers file, and prints its warnings to {@code err}. */
    ServersFile.Inspection inspect(PrintWriter err) throws InvalidServersFile {
        ServersFile.Inspection inspection =
                ServersFile.inspect(find(Path.of("")).orElseThrow(ServersOption::noFile), environment());
        inspection.warnings().forEach(warning -> err.println("mooring: " + warning));
        return inspection;
    }

    /** Reads one server of the servers file. */
    ToolServer server(String name, CommandSpec spec, PrintWriter err) throws InvalidServersFile {
        List<ServersFile.Entry> entries = inspect(err).entries();
        for (ServersFile.Entry entry : entries) {
            if (entry.name().equals(name)) {
                return switch (entry) {
                    case ServersFile.Entry.Usable(ToolServer server) -> server;
                    case ServersFile.Entry.Invalid invalid -> throw invalid.error();
                };
            }
        }
        throw unknown(name, entries, spec);
    }

    static ParameterException unknown(String name, List<ServersFile.Entry> entries, CommandSpec spec) {
        String known =
                String.join(", ", entries.stream().map(ServersFile.Entry::name).toList());
        return new ParameterException(
                spec.commandLine(),
                "Unknown server '" + name + "'. "
                        + (entries.isEmpty() ? "The servers file has no servers." : "The servers are: " + known));
    }

    static IllegalStateException noFile() {
        return new IllegalStateException(
                "No " + ServersFile.DEFAULT_NAME + " in this folder or above. Choose a servers file with --servers.");
    }

    /** Returns the environment of the process, with this program as {@code MOORING} for files that use it as a server. */
    static Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.putIfAbsent("MOORING", Launcher.command());
        return environment;
    }
}
