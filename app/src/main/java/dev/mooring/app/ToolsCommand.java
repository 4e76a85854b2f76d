package dev.mooring.app;

import dev.mooring.app.login.SignIns;
import dev.mooring.app.probe.ProbedServer;
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
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mooring tools}. */
@Command(
        name = "tools",
        header = "List the tools of MCP servers.",
        description =
                "%nOpens each server in a session of its own and lists its tools. If a server fails, the others are listed.",
        footer = {
            "  mooring tools                       list the tools of all servers in .mcp.json",
            "  mooring tools memory                list the tools of one server, in detail",
            "  mooring tools --servers FILE --json print JSON",
            "",
            "Exit codes: 0 all servers listed their tools, 1 a server failed, 2 usage error.",
        })
final class ToolsCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SERVER", arity = "0..1", description = "List only this server, in detail.")
    private @Nullable String server;

    @Mixin
    private final ServersOption servers = new ServersOption();

    @Option(names = "--json", description = "Print one JSON object with the tools as the servers define them.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        CommandLine line = spec.commandLine();
        PrintWriter err = line.getErr();
        List<Entry> selected = select(servers.inspect(err).entries());
        Screen screen = Screen.detect(line.getColorScheme().ansi());
        if (selected.isEmpty()) {
            err.println("mooring: The servers file has no servers.");
        }
        List<ProbedServer> results;
        try (Progress progress = new Progress(
                err, screen, "Opening", selected.stream().map(Entry::name).toList())) {
            results = ServerProbe.probe(
                    selected,
                    SignIns.withoutPerson(ServersOption.environment()),
                    result -> progress.done(result.server()));
        }
        ToolsReport report = new ToolsReport(results);
        if (json) {
            line.getOut().println(Json.text(report.json()));
        } else {
            report.print(line.getOut(), err, screen, server != null);
        }
        return report.isComplete() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private List<Entry> select(List<Entry> all) {
        if (server == null) {
            return all;
        }
        List<Entry> one =
                all.stream().filter(entry -> entry.name().equals(server)).toList();
        if (one.isEmpty()) {
            throw ServersOption.unknown(server, all, spec);
        }
        return one;
    }
}
