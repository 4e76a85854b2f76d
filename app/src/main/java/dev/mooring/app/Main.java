package dev.mooring.app;

import dev.mooring.app.terminal.ControlSequences;
import dev.mooring.app.terminal.TerminalWriter;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IHelpSectionRenderer;

/** The program. Exits with 0 on success, 1 on failure and 2 on a usage error. */
public final class Main {
    private Main() {}

    /** Runs a command and exits. */
    public static void main(String... args) {
        PrintWriter out = TerminalWriter.of(System.out, 1);
        PrintWriter err = TerminalWriter.of(System.err, 2);
        System.exit(execute(out, err, Ansi.AUTO, args));
    }

    /** Runs a command and returns its exit code. Data goes to {@code out}, diagnostics go to {@code err}. */
    static int execute(PrintWriter out, PrintWriter err, Ansi colour, String... args) {
        return withHandlers(MooringCommand.commandLineFor(args), out, err, colour)
                .execute(args);
    }

    /** Configures the streams, colours and error handlers of all commands. */
    static CommandLine withHandlers(CommandLine commands, PrintWriter out, PrintWriter err, Ansi colour) {
        Map<String, IHelpSectionRenderer> help = new HashMap<>(commands.getHelpSectionMap());
        help.replaceAll((key, section) -> shown -> ControlSequences.mark(section.render(shown))); // picocli's colours
        commands.setHelpSectionMap(help);
        return commands.setOut(out)
                .setErr(err)
                .setColorScheme(Help.defaultColorScheme(colour))
                .setParameterExceptionHandler(new UsageErrorHandler())
                .setExecutionExceptionHandler(new FailureHandler());
    }
}
