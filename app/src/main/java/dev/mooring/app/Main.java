package dev.mooring.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

/** The program. Exits with 0 on success, 1 on failure and 2 on a usage error. */
public final class Main {
    private Main() {}

    /** Runs a command and exits. */
    public static void main(String... args) {
        var out = new PrintWriter(System.out, true, UTF_8);
        var err = new PrintWriter(System.err, true, UTF_8);
        System.exit(commandLine(out, err, Ansi.AUTO).execute(args));
    }

    /** Returns the complete command line. Data goes to {@code out}, diagnostics go to {@code err}. */
    static CommandLine commandLine(PrintWriter out, PrintWriter err, Ansi colour) {
        return withHandlers(new CommandLine(new MooringCommand()), out, err, colour);
    }

    /** Configures the streams, colours and error handlers of all commands. */
    static CommandLine withHandlers(CommandLine commands, PrintWriter out, PrintWriter err, Ansi colour) {
        return commands.setOut(out)
                .setErr(err)
                .setColorScheme(Help.defaultColorScheme(colour))
                .setParameterExceptionHandler(new UsageErrorHandler())
                .setExecutionExceptionHandler(new FailureHandler());
    }
}
