package dev.mooring.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.app.login.CommandLineSignIn;
import dev.mooring.app.login.Login;
import dev.mooring.app.login.SignInText;
import dev.mooring.app.terminal.Printable;
import dev.mooring.auth.client.SignIn;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mooring login}. */
@Command(
        name = "login",
        header = "Sign in to a remote server.",
        description = "%nOpens the sign-in page of the server in your browser and stores the tokens, which only you can"
                + " read. Other commands use and renew them.",
        footer = {
            "  mooring login notes               sign in to the server notes of .mcp.json",
            "  mooring login notes --no-browser  for a browser on another machine",
            "",
            "Exit codes: 0 signed in, 1 not signed in, 2 usage error.",
        })
final class LoginCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SERVER", description = "The server in the servers file.")
    private String server = "";

    @Option(
            names = "--no-browser",
            description = "Print the address of the page and read the response from standard input.")
    private boolean noBrowser;

    @Mixin
    private final ServersOption servers = new ServersOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter err = spec.commandLine().getErr();
        var page = new CommandLineSignIn(
                !noBrowser,
                new BufferedReader(new InputStreamReader(System.in, UTF_8)),
                err,
                ServersOption.environment());
        SignIn signIn = new Login(servers.server(server, spec, err), ServersOption.environment())
                .signIn(page, err::println, Version.number());
        spec.commandLine().getOut().println(Printable.oneLine(server + ": " + SignInText.of(signIn, Instant.now())));
        return ExitCode.OK;
    }
}
