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
import dev.mooring.app.terminal.LinePrompter;
import dev.mooring.app.terminal.LiveLines;
import dev.mooring.app.terminal.Screen;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
            "",
            "Without a terminal, each line of standard input is one message, and the answers",
            "go to standard output.",
        })
final class ChatCommand implements Callable<Integer> {
    @Mixin
    private final AgentOptions options = new AgentOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        CommandLine line = spec.commandLine();
        PrintWriter err = line.getErr();
        AgentSetup setup = options.setup(err);
        Screen screen = Screen.detect(line.getColorScheme().ansi());
        try (ChatInput input = input(screen);
                LiveLines lines = new LiveLines(line.getOut(), err, screen)) {
            RunDisplay display = new RunDisplay(lines, screen, screen.interactive(), options.isVerbose());
            LinePrompter prompter = screen.interactive() ? new LinePrompter(lines, err, input::answer) : null;
            OpenSessions open = new OpenSessions();
            AgentRunner runner = new AgentRunner(
                    setup, display, screen, prompter, options.folder(), System.getenv(), Version.number());
            runner.addListener(open);
            if (screen.interactive()) {
                lines.println(
                        screen.styled("faint", setup.name() + " is ready. /help lists the commands, /exit leaves."));
            }
            Report report = runner.run(
                    "(a conversation)",
                    (agent, invocation, sessions) -> {
                        new Chat(
                                        agent.conversation(invocation.listener(
                                                invocation.listener().andThen(open))),
                                        input,
                                        sessions,
                                        open,
                                        setup::allows,
                                        lines,
                                        line.getOut(),
                                        screen)
                                .run();
                        return null;
                    },
                    display::showReport);
            return report.outcome().equals("ended") ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    private static ChatInput input(Screen screen) throws IOException {
        return screen.interactive()
                ? TerminalInput.open(
                        RunFolder.standard(System.getenv()).path().resolveSibling("chat-history"), Chat.COMMANDS)
                : new PlainInput(new BufferedReader(new InputStreamReader(System.in, UTF_8)));
    }
}
