package dev.mooring.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

/** The program: exit code 0 on success, 1 on failure, 2 when the command line was not understood. */
public final class Main {
    private Main() {}

    public static void main(String... args) {
        var out = new PrintWriter(System.out, true, UTF_8);
        var err = new PrintWriter(System.err, true, UTF_8);
        System.exit(commandLine(out, err, Ansi.AUTO).execute(args));
    }

    /** The whole command line, data going to {@code out} and talk to {@code err}. */
    static CommandLine commandLine(PrintWriter out, PrintWriter err, Ansi colour) {
        return withManners(new CommandLine(new MooringCommand()), out, err, colour);
    }

    /** What all commands have in common; for those that the command line has by now. */
    static CommandLine withManners(CommandLine commands, PrintWriter out, PrintWriter err, Ansi colour) {
        return commands.setOut(out)
                .setErr(err)
                .setColorScheme(Help.defaultColorScheme(colour))
                .setParameterExceptionHandler(new UsageErrorHandler())
                .setExecutionExceptionHandler(new FailureHandler());
    }
}
