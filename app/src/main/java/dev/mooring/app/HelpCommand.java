package dev.mooring.app;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code mooring help [COMMAND...]}: the same text as the command's {@code --help}. */
@Command(
        name = "help",
        header = "Show the help of a command.",
        footer = {
            "  mooring help            what commands there are",
            "  mooring help version    what one of them does",
        })
final class HelpCommand implements Runnable {
    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "The command to explain.")
    private List<String> path = List.of();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public void run() {
        CommandLine explained = spec.parent().commandLine();
        for (String name : path) {
            CommandLine next = explained.getSubcommands().get(name);
            if (next == null) {
                throw new UnmatchedArgumentException(explained, List.of(name));
            }
            explained = next;
        }
        explained.usage(spec.commandLine().getOut());
    }
}
