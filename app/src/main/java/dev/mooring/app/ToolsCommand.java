package dev.mooring.app;

import dev.mooring.app.probe.ProbeResult;
import dev.mooring.app.probe.ServerProbe;
import dev.mooring.app.probe.ToolsReport;
import dev.mooring.app.terminal.Progress;
import dev.mooring.app.terminal.Screen;
import dev.mooring.mcp.Json;
import dev.mooring.session.config.ServersFile.Entry;
import java.io.PrintWriter;
import java.util.List;
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

/** {@code mooring tools}. */
@Command(
        name = "tools",
        header = "List the tools of MCP servers.",
        description =
                "%nOpens each server once, asks it, and closes it again. One that does not answer hides no other.",
        footer = {
            "  mooring tools                       the tools of all servers in .mcp.json",
            "  mooring tools memory                those of one server, in detail",
            "  mooring tools --servers FILE --json for a program",
            "",
            "Exit codes: 0 every server answered, 1 one did not, 2 the command line was not",
            "understood.",
        })
final class ToolsCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SERVER", arity = "0..1", description = "Only this one, in detail.")
    private @Nullable String server;

    @Mixin
    private final ServersOption servers = new ServersOption();

    @Option(names = "--json", description = "Print one JSON object, with the tools as the servers give them.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        CommandLine line = spec.commandLine();
        PrintWriter err = line.getErr();
        List<Entry> asked = asked(servers.inspect(err).entries());
        Screen screen = Screen.detect(line.getColorScheme().ansi());
        if (asked.isEmpty()) {
            err.println("mooring: there is no server in the servers file");
        }
        List<ProbeResult> findings;
        try (Progress progress = new Progress(
                err, screen, "Asking", asked.stream().map(Entry::name).toList())) {
            findings = ServerProbe.of(asked, finding -> progress.done(finding.server()));
        }
        ToolsReport report = new ToolsReport(findings);
        if (json) {
            line.getOut().println(Json.text(report.json()));
        } else {
            report.print(line.getOut(), err, screen, server != null);
        }
        return report.isComplete() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private List<Entry> asked(List<Entry> all) {
        if (server == null) {
            return all;
        }
        List<Entry> one =
                all.stream().filter(entry -> entry.name().equals(server)).toList();
        if (one.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "there is no server '" + server + "'; there "
                            + (all.isEmpty()
                                    ? "is none at all"
                                    : "are: "
                                            + String.join(
                                                    ", ",
                                                    all.stream()
                                                            .map(Entry::name)
                                                            .toList())));
        }
        return one;
    }
}
