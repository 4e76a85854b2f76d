package dev.mooring.app;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code mooring help [COMMAND...]}: prints the same text as the command's {@code --help}. */
@Command(
        name = "help",
        header = "Print the help of a command.",
        footer = {
            "  mooring help            list the commands",
            "  mooring help run        explain one command",
        })
final class HelpCommand implements Runnable {
    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "The command to explain.")
    private List<String> path = List.of();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public void run() {
        CommandLine command = spec.parent().commandLine();
        for (String name : path) {
            CommandLine next = command.getSubcommands().get(name);
            if (next == null) {
                throw new UnmatchedArgumentException(command, List.of(name));
            }
            command = next;
        }
        command.usage(spec.commandLine().getOut());
    }
}
