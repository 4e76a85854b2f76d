package dev.mooring.app.login;

import dev.mooring.app.terminal.WebBrowser;
import dev.mooring.auth.client.SignInPage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The sign-in of {@code mooring login}: opens the page in the browser, or prints its address and reads the response that
 * the person pastes.
 */
public final class CommandLineSignIn implements SignInPage {
    private final boolean opensBrowser;
    private final BufferedReader in;
    private final PrintWriter err;
    private final Map<String, String> environment;

    /**
     * Creates the sign-in.
     *
     * @param in the input of the person, for a pasted response
     */
    public CommandLineSignIn(
            boolean opensBrowser, BufferedReader in, PrintWriter err, Map<String, String> environment) {
        this.opensBrowser = opensBrowser;
        this.in = in;
        this.err = err;
        this.environment = environment;
    }

    @Override
    public void show(URI page, Predicate<String> pastedResponse) {
        if (opensBrowser && WebBrowser.open(page.toString(), environment)) {
            err.println("Opened the sign-in page in your browser. If it does not appear, open this address:");
            err.println("  " + page);
            err.println("Waiting for you to sign in. Ctrl-C cancels.");
            err.flush();
            return;
        }
        err.println(
                opensBrowser ? "Cannot open a browser. Open this address in one:" : "Open this address in a browser:");
        err.println("  " + page);
        err.println("After the sign-in, the browser goes to an address that starts with http://127.0.0.1 or"
                + " http://localhost. If it runs on another machine and cannot show that page, copy the whole address"
                + " from its address bar and paste it here:");
        err.flush();
        Thread.ofPlatform().daemon().name("pasted-response").start(() -> read(pastedResponse));
    }

    private void read(Predicate<String> pastedResponse) {
        try {
            String line;
            while ((line = in.readLine()) != null) {
                if (!line.isBlank() && pastedResponse.test(line)) {
                    return;
                }
                if (!line.isBlank()) {
                    err.println(
                            "That is not the response to this sign-in. Paste the whole address of the page that your"
                                    + " browser cannot show:");
                    err.flush();
                }
            }
        } catch (IOException e) {
            err.println("mooring: Cannot read the response: " + e.getMessage());
            err.flush();
        }
    }

    @Override
    public void onStep(String step) {
        err.println(step + ".");
        err.flush();
    }
}
