package dev.mooring.app;

import dev.mooring.app.web.Launcher;
import dev.mooring.session.config.InvalidServersFile;
import dev.mooring.session.config.ServersFile;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which file of tool servers a command uses: the one that is named, or the nearest {@code .mcp.json}. */
final class ServersOption {
    @Option(
            names = "--servers",
            paramLabel = "FILE",
            description = "The file with the tool servers, in the form of Claude Code, Claude Desktop, Cursor or"
                    + " VS Code (default: .mcp.json in this folder, or in the nearest one above it).")
    private @Nullable Path file;

    /**
     * The file, if one is named or found.
     *
     * @param near a file or folder in whose folder to look first, and above; then it is looked for where the program runs
     */
    Optional<Path> find(Path near) {
        if (file != null) {
            return Optional.of(file);
        }
        Path at = near.toAbsolutePath();
        Path folder = Files.isDirectory(at) ? at : Objects.requireNonNullElse(at.getParent(), at);
        return ServersFile.find(folder).or(() -> ServersFile.find(Path.of("")));
    }

    /** What the file says, its warnings told to {@code err}. */
    ServersFile.Inspection inspect(PrintWriter err) throws InvalidServersFile {
        Path found = find(Path.of("")).orElseThrow(ServersOption::noFile);
        ServersFile.Inspection inspected = ServersFile.inspect(found, environment());
        inspected.warnings().forEach(warning -> err.println("mooring: " + warning));
        return inspected;
    }

    static IllegalStateException noFile() {
        return new IllegalStateException("there is no " + ServersFile.DEFAULT_NAME
                + " in this folder or above it; name a file of tool servers with --servers");
    }

    /** That of the process; {@code MOORING} is this program, for files that use it as a server. */
    static Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.putIfAbsent("MOORING", Launcher.command());
        return environment;
    }
}
