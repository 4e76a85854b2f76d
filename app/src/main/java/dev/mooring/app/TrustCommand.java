package dev.mooring.app;

import dev.mooring.app.terminal.Screen;
import dev.mooring.app.trust.TrustPrompt;
import dev.mooring.app.trust.TrustedFiles;
import dev.mooring.app.trust.TrustedFiles.State;
import dev.mooring.mcp.Json;
import dev.mooring.session.config.InvalidServersFile;
import dev.mooring.session.config.ServersFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ArrayNode;

/** {@code mooring trust}. */
@Command(
        name = "trust",
        header = "Trust a servers file that Mooring finds by itself.",
        description = {
            "%nA .mcp.json can start any program. Mooring uses the one that it finds in a folder only after you have seen"
                    + " what it starts. This command shows that and asks you.",
            "%nMooring remembers the file and its content, and asks again after a change. A file that you name with"
                    + " --servers needs no trust."
        },
        footer = {
            "  mooring trust                     show the nearest .mcp.json, and ask",
            "  mooring trust project/.mcp.json   show another file, and ask",
            "  mooring trust list                list the trusted files",
            "  mooring trust remove .mcp.json    stop trusting a file",
            "",
            "Exit codes: 0 the file is trusted, 1 it is not, 2 usage error.",
        },
        subcommands = {TrustCommand.ListTrusted.class, TrustCommand.Remove.class})
final class TrustCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description = "The servers file (default: the nearest .mcp.json, in this folder or above).")
    private @Nullable Path file;

    @Option(names = "--yes", description = "Do not ask. For scripts whose author has read the file.")
    private boolean yes;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InvalidServersFile {
        PrintWriter err = spec.commandLine().getErr();
        Path chosen = file != null ? file : ServersFile.find(Path.of("")).orElseThrow(ServersOption::noFile);
        if (!Files.isRegularFile(chosen)) {
            throw new ParameterException(spec.commandLine(), chosen + " does not exist");
        }
        TrustedFiles trusted = trusted();
        State state = trusted.state(chosen);
        if (state == State.TRUSTED) {
            err.println(chosen + " is already trusted.");
            return ExitCode.OK;
        }
        if (!yes && !Screen.canPrompt()) {
            throw new ParameterException(spec.commandLine(), "There is no terminal to ask on. Use --yes.");
        }
        boolean decision = new TrustPrompt(trusted, err).decide(chosen, state, yes);
        err.println(decision ? "Trusted until it changes." : "Not trusted.");
        return decision ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private static TrustedFiles trusted() {
        return TrustedFiles.standard(System.getenv());
    }

    /** {@code mooring trust list}. */
    @Command(
            name = "list",
            header = "List the trusted files.",
            footer = {"  mooring trust list   print the files, and whether they have changed since"})
    static final class ListTrusted implements Callable<Integer> {
        @Option(names = "--json", description = "Print a JSON array.")
        private boolean json;

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it before the call
        private CommandSpec spec;

        @Override
        public Integer call() throws IOException {
            PrintWriter out = spec.commandLine().getOut();
            Map<Path, State> files = trusted().all();
            ArrayNode array = Json.array();
            files.forEach((file, state) -> {
                String name = state.name().toLowerCase(Locale.ROOT);
                array.addObject().put("file", file.toString()).put("state", name);
                if (!json) {
                    out.printf("%-8s  %s%n", name, file);
                }
            });
            if (json) {
                out.println(Json.text(array));
            } else if (files.isEmpty()) {
                spec.commandLine().getErr().println("No file is trusted. 'mooring trust FILE' trusts one.");
            }
            return ExitCode.OK;
        }
    }

    /** {@code mooring trust remove}. */
    @Command(
            name = "remove",
            header = "Stop trusting a file.",
            footer = {"  mooring trust remove .mcp.json"})
    static final class Remove implements Callable<Integer> {
        @Parameters(paramLabel = "FILE", description = "The servers file, which need not exist any more.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before the call
        private Path file;

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it before the call
        private CommandSpec spec;

        @Override
        public Integer call() throws IOException {
            if (!trusted().remove(file)) {
                spec.commandLine().getErr().println("mooring: " + file + " is not trusted. See 'mooring trust list'.");
                return ExitCode.SOFTWARE;
            }
            spec.commandLine().getErr().println(file + " is no longer trusted.");
            return ExitCode.OK;
        }
    }
}
