package dev.mooring.app;

import dev.mooring.app.doctor.AgentCheck;
import dev.mooring.app.doctor.AgentCheckResult;
import dev.mooring.app.doctor.DoctorReport;
import dev.mooring.app.login.SignIns;
import dev.mooring.app.probe.ProbedServer;
import dev.mooring.app.probe.ServerProbe;
import dev.mooring.app.terminal.Progress;
import dev.mooring.app.terminal.Screen;
import dev.mooring.mcp.Json;
import dev.mooring.session.config.InvalidServersFile;
import dev.mooring.session.config.ServersFile;
import dev.mooring.session.config.ServersFile.Entry;
import dev.mooring.vault.CommentatorSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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
        header = "Check servers and agents, and explain problems.",
        description = "%nReads the servers file and the agent files, opens each server once, and checks that the"
                + " tools and models of the agents exist. Calls no model.",
        footer = {
            "  mooring doctor                        check this folder's agents and .mcp.json",
            "  mooring doctor agents --servers FILE  check another folder",
            "  mooring doctor agent.md --json        check one agent, print JSON",
            "",
            "Exit codes: 0 no problems, 1 problems found, 2 usage error.",
        })
final class DoctorCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "FOLDER|AGENT.md",
            arity = "0..1",
            description = "A folder of agents, or one agent file (default: this folder).")
    private Path target = Path.of("");

    @Mixin
    private final ServersOption servers = new ServersOption();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (!Files.exists(target.toAbsolutePath())) {
            throw new ParameterException(spec.commandLine(), target + " does not exist");
        }
        CommandLine line = spec.commandLine();
        Screen screen = Screen.detect(line.getColorScheme().ansi());
        DoctorReport report = examine(screen);
        if (json) {
            line.getOut().println(Json.text(report.json()));
        } else {
            report.print(line.getOut(), screen);
        }
        return report.isHealthy() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private DoctorReport examine(Screen screen) throws IOException, InterruptedException {
        Map<String, String> environment = ServersOption.environment();
        Path file = servers.locate(target).orElse(null);
        String fault = null;
        ServersFile.Inspection inspection = new ServersFile.Inspection(List.of(), List.of());
        try {
            servers.find(target);
            inspection = inspect(file, environment);
        } catch (InvalidServersFile e) {
            fault = e.getMessage();
        }
        List<String> names = inspection.entries().stream().map(Entry::name).toList();
        List<ProbedServer> results;
        try (Progress progress = new Progress(spec.commandLine().getErr(), screen, "Opening", names)) {
            results = ServerProbe.probe(
                    inspection.entries(), SignIns.withoutPerson(environment), result -> progress.done(result.server()));
        }
        AgentCheck check = new AgentCheck(inspection.servers(), results, environment);
        List<Path> files = Files.isDirectory(target.toAbsolutePath()) ? AgentCheck.agentFiles(target) : List.of(target);
        List<AgentCheckResult> agents = files.stream().map(check::check).toList();
        List<String> warnings = Stream.concat(
                        inspection.warnings().stream(), CommentatorSettings.warning(target).stream())
                .toList();
        return new DoctorReport(file, fault, warnings, results, agents);
    }

    private static ServersFile.Inspection inspect(@Nullable Path file, Map<String, String> environment)
            throws InvalidServersFile {
        return file == null ? new ServersFile.Inspection(List.of(), List.of()) : ServersFile.inspect(file, environment);
    }
}
