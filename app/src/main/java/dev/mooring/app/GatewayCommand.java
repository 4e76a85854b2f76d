package dev.mooring.app;

import dev.mooring.app.gateway.AuditLog;
import dev.mooring.app.gateway.GatewayService;
import dev.mooring.app.gateway.GatewayState;
import dev.mooring.app.gateway.PersonalSignIns;
import dev.mooring.app.gateway.PrincipalTokens;
import dev.mooring.app.state.StateFolder;
import dev.mooring.app.terminal.FailureText;
import dev.mooring.app.users.Users;
import dev.mooring.app.web.ClientSetup;
import dev.mooring.app.web.WebSettings;
import dev.mooring.gateway.GatewayOptions;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.crypto.Sha256;
import dev.mooring.session.ToolServer;
import dev.mooring.session.config.DurationText;
import dev.mooring.session.config.InvalidServersFile;
import dev.mooring.session.config.ServersFile;
import dev.mooring.session.config.ServersFile.Entry;
import dev.mooring.store.StoreLocation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code mooring gateway}. The addresses go to standard output, everything else to standard error. */
@Command(
        name = "gateway",
        header = "Serve stateful MCP servers to clients without sessions.",
        description = {
            "%nServes each server of the file at /NAME/mcp, and all of them together at /mcp. Each tool gains an "
                    + "argument session_id. A call without it starts a session and returns its id. A call with it continues "
                    + "that session, even on another connection.",
            "%nA page at / shows servers and open sessions. Health is at /health, and Prometheus metrics are at "
                    + "/metrics."
        },
        footer = {
            "  mooring gateway                          serve the nearest .mcp.json",
            "  mooring gateway --servers servers.json   serve another file",
            "  mooring gateway --idle 2h                keep idle sessions longer",
            "",
            "  For Claude.ai and ChatGPT, behind a tunnel or a reverse proxy:",
            "  mooring user add ada",
            "  mooring gateway --login ~/.config/mooring/users \\",
            "      --public-url https://example.com",
            "",
            "The file is the mcpServers JSON of Claude Desktop, Cursor and Claude Code. A",
            "server's own idle and maxSessions override the options. A server with session:",
            "shared or call, or without protocol sessions, is passed through unchanged, and",
            "cannot tell callers apart. Invalid entries are skipped with a warning.",
            "",
            "Each line of the token file is 'name token [role...]' with a unique name, and",
            "its mode is 600. A token without roles, or with the role write, may call all",
            "tools. Holders of other tokens cannot use your sessions. The role admin opens",
            "the page and /metrics, and sees and ends all sessions. Mooring rereads the file",
            "when it changes. Clients send 'Authorization: Bearer TOKEN' or, with",
            "--token-in-url, use the address /mcp/TOKEN.",
            "",
            "Clients of both protocol eras are sent to the legacy era if a server keeps",
            "state, so that they keep their session. For clients of the modern era only, each",
            "server is also at /NAME/modern/mcp, and all of them at /modern/mcp.",
            "",
            "If a remote server requires a sign-in, each caller signs in to it on the page",
            "/account/servers, and only the calls of that caller use the result.",
            "",
            "Sessions with remote servers survive a restart on the same port. Sessions with",
            "local servers end with the gateway, and their next call says so.",
            "",
            "Several gateways behind a load balancer, each with the same servers file:",
            "(umask 077; openssl rand -hex 32 > cluster.key)",
            "mooring gateway --store postgresql://mooring@db/mooring \\",
            "    --cluster-key-file cluster.key",
            "",
            "Ctrl-C or SIGTERM stops it after the calls in flight, with every server that it",
            "started. Exit codes: 1 cannot start, 2 usage error, 130 or 143 stopped by a",
            "signal.",
        })
final class GatewayCommand implements Callable<Integer> {
    private static final String OPEN_ACCESS_RISK = "use the tools of the servers";

    /** How long calls in flight may take to finish after a signal. */
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(20);

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private ServersOption servers;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "7332",
            description = "The port to listen on, or 0 for a free port (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--idle",
            paramLabel = "TIME",
            defaultValue = "30m",
            converter = TimeConverter.class,
            description = "How long a session may be idle before it ends, such as 90s, 30m or 2h (default: "
                    + "${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private Duration idle;

    @Option(
            names = "--max-sessions",
            paramLabel = "N",
            defaultValue = "256",
            description = "The maximum number of open sessions per caller and address, and per server in total "
                    + "(default: ${DEFAULT-VALUE}).")
    private int maxSessions;

    @Option(
            names = "--conversation-field",
            paramLabel = "FIELD",
            description = "A field of _meta in which clients send the id of a conversation, beside the known ones; "
                    + "calls of one conversation share a session. Repeatable.")
    private List<String> conversationFields = new ArrayList<>();

    @Option(
            names = "--conversation-header",
            paramLabel = "HEADER",
            description = "An HTTP header in which clients send the id of a conversation. Repeatable.")
    private List<String> conversationHeaders = new ArrayList<>();

    @Option(
            names = "--audit",
            paramLabel = "FILE",
            description =
                    "Append one JSON line per tool call to this file: time, principal, server, tool, a hash of the "
                            + "session id, outcome and duration. No arguments. The file is rotated at 10 MB; five files are kept.")
    private @Nullable Path audit;

    @Option(
            names = "--record",
            description = "Show the arguments of the last calls of each session on the page. They can contain secrets.")
    private boolean record;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private StoreOption store;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private ClusterOptions cluster;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private WebOptions web;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    /** Parses times in the format of the servers file. */
    static final class TimeConverter implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return DurationText.parse(text)
                    .filter(Duration::isPositive)
                    .orElseThrow(() -> new TypeConversionException("'" + text
                            + "' is not a time. Write, for example, 90s, 30m or 2h, at most " + DurationText.MAX));
        }
    }

    @Override
    public Integer call() throws IOException, InvalidServersFile {
        if (maxSessions < 1) {
            throw usage("--max-sessions must be at least 1");
        }
        WebSettings settings = web.settings(port, OPEN_ACCESS_RISK);
        cluster.check(store.chosen(), settings);
        Optional<Users> users = web.users();
        PrintWriter err = spec.commandLine().getErr();
        List<ToolServer> usable = usable(servers.inspect(err), err);
        AuditLog auditLog = audit == null ? null : openAuditLog(audit);
        GatewayOptions.Builder options = GatewayOptions.builder(Implementation.of("mooring", Version.number()))
                .idle(idle)
                .maxSessions(maxSessions)
                .recordsArguments(record)
                .conversationFields(conversationFields)
                .conversationHeaders(conversationHeaders);
        if (auditLog != null) {
            options.callListener(auditLog);
        }
        GatewayState state = openState(err);
        if (users.isPresent()) {
            settings = settings.with(web.login(users.get(), state.authorization("gateway")));
        }
        GatewayService service;
        try {
            service = GatewayService.start(
                    usable,
                    state.addTo(options.build()),
                    settings,
                    state::sessions,
                    new PersonalSignIns(ServersOption.environment(), tokens(), Version.number()),
                    cluster.advertised());
        } catch (IOException | RuntimeException e) {
            state.close();
            throw e;
        }
        ForegroundService.run(
                () -> {
                    try (state;
                            AuditLog _ = auditLog) {
                        service.drain(DRAIN_TIMEOUT);
                    }
                },
                err,
                () -> announce(service, err));
        return ExitCode.OK;
    }

    private static AuditLog openAuditLog(Path file) throws IOException {
        try {
            return AuditLog.open(file);
        } catch (IOException e) {
            throw new IOException(
                    "Cannot write the audit log " + file + ": " + FailureText.withoutPath(e)
                            + ". Choose a file in a folder that exists and that you can write.",
                    e);
        }
    }

    /** Opens the state. With port 0 the default is memory, because no client would find the next process. */
    private GatewayState openState(PrintWriter err) throws IOException {
        Optional<Path> clusterKey = cluster.keyFile();
        if (clusterKey.isPresent() && store.chosen().orElse(null) instanceof StoreLocation.Postgresql database) {
            return GatewayState.openShared(database, clusterKey.get());
        }
        Path folder = stateFolder();
        StoreLocation location = port == 0 ? store.locationOrMemory() : store.location(folder);
        return GatewayState.open(location, folder, () -> StoreOption.open(location, err), err);
    }

    private Path stateFolder() throws IOException {
        Path file =
                servers.locate(Path.of("")).orElseThrow(ServersOption::noFile).toRealPath();
        return StateFolder.standard(System.getenv()).resolve("gateway").resolve(Sha256.shortHex(file + "\n" + port));
    }

    /** Returns the tokens of principals for upstream servers: in files with every store, or in memory with port 0. */
    private PrincipalTokens tokens() throws IOException {
        return port == 0 ? PrincipalTokens.inMemory() : PrincipalTokens.inFolder(stateFolder());
    }

    /** Returns the valid entries, and prints a warning for each invalid one. */
    private static List<ToolServer> usable(ServersFile.Inspection inspection, PrintWriter err) throws IOException {
        if (inspection.entries().isEmpty()) {
            throw new IOException(
                    "The servers file has no servers. Add one to it, or choose another file with --servers.");
        }
        for (Entry entry : inspection.entries()) {
            if (entry instanceof Entry.Invalid(String _, InvalidServersFile error)) {
                err.println("mooring: " + error.getMessage() + " The server is skipped.");
            }
        }
        List<ToolServer> usable = inspection.servers();
        if (usable.isEmpty()) {
            throw new IOException(
                    "The servers file has no valid entry. Correct an entry, or choose another file with --servers.");
        }
        return usable;
    }

    private void announce(GatewayService service, PrintWriter err) {
        PrintWriter out = spec.commandLine().getOut();
        err.println("Serving all servers together, and each separately, at:");
        out.println(service.address());
        service.addresses().values().forEach(out::println);
        err.println("\nStatus page: " + service.page());
        err.print(
                new ClientSetup("mooring", service.address(), Optional.empty(), web.tokenUse(), web.isPublic()).text());
        if (!web.isPublic()) {
            err.println(
                    "\nClaude.ai and ChatGPT need a public address. Start a tunnel or a reverse proxy, and pass its");
            err.println("address with --public-url https://...");
        }
        err.println("\nTo use one server only, use its address instead.");
        web.warnIfOpen(err, OPEN_ACCESS_RISK);
        err.println("\nStop with Ctrl-C.");
    }

    private ParameterException usage(String reason) {
        return new ParameterException(spec.commandLine(), reason);
    }
}
