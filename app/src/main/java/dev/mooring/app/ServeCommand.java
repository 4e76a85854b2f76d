package dev.mooring.app;

import dev.mooring.app.serve.ClientSetup;
import dev.mooring.app.serve.DocumentService;
import dev.mooring.app.serve.Launcher;
import dev.mooring.app.serve.Tokens;
import dev.mooring.app.serve.WebAddress;
import dev.mooring.mcp.Implementation;
import dev.mooring.vault.mcp.DocumentServer.Manner;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
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
            "%nMCP is at /mcp, health at /health, and figures for Prometheus at /metrics."
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

    @Option(
            names = "--host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "The address to listen on (default: ${DEFAULT-VALUE}). Any but loopback needs --token-file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private String host;

    @Option(
            names = "--public-url",
            paramLabel = "URL",
            description = "The address that clients use, where it is another one; its Host and Origin are let in.")
    private @Nullable URI publicUrl;

    @Option(names = "--token-file", paramLabel = "FILE", description = "Let in only who has a token of this file.")
    private @Nullable Path tokenFile;

    @Option(names = "--stdio", description = "Speak over standard input and output, and listen nowhere.")
    private boolean stdio;

    @Option(names = "--read-only", description = "Offer no tools that change documents.")
    private boolean readOnly;

    @Option(names = "--plain-marks", description = "Write suggestions without author and time.")
    private boolean plainMarks;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (!Files.isDirectory(folder)) {
            throw usage(folder + " is not a folder");
        }
        var implementation = Implementation.of("mooring", Version.number());
        var manner = new Manner(readOnly, plainMarks);
        if (stdio) {
            refuseOptionsOfHttp();
            DocumentService.overStdio(folder, implementation, manner);
        } else {
            WebAddress where = address();
            Optional<Tokens> tokens = tokenFile == null ? Optional.empty() : Optional.of(Tokens.read(tokenFile));
            serve(DocumentService.start(folder, implementation, manner, where, tokens));
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

    private WebAddress address() {
        try {
            if (tokenFile == null && !WebAddress.isLoopback(host)) {
                throw usage("--host " + host + " lets other machines in, and without --token-file everybody on them "
                        + "could read and change the documents");
            }
            return new WebAddress(host, port, Optional.ofNullable(publicUrl));
        } catch (IllegalArgumentException e) {
            throw usage(Failures.reason(e));
        }
    }

    /** Until the thread is interrupted, or the process told to end. */
    private void serve(DocumentService service) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        var stop = new Thread(
                () -> {
                    err.println("Stopping.");
                    close(service);
                },
                "stop");
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            announce(service, err);
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Runtime.getRuntime().removeShutdownHook(stop);
            service.close();
        }
    }

    private static void close(DocumentService service) {
        try {
            service.close();
        } catch (IOException e) {
            // The process ends anyway, and with it all that could not be closed.
        }
    }

    private void announce(DocumentService service, PrintWriter err) throws IOException {
        Path real = folder.toRealPath();
        err.println("Serving " + real + (readOnly ? ", read-only" : "") + ", at:");
        spec.commandLine().getOut().println(service.address());
        boolean isPublic = publicUrl != null && "https".equals(publicUrl.getScheme());
        err.print(new ClientSetup(service.address(), real, Launcher.command(), tokenFile != null, isPublic).text());
        if (publicUrl != null && tokenFile == null) {
            err.println("\nWarning: whoever reaches " + publicUrl + " can " + (readOnly ? "read" : "read and change")
                    + " the documents: there is no --token-file.");
        }
        err.println("\nStop it with Ctrl-C.");
    }

    private ParameterException usage(String reason) {
        return new ParameterException(spec.commandLine(), reason);
    }
}
