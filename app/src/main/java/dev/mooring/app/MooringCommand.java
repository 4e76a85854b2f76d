package dev.mooring.app;

import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code mooring} without a command: prints the help. */
@Command(
        name = "mooring",
        scope = ScopeType.INHERIT, // all commands inherit the headings, --help and --version
        mixinStandardHelpOptions = true,
        header = "Keeps the state behind MCP tools alive for exactly as long as an agent's work needs it.",
        synopsisHeading = "%nUsage: ",
        synopsisSubcommandLabel = "COMMAND",
        parameterListHeading = "%nArguments:%n",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  mooring demo            show what Mooring does, on a temporary folder",
            "  mooring run agent.md \"Summarise the news\"",
            "                          run an agent with its tools",
            "  mooring resume          continue the newest interrupted run",
            "  mooring serve ~/notes   serve a folder of documents to AI assistants",
            "  mooring review ~/notes  accept or reject their suggestions",
            "  mooring gateway         serve stateful servers to clients without sessions",
            "  mooring tools           list the tools of the servers in .mcp.json",
            "  mooring trust           decide whether to use the .mcp.json of a folder",
            "  mooring login notes     sign in to a remote server",
            "  mooring user add ada    let a person sign in to your own server",
            "  mooring version         print the version",
            "  mooring help run        explain one command",
        },
        versionProvider = Version.class)
final class MooringCommand implements Callable<Integer> {
    /** All commands, in the order of the help. */
    private static final List<Class<?>> COMMANDS = List.of(
            DemoCommand.class,
            RunCommand.class,
            ChatCommand.class,
            ResumeCommand.class,
            RunsCommand.class,
            ToolsCommand.class,
            DoctorCommand.class,
            LoginCommand.class,
            LogoutCommand.class,
            ServeCommand.class,
            ReviewCommand.class,
            GatewayCommand.class,
            UserCommand.class,
            TrustCommand.class,
            CompletionCommand.class,
            NotepadCommand.class,
            VersionCommand.class,
            HelpCommand.class);

    /** The commands that describe other commands. */
    private static final Set<Class<?>> DESCRIPTIONS = Set.of(CompletionCommand.class, HelpCommand.class);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    /** Returns the command line with all commands. */
    static CommandLine commandLine() {
        return commandLine(COMMANDS);
    }

    /**
     * Returns a command line that can execute the arguments. If they begin with the name of a command, it has only that
     * command: picocli would take about 50 ms to read the others.
     */
    static CommandLine commandLineFor(String... arguments) {
        return COMMANDS.stream()
                .filter(command -> arguments.length > 0 && name(command).equals(arguments[0]))
                .filter(command -> !DESCRIPTIONS.contains(command))
                .findFirst()
                .map(command -> commandLine(List.of(command)))
                .orElseGet(MooringCommand::commandLine);
    }

    private static String name(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    private static CommandLine commandLine(List<Class<?>> commands) {
        var commandLine = new CommandLine(new MooringCommand());
        commands.forEach(commandLine::addSubcommand);
        return commandLine;
    }

    @Override
    public Integer call() {
        // No colour: standard error may be a file even if standard output is a terminal.
        spec.commandLine().usage(spec.commandLine().getErr(), Ansi.OFF);
        return ExitCode.USAGE;
    }
}
