package dev.mooring.app;

import dev.mooring.app.login.Login;
import dev.mooring.app.terminal.Printable;
import dev.mooring.auth.client.SignOut;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mooring logout}. */
@Command(
        name = "logout",
        header = "Sign out of a remote server.",
        description = "%nRevokes the tokens at the authorization server and deletes them.",
        footer = {
            "  mooring logout notes   sign out of the server notes of .mcp.json",
            "",
            "Exit codes: 0 no tokens are left on this machine, 1 failed, 2 usage error.",
        })
final class LogoutCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SERVER", description = "The server in the servers file.")
    private String server = "";

    @Mixin
    private final ServersOption servers = new ServersOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        SignOut outcome = new Login(servers.server(server, spec, err), ServersOption.environment()).signOut();
        out.println(outcome.wasSignedIn() ? server + ": signed out" : server + ": nobody was signed in");
        if (outcome.problem() != null) {
            err.println("mooring: " + Printable.text(outcome.problem())
                    + ". The tokens are deleted here, but they may be valid until they expire.");
        }
        return ExitCode.OK;
    }
}
