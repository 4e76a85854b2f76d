package dev.mooring.app;

import dev.mooring.app.documents.DocumentService;
import dev.mooring.app.documents.FolderId;
import dev.mooring.app.state.DeferredHandleStores;
import dev.mooring.app.state.StateFolder;
import dev.mooring.app.terminal.ShellWord;
import dev.mooring.app.users.Users;
import dev.mooring.app.web.ClientSetup;
import dev.mooring.app.web.ClientSetup.LocalStart;
import dev.mooring.app.web.Launcher;
import dev.mooring.app.web.WebSettings;
import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStores;
import dev.mooring.mcp.Implementation;
import dev.mooring.store.StateStore;
import dev.mooring.store.StoreLocation;
import dev.mooring.vault.CommentatorSettings;
import dev.mooring.vault.Vault;
import dev.mooring.vault.server.DocumentServer;
import dev.mooring.vault.server.DocumentSession;
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

/** {@code mooring serve}. The address goes to standard output, everything else to standard error. */
@Command(
        name = "serve",
        header = "Serve a folder of documents over MCP.",
        description = {
            "%nAssistants read, search and follow links in the .md, .markdown and .txt files of the folder. Each edit "
                    + "becomes a suggestion in CriticMarkup, which people accept or reject.",
            "%nThe review page is at /, MCP at /mcp, health at /health, and Prometheus metrics at /metrics."
        },
        footer = {
            "  mooring serve ~/notes              for assistants on this machine",
            "  mooring serve ~/notes --read-only  without the tools that change documents",
            "  mooring serve ~/notes --stdio      for a client that starts servers itself",
            "",
            "  For Claude.ai and ChatGPT, behind a tunnel or a reverse proxy:",
            "  mooring user add ada",
            "  mooring serve ~/notes --login ~/.config/mooring/users \\",
            "      --public-url https://example.com",
            "",
            "People sign in with their password, and see at /account which clients act for",
            "them. With --issuer, your own authorization server issues the tokens instead.",
            "",
            "For scripts there is --token-file. Each line of it is 'name token [role...]',",
            "and its mode is 600. The name becomes the author of edits. The roles are read,",
            "write, review (the review page) and admin (/metrics); without roles a token may",
            "read and write. Mooring rereads the file when it changes. Clients send",
            "'Authorization: Bearer TOKEN'. With --token-in-url they can use the address",
            "/mcp/TOKEN instead. Prefer the header, because addresses end up in logs and",
            "browser histories.",
            "",
            "Without any of them, the printed link signs you in to the review page once.",
            "'mooring review FOLDER --open' opens a new one. With --stdio there is no link:",
            "that command starts the review page on a free port.",
            "",
            "Ctrl-C or SIGTERM stops it after the calls in flight. Exit codes: 1 cannot",
            "start, 2 usage error, 130 or 143 stopped by a signal; with --stdio, 0 at the end",
            "of the input.",
        })
final class ServeCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FOLDER", description = "The folder of documents, such as an Obsidian vault.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private Path folder;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "7331",
            description = "The port to listen on, or 0 for a free port (default: ${DEFAULT-VALUE}).")
    private int port;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private WebOptions web;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private StoreOption store;

    @Option(names = "--stdio", description = "Serve one client over standard input and output, without HTTP.")
    private boolean stdio;

    @Option(names = "--read-only", description = "Omit the tools that change documents.")
    private boolean readOnly;

    @Option(names = "--plain-marks", description = "Write suggestions without author and time.")
    private boolean plainMarks;

    @Option(names = "--hidden", description = "Include documents and folders whose names begin with a dot.")
    private boolean hidden;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        requireFolder(folder, spec);
        var implementation = Implementation.of("mooring", Version.number());
        var options = new DocumentServer.Options(readOnly, plainMarks);
        if (!plainMarks) {
            CommentatorSettings.warning(folder)
                    .ifPresent(warning -> spec.commandLine().getErr().println("mooring: " + warning));
        }
        if (stdio) {
            rejectHttpOptions();
            try (HandleStores stores = openStores()) {
                spec.commandLine()
                        .getErr()
                        .println("Review suggestions with: " + ShellWord.of(Launcher.command()) + " review "
                                + ShellWord.of(folder.toRealPath())
                                + " --open");
                DocumentService.serveStdio(
                        Vault.open(folder, hidden),
                        sessions(stores),
                        implementation,
                        options,
                        StateFolder.standard(System.getenv()));
            }
        } else {
            WebSettings settings = web.settings(port, "read and change the documents");
            Optional<Users> users = web.users();
            StateStore stores = openStores();
            if (users.isPresent()) {
                settings = settings.with(web.login(users.get(), stores.authorization("serve " + folderId())));
            }
            DocumentService service = DocumentService.start(
                    Vault.open(folder, hidden), stores, folderId(), implementation, options, settings);
            ForegroundService.run(
                    () -> {
                        try (stores) {
                            service.close();
                        }
                    },
                    spec.commandLine().getErr(),
                    () -> announce(service));
        }
        return ExitCode.OK;
    }

    /** Checks the folder of documents that the user has named. */
    static void requireFolder(Path folder, CommandSpec spec) {
        if (Files.isDirectory(folder)) {
            return;
        }
        throw new ParameterException(
                spec.commandLine(),
                Files.exists(folder)
                        ? folder + " is not a folder. Name the folder that contains the documents."
                        : "The folder " + folder + " does not exist. Check its name, or create it.");
    }

    private StateStore openStores() throws IOException {
        Path state = StateFolder.standard(System.getenv()).resolve("serve").resolve(folderId());
        PrintWriter err = spec.commandLine().getErr();
        return store.location(state) instanceof StoreLocation.Sqlite file
                ? new DeferredHandleStores(() -> StoreOption.open(file, err))
                : StoreOption.open(store.location(state), err);
    }

    private HandleStore<DocumentSession> sessions(HandleStores stores) throws IOException {
        return DocumentService.newHandleStore(stores, folderId());
    }

    private String folderId() throws IOException {
        return FolderId.of(folder, !readOnly);
    }

    private void rejectHttpOptions() {
        Stream.concat(Stream.of("--port"), WebOptions.NAMES.stream())
                .filter(spec.commandLine().getParseResult()::hasMatchedOption)
                .findFirst()
                .ifPresent(option -> {
                    throw usage(option + " has no effect with --stdio");
                });
    }

    private void announce(DocumentService service) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        Path real = folder.toRealPath();
        err.println("Serving " + real + (readOnly ? ", read-only," : "") + " at:");
        spec.commandLine().getOut().println(service.address());
        err.println("Review suggestions at " + service.reviewLink());
        Path last = real.getFileName();
        var local = new LocalStart(Launcher.command(), localArguments(real));
        err.print(new ClientSetup(
                        ClientSetup.plainName(last == null ? "" : last.toString(), "documents"),
                        service.address(),
                        Optional.of(local),
                        web.tokenUse(),
                        web.isPublic())
                .text());
        web.warnIfOpen(err, (readOnly ? "read" : "read and change") + " the documents");
        err.println("\nStop with Ctrl-C.");
    }

    /** Returns the arguments that start the same service for one client over stdio. */
    private List<String> localArguments(Path real) {
        Stream<String> flags = Stream.of("--read-only", "--plain-marks", "--hidden")
                .filter(spec.commandLine().getParseResult()::hasMatchedOption);
        return Stream.concat(Stream.of("serve", real.toString(), "--stdio"), flags)
                .toList();
    }

    private ParameterException usage(String reason) {
        return new ParameterException(spec.commandLine(), reason);
    }
}
