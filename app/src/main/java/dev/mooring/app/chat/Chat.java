package dev.mooring.app.chat;

import dev.mooring.agent.AgentAnswer;
import dev.mooring.agent.AgentFailed;
import dev.mooring.agent.AgentOutcome;
import dev.mooring.agent.Conversation;
import dev.mooring.app.record.Recorder;
import dev.mooring.app.terminal.Elapsed;
import dev.mooring.app.terminal.LiveLines;
import dev.mooring.app.terminal.Printable;
import dev.mooring.app.terminal.Screen;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolListing;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;

/** A conversation between a person and an agent. Runs inside one run, so that the tools keep their state between turns. */
public final class Chat {
    /** The commands, which begin with a slash. */
    public static final List<String> COMMANDS = List.of("/help", "/tools", "/prompts", "/sessions", "/exit");

    private final Conversation conversation;
    private final ChatInput input;
    private final Sessions sessions;
    private final Prompts prompts;
    private final OpenSessions open;
    private final BiPredicate<String, String> isAllowed;
    private final LiveLines lines;
    private final PrintWriter out;
    private final Screen screen;

    /** The outcome of the last message without an answer, as in records. */
    private String outcome = "answered";

    /**
     * Creates a conversation; {@link #run} starts it.
     *
     * @param isAllowed whether the agent may call a tool, by the names of its server and the tool
     * @param out for answers that are not streamed
     */
    public Chat(
            Conversation conversation,
            ChatInput input,
            Sessions sessions,
            OpenSessions open,
            BiPredicate<String, String> isAllowed,
            LiveLines lines,
            PrintWriter out,
            Screen screen) {
        this.conversation = conversation;
        this.input = input;
        this.sessions = sessions;
        this.prompts = new Prompts(sessions);
        this.open = open;
        this.isAllowed = isAllowed;
        this.lines = lines;
        this.out = out;
        this.screen = screen;
    }

    /**
     * Reads and answers input until the end of the input or {@code /exit}. Returns the outcome of the last message without an
     * answer, as in records; {@code answered} if there is none.
     */
    public String run() throws InterruptedException {
        while (true) {
            String line = input.next();
            if (line == null || line.strip().equals("/exit")) {
                return outcome;
            }
            if (line.strip().startsWith("/")) {
                execute(line.strip());
            } else if (!line.isBlank()) {
                answer(line);
            }
        }
    }

    private void answer(String message) throws InterruptedException {
        long began = System.nanoTime();
        try (var _ = input.watchInterrupts(() -> conversation.stop("stopped with Ctrl-C"))) {
            AgentAnswer answer = conversation.say(message);
            lines.endText();
            if (!screen.interactive() && !answer.text().isEmpty()) {
                out.println(answer.text());
            }
            printTotals(answer, Duration.ofNanos(System.nanoTime() - began));
            if (!(answer.outcome() instanceof AgentOutcome.Answered)) {
                outcome = Recorder.outcomeName(answer.outcome());
            }
        } catch (AgentFailed e) {
            outcome = Recorder.outcomeName(e);
            lines.endText();
            lines.println(screen.styled("red", "mooring: ") + Printable.text(String.valueOf(e.getMessage())));
        }
    }

    private void printTotals(AgentAnswer answer, Duration took) {
        String calls = answer.toolCalls() + (answer.toolCalls() == 1 ? " call" : " calls");
        String tokens = answer.usage().total() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", %,d tokens in, %,d out",
                        answer.usage().inputTokens(),
                        answer.usage().outputTokens());
        String ending = switch (answer.outcome()) {
            case AgentOutcome.Answered _ -> "";
            case AgentOutcome.LimitReached limit -> Printable.oneLine(limit.reason()) + " ";
            case AgentOutcome.Stopped _ -> "stopped; ";
            case AgentOutcome.Failed failed -> Printable.oneLine(failed.reason()) + " ";
        };
        lines.println(screen.styled("faint", ending + Elapsed.text(took) + ", " + calls + tokens));
    }

    private void execute(String command) throws InterruptedException {
        switch (command) {
            case "/help" -> {
                lines.println("/tools      list the tools that the agent may call");
                lines.println("/prompts    list the prompts of the agent's servers; /server:prompt uses one");
                lines.println("/sessions   list the open sessions");
                lines.println("/exit       leave (also Ctrl-D)");
                lines.println(
                        "Ctrl-C stops an answer. A backslash at the end of a line, or Alt-Enter, starts a new line.");
            }
            case "/tools" -> listTools();
            case "/prompts" -> listPrompts();
            case "/sessions" -> {
                List<String> sessionLines = open.lines();
                sessionLines.forEach(lines::println);
                if (sessionLines.isEmpty()) {
                    lines.println("No session is open. The first call opens one.");
                }
            }
            case String prompt when prompts.isPrompt(prompt) -> answerPrompt(prompt);
            default ->
                lines.println("Unknown command " + Printable.oneLine(command) + ". The commands are "
                        + String.join(", ", COMMANDS) + ".");
        }
    }

    /** Sends a prompt of a server as a message, and shows it first. */
    private void answerPrompt(String command) throws InterruptedException {
        try {
            String message = prompts.message(command);
            lines.println(screen.styled("faint", Printable.text(message)));
            answer(message);
        } catch (Prompts.Unusable e) {
            lines.println(screen.styled("red", "mooring: ") + Printable.text(String.valueOf(e.getMessage())));
        }
    }

    private void listPrompts() throws InterruptedException {
        boolean found = false;
        for (String server : sessions.servers().keySet().stream().sorted().toList()) {
            if (!isAllowed.test(server, "*")) {
                continue;
            }
            try {
                for (Prompts.Prompt prompt : prompts.of(server)) {
                    found = true;
                    lines.println(screen.styled("cyan", Printable.oneLine(prompt.usage())) + "  "
                            + Printable.oneLine(prompt.description()));
                }
            } catch (Prompts.Unusable e) {
                lines.println(screen.styled("red", server + ": ") + Printable.oneLine(String.valueOf(e.getMessage())));
            }
        }
        if (!found) {
            lines.println("The servers of the agent have no prompts.");
        }
    }

    private void listTools() throws InterruptedException {
        boolean found = false;
        for (String server : sessions.servers().keySet().stream().sorted().toList()) {
            if (!isAllowed.test(server, "*")) {
                continue;
            }
            switch (sessions.toolListing(server)) {
                case ToolListing.Listed listed -> {
                    for (ToolListing.ListedTool tool : listed.tools()) {
                        if (isAllowed.test(server, tool.name())) {
                            found = true;
                            String name = Printable.oneLine(server + "/" + tool.name());
                            lines.println(screen.styled("cyan", name) + "  "
                                    + screen.cut(tool.description(), Math.max(20, screen.width() - name.length() - 3)));
                        }
                    }
                }
                case ToolListing.Unavailable unavailable ->
                    lines.println(screen.styled("red", server + ": ") + Printable.oneLine(unavailable.reason()));
            }
        }
        if (!found) {
            lines.println("The agent has no tools of MCP servers.");
        }
    }
}
