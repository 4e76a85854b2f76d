package dev.mooring.app.login;

import dev.mooring.app.terminal.Printable;
import dev.mooring.app.terminal.Prompter;
import dev.mooring.app.terminal.WebBrowser;
import dev.mooring.auth.client.SignInPage;
import dev.mooring.mcp.client.credentials.CredentialsUnavailable;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Asks the person at the terminal of a run or chat to sign in, and opens the page in the browser. Does not ask again after
 * a refusal. Thread-safe.
 */
public final class TerminalSignIn implements SignInPage {
    private final String server;
    private final Prompter prompter;
    private final Map<String, String> environment;
    private volatile boolean isRefused;

    /** Creates a page for the sign-in to one server. */
    public TerminalSignIn(String server, Prompter prompter, Map<String, String> environment) {
        this.server = server;
        this.prompter = prompter;
        this.environment = environment;
    }

    @Override
    public void show(URI page, Predicate<String> pastedResponse) throws CredentialsUnavailable, InterruptedException {
        if (isRefused || !isAccepted(page)) {
            isRefused = true;
            throw new CredentialsUnavailable(
                    "The person did not sign in to " + server + ". Sign in: " + SignIns.command(server));
        }
        if (!WebBrowser.open(page.toString(), environment)) {
            throw new CredentialsUnavailable("Cannot open a browser to sign in to " + server + ". Sign in: "
                    + SignIns.command(server) + " --no-browser");
        }
    }

    private boolean isAccepted(URI page) throws InterruptedException {
        String answer = prompter.prompt(
                "The server " + Printable.oneLine(server) + " asks you to sign in at " + page.getHost() + ".",
                "Open that page in your browser? [y]es, [n]o: ");
        return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
    }
}
