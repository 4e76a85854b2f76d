package dev.mooring.app;

import dev.mooring.app.doctor.AgentCheck;
import dev.mooring.app.doctor.AgentCheckResult;
import dev.mooring.app.doctor.DoctorReport;
import dev.mooring.app.probe.ProbeResult;
import dev.mooring.app.probe.ServerProbe;
import dev.mooring.app.terminal.Progress;
import dev.mooring.app.terminal.Screen;
import dev.mooring.mcp.Json;
import dev.mooring.session.config.InvalidServersFile;
import dev.mooring.session.config.ServersFile;
import dev.mooring.session.config.ServersFile.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mooring doctor}. */
@Command(
        name = "doctor",
        header = "See whether servers and agents would work, and say what is wrong.",
        description = "%nReads the servers file and the agents' files, opens each server once, and checks that the"
                + " agents' tools and models exist. No model is asked anything.",
        footer = {
            "  mooring doctor                        this folder's agents, and .mcp.json",
            "  mooring doctor examples/agents        another folder's",
            "  mooring doctor agent.md --json        one agent, for a program",
            "",
            "Exit codes: 0 all is well, 1 something is not, 2 the command line was not",
            "understood.",
        })
final class DoctorCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "FOLDER|AGENT.md",
            arity = "0..1",
            description = "Where the agents are (default: this folder).")
    private Path where = Path.of("");

    @Mixin
    private final ServersOption servers = new ServersOption();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (!Files.exists(where.toAbsolutePath())) {
            throw new ParameterException(spec.commandLine(), where + " does not exist");
        }
        CommandLine line = spec.commandLine();
        Screen screen = Screen.detect(line.getColorScheme().ansi());
        DoctorReport diagnosis = examine(screen);
        if (json) {
            line.getOut().println(Json.text(diagnosis.json()));
        } else {
            diagnosis.print(line.getOut(), screen);
        }
        return diagnosis.isHealthy() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private DoctorReport examine(Screen screen) throws IOException, InterruptedException {
        Map<String, String> environment = ServersOption.environment();
        Path file = servers.find(where).orElse(null);
        String fault = null;
        ServersFile.Inspection inspected = new ServersFile.Inspection(List.of(), List.of());
        try {
            inspected = inspected(file, environment);
        } catch (InvalidServersFile e) {
            fault = e.getMessage();
        }
        List<String> names = inspected.entries().stream().map(Entry::name).toList();
        List<ProbeResult> findings;
        try (Progress progress = new Progress(spec.commandLine().getErr(), screen, "Opening", names)) {
            findings = ServerProbe.of(inspected.entries(), finding -> progress.done(finding.server()));
        }
        AgentCheck check = new AgentCheck(inspected.servers(), findings, environment);
        List<Path> files = Files.isDirectory(where.toAbsolutePath()) ? AgentCheck.filesIn(where) : List.of(where);
        List<AgentCheckResult> agents = files.stream().map(check::check).toList();
        return new DoctorReport(file, fault, inspected.warnings(), findings, agents);
    }

    private static ServersFile.Inspection inspected(@Nullable Path file, Map<String, String> environment)
            throws InvalidServersFile {
        return file == null ? new ServersFile.Inspection(List.of(), List.of()) : ServersFile.inspect(file, environment);
    }
}
