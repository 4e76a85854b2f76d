package dev.mooring.app;

import dev.mooring.app.gateway.GatewayService;
import dev.mooring.app.web.ClientSetup;
import dev.mooring.app.web.WebAddress;
import dev.mooring.gateway.GatewayOptions;
import dev.mooring.mcp.Implementation;
import dev.mooring.session.ToolServer;
import dev.mooring.session.config.DurationText;
import dev.mooring.session.config.InvalidServersFile;
import dev.mooring.session.config.ServersFile;
import dev.mooring.session.config.ServersFile.Entry;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code mooring gateway}: stateful servers for clients without sessions. Addresses go to standard output. */
@Command(
        name = "gateway",
        header = "Serve stateful MCP servers to clients that have no session.",
        description = {
            "%nEach server of the file is served at /NAME/mcp, and all together at /mcp. Each of their tools gains an "
                    + "argument session_id: a call without it starts a session and answers with its id, and a call with "
                    + "it goes on in that session, whatever the client does with its connections.",
            "%nA page at / shows servers and open sessions. Health is at /health, and figures for Prometheus at "
                    + "/metrics."
        },
        footer = {
            "  mooring gateway                          the servers of .mcp.json, here or above",
            "  mooring gateway --servers servers.json   those of another file",
            "  mooring gateway --idle 2h                sessions that may rest longer",
            "",
            "  For Claude.ai and ChatGPT, behind a tunnel or a reverse proxy:",
            "  mooring gateway --token-file FILE --public-url https://example.com",
            "",
            "The file is the mcpServers JSON that Claude Desktop, Cursor and Claude Code have",
            "too. A server's own idle and maxSessions there win. One with session: shared or",
            "call, or that speaks only the protocol without sessions, is passed through as it",
            "is, and cannot tell callers apart. An entry that cannot be used is left out.",
            "",
            "The token file has lines 'name token', each with another name, and mode 600.",
            "Whoever has another token cannot use, see or end your sessions. Clients send",
            "'Authorization: Bearer TOKEN', or use the address /mcp/TOKEN where they can send",
            "no header.",
            "",
            "Ctrl-C or SIGTERM ends it with every server it started. Exit codes: 1 it could",
            "not start, 2 the command line was not understood, 130 or 143 it was stopped.",
        })
final class GatewayCommand implements Callable<Integer> {
    private static final String HARM = "use the tools of the servers";

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private ServersOption servers;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "7332",
            description = "The port to listen on; 0 takes a free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--idle",
            paramLabel = "TIME",
            defaultValue = "30m",
            converter = TimeConverter.class,
            description = "After how long without use a session ends, such as 90s, 30m or 2h (default: "
                    + "${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private Duration idle;

    @Option(
            names = "--max-sessions",
            paramLabel = "N",
            defaultValue = "256",
            description = "How many sessions one caller may have open at one address, and each server at all of them "
                    + "(default: ${DEFAULT-VALUE}).")
    private int maxSessions;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private WebOptions web;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    /** Reads times as the servers file does. */
    static final class TimeConverter implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return DurationText.parse(text)
                    .filter(Duration::isPositive)
                    .orElseThrow(() -> new TypeConversionException("'" + text + "' is no time such as 90s, 30m or 2h"));
        }
    }

    @Override
    public Integer call() throws IOException, InvalidServersFile {
        if (maxSessions < 1) {
            throw usage("--max-sessions must be at least 1");
        }
        WebAddress where = web.address(port, HARM);
        PrintWriter err = spec.commandLine().getErr();
        List<ToolServer> usable = usable(servers.inspect(err), err);
        GatewayOptions options = GatewayOptions.builder(Implementation.of("mooring", Version.number()))
                .idle(idle)
                .maxSessions(maxSessions)
                .build();
        GatewayService service = GatewayService.start(usable, options, where, web.tokens());
        ForegroundService.hold(service::close, err, () -> announce(service, err));
        return ExitCode.OK;
    }

    /** One faulty server hides no other, as in {@code tools} and {@code run}. */
    private static List<ToolServer> usable(ServersFile.Inspection inspected, PrintWriter err) throws IOException {
        if (inspected.entries().isEmpty()) {
            throw new IOException("the file of tool servers names none");
        }
        for (Entry entry : inspected.entries()) {
            if (entry instanceof Entry.Faulty(String _, InvalidServersFile fault)) {
                err.println("mooring: " + fault.getMessage() + ". It is left out.");
            }
        }
        List<ToolServer> usable = inspected.servers();
        if (usable.isEmpty()) {
            throw new IOException("no server of the file can be used");
        }
        return usable;
    }

    private void announce(GatewayService service, PrintWriter err) {
        PrintWriter out = spec.commandLine().getOut();
        err.println("Serving all servers together, and each by itself, at:");
        out.println(service.address());
        service.addresses().values().forEach(out::println);
        err.println("\nSessions and servers: " + service.page());
        err.print(new ClientSetup("mooring", service.address(), Optional.empty(), web.needsToken(), web.isPublic())
                .text());
        if (!web.isPublic()) {
            err.println(
                    "\nClaude.ai and ChatGPT reach only public addresses: put a tunnel or a reverse proxy before it,");
            err.println("and say which address that has with --public-url https://...");
        }
        err.println("\nFor one server alone, use its address instead.");
        web.warn(err, HARM);
        err.println("\nStop it with Ctrl-C.");
    }

    private ParameterException usage(String reason) {
        return new ParameterException(spec.commandLine(), reason);
    }
}
