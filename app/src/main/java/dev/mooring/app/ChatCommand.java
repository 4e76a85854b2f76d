package dev.mooring.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.app.chat.Chat;
import dev.mooring.app.chat.ChatInput;
import dev.mooring.app.chat.OpenSessions;
import dev.mooring.app.chat.PlainInput;
import dev.mooring.app.chat.TerminalInput;
import dev.mooring.app.record.RunFolder;
import dev.mooring.app.run.AgentRunner;
import dev.mooring.app.run.AgentRunner.Report;
import dev.mooring.app.run.AgentSetup;
import dev.mooring.app.run.RunDisplay;
import dev.mooring.app.run.RunStorage;
import dev.mooring.app.terminal.LinePrompter;
import dev.mooring.app.terminal.LiveLines;
import dev.mooring.app.terminal.Screen;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mooring chat}: a conversation in one run. */
@Command(
        name = "chat",
        header = "Talk with an agent.",
        description = {
            "%nThe whole conversation is one run, so the sessions of the agent's tools stay open until you leave.",
            "%nCtrl-C stops an answer, not the conversation. A backslash at the end of a line, or Alt-Enter, starts a new"
                    + " line. /help lists the commands."
        },
        footer = {
            "  mooring chat agent.md",
            "  mooring chat agent.md --servers servers.json",
            "  mooring chat agent.md --model ollama/qwen3",
            "  mooring chat --continue",
            "",
            "Without a terminal, each line of standard input is one message, and the answers",
            "go to standard output. The exit code is then 0 if all messages were answered, or",
            "else that of 'mooring run' for the last one that was not.",
        })
final class ChatCommand implements Callable<Integer> {
    @Mixin
    private final AgentOptions options = new AgentOptions();

    @Parameters(
            index = "0",
            paramLabel = "AGENT.md",
            arity = "0..1",
            description = "The agent file. Not with --continue.")
    private @Nullable Path file;

    @Option(
            names = "--continue",
            paramLabel = "ID",
            arity = "0..1",
            fallbackValue = "",
            description = "Continue a saved conversation: the run with this ID (default: the newest).")
    private @Nullable String continued;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        CommandLine line = spec.commandLine();
        PrintWriter err = line.getErr();
        AgentSetup setup;
        RunStorage storage;
        if (continued != null) {
            if (file != null || options.hasChoices()) {
                throw usage(
                        "--continue uses the agent, the servers and the model of the conversation. Leave out AGENT.md,"
                                + " --servers, --model and --no-save.");
            }
            InterruptedRun run = InterruptedRun.conversation(continued.isEmpty() ? null : continued, err);
            setup = run.setup();
            storage = run.open();
        } else {
            if (file == null) {
                throw usage("Missing AGENT.md, the agent file. To continue a conversation, use --continue.");
            }
            setup = options.setup(file, err);
            storage = options.storage(file, setup, null);
        }
        Screen screen = Screen.detect(line.getColorScheme().ansi());
        try (ChatInput input = input(screen);
                LiveLines lines = new LiveLines(line.getOut(), err, screen)) {
            RunDisplay display = new RunDisplay(lines, screen, screen.interactive(), options.isVerbose());
            LinePrompter prompter = screen.interactive() ? new LinePrompter(lines, err, input::answer) : null;
            OpenSessions open = new OpenSessions();
            AgentRunner runner =
                    new AgentRunner(setup, display, screen, prompter, storage, System.getenv(), Version.number());
            runner.addListener(open);
            if (screen.interactive()) {
                lines.println(screen.styled(
                        "faint",
                        setup.name() + (continued == null ? "" : " remembers the conversation and")
                                + " is ready. /help lists the commands, /exit leaves."));
            }
            AtomicReference<String> unanswered = new AtomicReference<>("answered");
            Report report = runner.run(
                    "(a conversation)",
                    (agent, invocation, sessions) -> {
                        var chat = new Chat(
                                agent.conversation(invocation.listener(
                                        invocation.listener().andThen(open))),
                                input,
                                sessions,
                                open,
                                setup::allows,
                                lines,
                                line.getOut(),
                                screen);
                        unanswered.set(chat.run());
                        return null;
                    },
                    display::showReport);
            if (!report.outcome().equals("ended")) {
                return ExitCode.SOFTWARE;
            }
            // At a terminal, the person has seen each failure, and decides when to leave.
            return screen.interactive() ? ExitCode.OK : RunExecution.exitCode(unanswered.get());
        }
    }

    private ParameterException usage(String reason) {
        return new ParameterException(spec.commandLine(), reason);
    }

    private static ChatInput input(Screen screen) throws IOException {
        return screen.interactive()
                ? TerminalInput.open(
                        RunFolder.standard(System.getenv()).path().resolveSibling("chat-history"), Chat.COMMANDS)
                : new PlainInput(new BufferedReader(new InputStreamReader(System.in, UTF_8)));
    }
}
