package dev.mooring.app.run;

import dev.mooring.agent.AgentEvent;
import dev.mooring.agent.AgentListener;
import dev.mooring.agent.AgentOutcome;
import dev.mooring.agent.ToolOrigin;
import dev.mooring.app.record.Recorder;
import dev.mooring.app.terminal.Elapsed;
import dev.mooring.app.terminal.LiveLines;
import dev.mooring.app.terminal.Printable;
import dev.mooring.app.terminal.Screen;
import dev.mooring.mcp.Json;
import dev.mooring.session.SessionEvent;
import dev.mooring.session.SessionListener;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a person sees of a run while it goes on: the words of the agent that was asked, and a line for each call and each
 * sub-agent. Safe for all threads.
 */
public final class RunDisplay implements AgentListener, SessionListener {
    private static final String[] SPINNER = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
    private static final int SHOWN_IN_DETAIL = 600;

    private final LiveLines lines;
    private final Screen screen;
    private final boolean streams;
    private final boolean verbose;

    /** How deep an agent is below the one that was asked, by its scope. */
    private final Map<String, Integer> depths = new ConcurrentHashMap<>();

    /** Whose agent, by its scope. */
    private final Map<String, String> names = new ConcurrentHashMap<>();

    /** How long the opening took of sessions that no call has used yet, and why those that are gone are. */
    private final Map<String, Duration> opened = new ConcurrentHashMap<>();

    /**
     * Shows nothing yet.
     *
     * @param streams whether the answer is shown as it comes
     * @param verbose whether arguments, results and turns are shown too
     */
    public RunDisplay(LiveLines lines, Screen screen, boolean streams, boolean verbose) {
        this.lines = lines;
        this.screen = screen;
        this.streams = streams;
        this.verbose = verbose;
    }

    @Override
    public void onEvent(AgentEvent event) {
        switch (event) {
            case AgentEvent.AgentStarted started -> {
                String parent = started.parent();
                depths.put(started.scope(), parent == null ? 0 : depths.getOrDefault(parent, 0) + 1);
                names.put(started.scope(), started.agent());
            }
            case AgentEvent.TextReceived received -> {
                if (streams && depth(received.scope()) == 0) {
                    lines.stream(received.text());
                }
            }
            case AgentEvent.TurnEnded turn -> turnEnded(turn);
            case AgentEvent.ToolCalled call -> called(call);
            case AgentEvent.ToolReturned call -> returned(call);
            case AgentEvent.Retrying again ->
                lines.say(indent(again.scope()) + screen.styled("yellow", "↻ ") + "the model is asked again in "
                        + Elapsed.text(again.after()) + ": " + Printable.oneLine(again.reason()));
            case AgentEvent.LimitReached limit ->
                lines.say(indent(limit.scope()) + screen.styled("yellow", "! ") + Printable.oneLine(limit.reason()));
            case AgentEvent.AgentEnded over -> {
                if (over.outcome() instanceof AgentOutcome.Answered && depth(over.scope()) == 0) {
                    lines.endText();
                }
            }
            case AgentEvent.TurnStarted _ -> {
                // Its words, or its calls, are seen soon enough.
            }
        }
    }

    private int depth(String scope) {
        return depths.getOrDefault(scope, 0);
    }

    private String indent(String scope) {
        return "  ".repeat(depth(scope) + 1);
    }

    private void turnEnded(AgentEvent.TurnEnded turn) {
        if (verbose) {
            lines.say(screen.styled(
                    "faint",
                    String.format(
                            Locale.ROOT,
                            "%s· %s, turn %d: %s, %,d tokens in, %,d out",
                            indent(turn.scope()),
                            names.getOrDefault(turn.scope(), ""),
                            turn.round(),
                            Elapsed.text(turn.took()),
                            turn.turn().usage().inputTokens(),
                            turn.turn().usage().outputTokens())));
            if (!streams || depth(turn.scope()) > 0) {
                detail(turn.scope(), turn.turn().text());
            }
        } else {
            lines.endText();
        }
    }

    private void called(AgentEvent.ToolCalled call) {
        long began = System.nanoTime();
        String before = indent(call.scope());
        String label = screen.styled("cyan", Printable.oneLine(call.tool().label()));
        if (verbose) {
            lines.say(before + "→ " + label + screen.styled("faint", " " + shortened(Json.text(call.arguments()))));
        }
        lines.begin(call.call(), () -> {
            Duration so = Duration.ofNanos(System.nanoTime() - began);
            String turning = SPINNER[(int) (so.toMillis() / 120 % SPINNER.length)];
            return before + screen.styled("yellow", turning) + " " + label + "  " + Elapsed.text(so);
        });
    }

    private void returned(AgentEvent.ToolReturned call) {
        boolean failed = call.result().isError();
        StringBuilder line = new StringBuilder(indent(call.scope()))
                .append(failed ? screen.styled("red", "✗ ") : screen.styled("green", "✓ "))
                .append(screen.styled("cyan", Printable.oneLine(call.tool().label())))
                .append("  ")
                .append(Elapsed.text(call.took()));
        String session = call.session();
        if (session != null) {
            line.append(screen.styled("faint", "  " + session + used(session)));
        }
        if (failed) {
            line.append("  ").append(screen.cut(call.result().text(), Math.max(40, screen.width() - 45)));
        }
        lines.done(call.call(), screen.interactive() ? screen.fitted(line.toString()) : line.toString());
        if (verbose && !(call.tool() instanceof ToolOrigin.SubAgent)) {
            detail(call.scope(), call.result().text());
        }
    }

    private String used(String session) {
        Duration took = opened.remove(session);
        return took == null ? " reused" : " opened in " + Elapsed.text(took);
    }

    private void detail(String scope, String text) {
        if (!text.isBlank()) {
            String before = indent(scope) + "  │ ";
            Printable.text(shortened(text))
                    .strip()
                    .lines()
                    .forEach(each -> lines.say(screen.styled("faint", before + each)));
        }
    }

    private static String shortened(String text) {
        return text.length() <= SHOWN_IN_DETAIL
                ? text
                : text.substring(0, SHOWN_IN_DETAIL) + "… (" + (text.length() - SHOWN_IN_DETAIL) + " more)";
    }

    @Override
    public void onEvent(SessionEvent event) {
        switch (event) {
            case SessionEvent.Opened now -> opened.put(now.session(), now.took());
            case SessionEvent.OpenFailed failed ->
                lines.say("  " + screen.styled("red", "! ") + "no session with " + failed.server() + ": "
                        + screen.cut(failed.reason(), Math.max(40, screen.width() - 30)));
            case SessionEvent.Lost lost ->
                lines.say("  " + screen.styled("red", "! ") + "session " + lost.session() + " with " + lost.server()
                        + " lost: " + screen.cut(lost.reason(), Math.max(40, screen.width() - 40)));
            case SessionEvent.Reused _, SessionEvent.Closed _ -> {
                // The call's line says so, or the last one.
            }
        }
    }

    /** The last lines: why there is no answer if there is none, and how it went in numbers. */
    public void close(AgentRunner.Report report) {
        String outcome = report.outcome();
        if (!report.reason().isEmpty() && !outcome.equals("stopped")) {
            lines.say("mooring: " + Printable.text(report.reason()));
        }
        Recorder.Counts counts = report.counts();
        String saved = report.saved();
        String style = switch (outcome) {
            case "answered", "ended" -> "green";
            case "failed" -> "red";
            default -> "yellow";
        };
        String said = switch (outcome) {
            case "limit" -> "ended by a limit after ";
            case "answered" -> "answered in ";
            default -> outcome + " after ";
        };
        StringBuilder line = new StringBuilder(screen.styled(style, said + Elapsed.text(report.took())));
        line.append(": ").append(counted(counts.calls(), "call"));
        if (counts.failures() > 0) {
            line.append(" (").append(counts.failures()).append(" failed)");
        }
        line.append(", ").append(counted(counts.sessions(), "session"));
        if (counts.lost() > 0) {
            line.append(" (").append(counts.lost()).append(" lost)");
        }
        if (counts.tokensIn() + counts.tokensOut() > 0) {
            line.append(String.format(Locale.ROOT, ", %,d tokens in, %,d out", counts.tokensIn(), counts.tokensOut()));
        }
        if (saved != null) {
            line.append(screen.styled("faint", "; see 'mooring runs open " + saved + "'"));
        }
        lines.say(line.toString());
    }

    private static String counted(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }
}
