package dev.mooring.app.chat;

import dev.mooring.agent.AgentAnswer;
import dev.mooring.agent.AgentFailed;
import dev.mooring.agent.AgentOutcome;
import dev.mooring.agent.Conversation;
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

/** Turn by turn until the person leaves. To be held inside one run, so that the tools keep their state all along. */
public final class Chat {
    /** What begins with a slash. */
    public static final List<String> COMMANDS = List.of("/help", "/tools", "/sessions", "/exit");

    private final Conversation conversation;
    private final ChatInput input;
    private final Sessions sessions;
    private final OpenSessions open;
    private final BiPredicate<String, String> isOffered;
    private final LiveLines lines;
    private final PrintWriter out;
    private final Screen screen;

    /**
     * Says nothing yet.
     *
     * @param isOffered whether a tool, by its server's name and its own, is one of the agent's
     * @param out for answers that are not streamed
     */
    public Chat(
            Conversation conversation,
            ChatInput input,
            Sessions sessions,
            OpenSessions open,
            BiPredicate<String, String> isOffered,
            LiveLines lines,
            PrintWriter out,
            Screen screen) {
        this.conversation = conversation;
        this.input = input;
        this.sessions = sessions;
        this.open = open;
        this.isOffered = isOffered;
        this.lines = lines;
        this.out = out;
        this.screen = screen;
    }

    /** Until the end of the input, or {@code /exit}. */
    public void hold() throws InterruptedException {
        while (true) {
            String said = input.next();
            if (said == null || said.strip().equals("/exit")) {
                return;
            }
            if (said.strip().startsWith("/")) {
                obey(said.strip());
            } else if (!said.isBlank()) {
                answer(said);
            }
        }
    }

    private void answer(String said) throws InterruptedException {
        long began = System.nanoTime();
        try (var _ = input.watch(() -> conversation.stop("stopped with Ctrl-C"))) {
            AgentAnswer answer = conversation.say(said);
            lines.endText();
            if (!screen.interactive() && !answer.text().isEmpty()) {
                out.println(answer.text());
            }
            close(answer, Duration.ofNanos(System.nanoTime() - began));
        } catch (AgentFailed e) {
            lines.endText();
            lines.println(screen.styled("red", "mooring: ") + Printable.text(String.valueOf(e.getMessage())));
        }
    }

    private void close(AgentAnswer answer, Duration took) {
        String calls = answer.toolCalls() + (answer.toolCalls() == 1 ? " call" : " calls");
        String tokens = answer.usage().total() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", %,d tokens in, %,d out",
                        answer.usage().inputTokens(),
                        answer.usage().outputTokens());
        String how = switch (answer.outcome()) {
            case AgentOutcome.Answered _ -> "";
            case AgentOutcome.LimitReached limit -> Printable.oneLine(limit.reason()) + " ";
            case AgentOutcome.Stopped _ -> "stopped; ";
            case AgentOutcome.Failed failed -> Printable.oneLine(failed.reason()) + " ";
        };
        lines.println(screen.styled("faint", how + Elapsed.text(took) + ", " + calls + tokens));
    }

    private void obey(String command) throws InterruptedException {
        switch (command) {
            case "/help" -> {
                lines.println("/tools      what the agent can call");
                lines.println("/sessions   which sessions are open, and since when");
                lines.println("/exit       leave; so does Ctrl-D");
                lines.println(
                        "Ctrl-C stops an answer. A backslash at the end of a line, or Alt-Enter, goes on in the next.");
            }
            case "/tools" -> tools();
            case "/sessions" -> {
                List<String> all = open.lines();
                all.forEach(lines::println);
                if (all.isEmpty()) {
                    lines.println("No session is open yet: the first call opens one.");
                }
            }
            default ->
                lines.println(
                        "There is no " + Printable.oneLine(command) + "; there are " + String.join(", ", COMMANDS));
        }
    }

    private void tools() throws InterruptedException {
        boolean any = false;
        for (String server : sessions.servers().keySet().stream().sorted().toList()) {
            if (!isOffered.test(server, "*")) {
                continue;
            }
            switch (sessions.toolListing(server)) {
                case ToolListing.Listed listed -> {
                    for (ToolListing.ListedTool tool : listed.tools()) {
                        if (isOffered.test(server, tool.name())) {
                            any = true;
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
        if (!any) {
            lines.println("The agent has no tools of servers.");
        }
    }
}
