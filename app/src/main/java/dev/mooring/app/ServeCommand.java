package dev.mooring.app;

import dev.mooring.app.documents.DocumentService;
import dev.mooring.app.web.ClientSetup;
import dev.mooring.app.web.ClientSetup.LocalStart;
import dev.mooring.app.web.Launcher;
import dev.mooring.app.web.Tokens;
import dev.mooring.app.web.WebAddress;
import dev.mooring.mcp.Implementation;
import dev.mooring.vault.Vault;
import dev.mooring.vault.server.DocumentServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mooring serve}: a folder of documents over MCP. The address goes to standard output, all talk to the other. */
@Command(
        name = "serve",
        header = "Serve a folder of documents over MCP.",
        description = {
            "%nAssistants read, search and follow links in the .md, .markdown and .txt files of the folder. What they "
                    + "change becomes a suggestion in CriticMarkup, which people accept or reject.",
            "%nThe page for that is at /. MCP is at /mcp, health at /health, and figures for Prometheus at /metrics."
        },
        footer = {
            "  mooring serve ~/notes              for assistants on this machine",
            "  mooring serve ~/notes --read-only  without the tools that change documents",
            "  mooring serve ~/notes --stdio      for a client that starts servers itself",
            "",
            "  Behind a tunnel or a reverse proxy:",
            "  mooring serve ~/notes --token-file FILE --public-url https://example.com",
            "",
            "The token file has lines 'name token' and mode 600; the name signs the edits.",
            "Clients send 'Authorization: Bearer TOKEN'. Those that can send no header use",
            "the address /mcp/TOKEN instead. Addresses end up in the logs and histories of",
            "others, so prefer the header.",
            "",
            "Ctrl-C or SIGTERM ends it, after the calls in flight. Exit codes: 1 it could",
            "not start, 2 the command line was not understood, 130 or 143 it was stopped;",
            "with --stdio, 0 at the end of the input.",
        })
final class ServeCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FOLDER", description = "The folder of documents, such as an Obsidian vault.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private Path folder;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "7331",
            description = "The port to listen on; 0 takes a free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private WebOptions web;

    @Option(names = "--stdio", description = "Speak over standard input and output, and listen nowhere.")
    private boolean stdio;

    @Option(names = "--read-only", description = "Offer no tools that change documents.")
    private boolean readOnly;

    @Option(names = "--plain-marks", description = "Write suggestions without author and time.")
    private boolean plainMarks;

    @Option(names = "--hidden", description = "Show documents whose names, or folders, begin with a dot too.")
    private boolean hidden;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (!Files.isDirectory(folder)) {
            throw usage(folder + " is not a folder");
        }
        var implementation = Implementation.of("mooring", Version.number());
        var manner = new DocumentServer.Options(readOnly, plainMarks);
        if (stdio) {
            refuseOptionsOfHttp();
            DocumentService.overStdio(Vault.open(folder, hidden), implementation, manner);
        } else {
            WebAddress where = web.address(port, "read and change the documents");
            Optional<Tokens> tokens = web.tokens();
            DocumentService service =
                    DocumentService.start(Vault.open(folder, hidden), implementation, manner, where, tokens);
            ForegroundService.hold(service::close, spec.commandLine().getErr(), () -> announce(service));
        }
        return ExitCode.OK;
    }

    private void refuseOptionsOfHttp() {
        Stream.of("--port", "--host", "--public-url", "--token-file")
                .filter(spec.commandLine().getParseResult()::hasMatchedOption)
                .findFirst()
                .ifPresent(option -> {
                    throw usage(option + " has no meaning with --stdio");
                });
    }

    private void announce(DocumentService service) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        Path real = folder.toRealPath();
        err.println("Serving " + real + (readOnly ? ", read-only" : "") + ", at:");
        spec.commandLine().getOut().println(service.address());
        err.println("People review what assistants suggest at " + service.reviewAddress());
        Path last = real.getFileName();
        var local = new LocalStart(Launcher.command(), localArguments(real));
        err.print(new ClientSetup(
                        ClientSetup.plainName(last == null ? "" : last.toString(), "documents"),
                        service.address(),
                        Optional.of(local),
                        web.needsToken(),
                        web.isPublic())
                .text());
        web.warn(err, (readOnly ? "read" : "read and change") + " the documents");
        err.println("\nStop it with Ctrl-C.");
    }

    /** What starts it for one client in the same manner. */
    private List<String> localArguments(Path real) {
        Stream<String> manner = Stream.of("--read-only", "--plain-marks", "--hidden")
                .filter(spec.commandLine().getParseResult()::hasMatchedOption);
        return Stream.concat(Stream.of("serve", real.toString(), "--stdio"), manner)
                .toList();
    }

    private ParameterException usage(String reason) {
        return new ParameterException(spec.commandLine(), reason);
    }
}
