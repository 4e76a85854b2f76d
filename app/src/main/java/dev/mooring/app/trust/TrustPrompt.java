package dev.mooring.app.trust;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.app.terminal.FailureText;
import dev.mooring.app.terminal.Screen;
import dev.mooring.app.terminal.ShellWord;
import dev.mooring.app.trust.TrustedFiles.State;
import dev.mooring.session.config.InvalidServersFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Asks the person at the terminal whether to trust a servers file, and stores a positive answer. */
public final class TrustPrompt {
    private final TrustedFiles trusted;
    private final PrintWriter err;

    /** Creates a prompt that writes to {@code err} and reads from standard input. */
    public TrustPrompt(TrustedFiles trusted, PrintWriter err) {
        this.trusted = trusted;
        this.err = err;
    }

    /**
     * Requires trust in a file that the user has not named.
     *
     * @throws InvalidServersFile if the user does not trust the file, or if there is no terminal
     */
    public void require(Path file) throws InvalidServersFile {
        try {
            State state = trusted.state(file);
            if (state == State.TRUSTED) {
                return;
            }
            if (!Screen.canPrompt()) {
                throw new InvalidServersFile(
                        file + (state == State.CHANGED ? " has changed since you trusted it" : " is not trusted")
                                + ", so Mooring starts none of its servers. Look at the file. Then name it with --servers, or"
                                + " trust it with: mooring trust " + ShellWord.of(file));
            }
            if (!decide(file, state, false)) {
                throw new InvalidServersFile(
                        file + " is not trusted, so Mooring starts none of its servers. Choose another file with"
                                + " --servers, or trust this one with: mooring trust " + ShellWord.of(file));
            }
            if (trusted.state(file) != State.TRUSTED) {
                throw new InvalidServersFile(file + " has changed while you looked at it. Try again.");
            }
        } catch (IOException e) {
            throw new InvalidServersFile("Cannot check whether " + file + " is trusted: " + FailureText.of(e));
        }
    }

    /**
     * Shows what a file would start, and trusts the file with the shown content if the person agrees.
     *
     * @param isAgreed whether the person has agreed already
     */
    public boolean decide(Path file, State state, boolean isAgreed) throws IOException, InvalidServersFile {
        byte[] content = Files.readAllBytes(file); // once, so that the person sees what is trusted
        err.println(file + (state == State.CHANGED ? " has changed since you trusted it." : " is not trusted yet."));
        err.println("Its servers run as your user:");
        ServersSummary.of(file, new String(content, UTF_8)).forEach(err::println);
        boolean decision = isAgreed || isConfirmed();
        if (decision) {
            trusted.trust(file, content);
        }
        return decision;
    }

    private boolean isConfirmed() throws IOException {
        err.print("Trust this file until it changes? [y]es, [n]o: ");
        err.flush();
        String answer = line(System.in).strip().toLowerCase(Locale.ROOT);
        return answer.equals("y") || answer.equals("yes");
    }

    /** Reads no more than one line, because the rest of the input belongs to the command. */
    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            line.append((char) c);
        }
        return line.toString();
    }
}
