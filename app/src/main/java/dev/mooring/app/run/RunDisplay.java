package dev.mooring.app.run;

import dev.mooring.agent.AgentEvent;
import dev.mooring.agent.AgentListener;
import dev.mooring.agent.AgentOutcome;
import dev.mooring.agent.ToolOrigin;
import dev.mooring.app.record.RecordTotals;
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
 * Shows a run while it is in progress: the text of the root agent, and a line for each call and each sub-agent.
 * Thread-safe.
 */
public final class RunDisplay implements AgentListener, SessionListener {
    private static final String[] SPINNER = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
    private static final int MAX_DETAIL = 600;

    private final LiveLines lines;
    private final Screen screen;
    private final boolean streams;
    private final boolean verbose;

    /** The depth of an agent below the root agent, by scope. */
    private final Map<String, Integer> depths = new ConcurrentHashMap<>();

    /** The name of an agent, by scope. */
    private final Map<String, String> names = new ConcurrentHashMap<>();

    /** How long a session took to open, by id, until its first call ends. */
    private final Map<String, Duration> opened = new ConcurrentHashMap<>();

    /**
     * Creates a display for one run.
     *
     * @param streams whether to show the answer while the model generates it
     * @param verbose whether to show arguments, results and turns too
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
            case AgentEvent.ToolCalled call -> toolCalled(call);
            case AgentEvent.ToolReturned call -> toolReturned(call);
            case AgentEvent.Retrying retry ->
                lines.println(indent(retry.scope()) + screen.styled("yellow", "↻ ") + "retrying the model in "
                        + Elapsed.text(retry.after()) + ": " + Printable.oneLine(retry.reason()));
            case AgentEvent.LimitReached limit ->
                lines.println(
                        indent(limit.scope()) + screen.styled("yellow", "! ") + Printable.oneLine(limit.reason()));
            case AgentEvent.AgentEnded ended -> {
                if (ended.outcome() instanceof AgentOutcome.Answered && depth(ended.scope()) == 0) {
                    lines.endText();
                }
            }
            case AgentEvent.TurnStarted _ -> {
                // Its text or its calls show the turn.
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
            lines.println(screen.styled(
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

    private void toolCalled(AgentEvent.ToolCalled call) {
        long began = System.nanoTime();
        String indent = indent(call.scope());
        String label = screen.styled("cyan", Printable.oneLine(call.tool().label()));
        if (verbose) {
            lines.println(indent + "→ " + label + screen.styled("faint", " " + shortened(Json.text(call.arguments()))));
        }
        lines.begin(call.call(), () -> {
            Duration elapsed = Duration.ofNanos(System.nanoTime() - began);
            String spinner = SPINNER[(int) (elapsed.toMillis() / 120 % SPINNER.length)];
            return indent + screen.styled("yellow", spinner) + " " + label + "  " + Elapsed.text(elapsed);
        });
    }

    private void toolReturned(AgentEvent.ToolReturned call) {
        boolean failed = call.result().isError();
        StringBuilder line = new StringBuilder(indent(call.scope()))
                .append(failed ? screen.styled("red", "✗ ") : screen.styled("green", "✓ "))
                .append(screen.styled("cyan", Printable.oneLine(call.tool().label())))
                .append("  ")
                .append(Elapsed.text(call.took()));
        String session = call.session();
        if (session != null) {
            line.append(screen.styled("faint", "  " + session + usage(session)));
        }
        if (failed) {
            line.append("  ").append(screen.cut(call.result().text(), Math.max(40, screen.width() - 45)));
        }
        lines.done(call.call(), screen.interactive() ? screen.fitted(line.toString()) : line.toString());
        if (verbose && !(call.tool() instanceof ToolOrigin.SubAgent)) {
            detail(call.scope(), call.result().text());
        }
    }

    private String usage(String session) {
        Duration took = opened.remove(session);
        return took == null ? " reused" : " opened in " + Elapsed.text(took);
    }

    private void detail(String scope, String text) {
        if (!text.isBlank()) {
            String indent = indent(scope) + "  │ ";
            Printable.text(shortened(text))
                    .strip()
                    .lines()
                    .forEach(each -> lines.println(screen.styled("faint", indent + each)));
        }
    }

    private static String shortened(String text) {
        return text.length() <= MAX_DETAIL
                ? text
                : text.substring(0, MAX_DETAIL) + "… (" + (text.length() - MAX_DETAIL) + " more characters)";
    }

    /** Shows that the sign-in to a server has ended, and what to do. */
    void signInEnded(String server, String message) {
        lines.println("  " + screen.styled("red", "! ") + Printable.text(server + ": " + message));
    }

    @Override
    public void onEvent(SessionEvent event) {
        switch (event) {
            case SessionEvent.Opened session -> opened.put(session.session(), session.took());
            case SessionEvent.OpeningFailed failed ->
                lines.println("  " + screen.styled("red", "! ") + "cannot open a session with " + failed.server() + ": "
                        + screen.cut(failed.reason(), Math.max(40, screen.width() - 30)));
            case SessionEvent.Lost lost ->
                lines.println("  " + screen.styled("red", "! ") + "session " + lost.session() + " with " + lost.server()
                        + " lost: " + screen.cut(lost.reason(), Math.max(40, screen.width() - 40)));
            case SessionEvent.Reused _, SessionEvent.Closed _ -> {
                // The line of the call, or the last line, says so.
            }
        }
    }

    /** Shows the last lines: the reason if there is no answer, and the totals. */
    public void showReport(AgentRunner.Report report) {
        String outcome = report.outcome();
        if (!report.reason().isEmpty() && !outcome.equals("stopped")) {
            lines.println("mooring: " + Printable.text(report.reason()));
        }
        RecordTotals totals = report.totals();
        String shortId = report.savedId();
        String style = switch (outcome) {
            case "answered", "ended" -> "green";
            case "failed", "refused", "empty" -> "red";
            default -> "yellow";
        };
        String prefix = switch (outcome) {
            case "limit" -> "stopped by a limit after ";
            case "answered" -> "answered in ";
            case "empty" -> "no answer after ";
            default -> outcome + " after ";
        };
        StringBuilder line = new StringBuilder(screen.styled(style, prefix + Elapsed.text(report.took())));
        line.append(": ").append(plural(totals.calls(), "call"));
        if (totals.failedCalls() > 0) {
            line.append(" (").append(totals.failedCalls()).append(" failed)");
        }
        line.append(", ").append(plural(totals.sessions(), "session"));
        if (totals.lostSessions() > 0) {
            line.append(" (").append(totals.lostSessions()).append(" lost)");
        }
        if (totals.tokensIn() + totals.tokensOut() > 0) {
            line.append(String.format(Locale.ROOT, ", %,d tokens in, %,d out", totals.tokensIn(), totals.tokensOut()));
        }
        if (shortId != null) {
            line.append(screen.styled("faint", "; see 'mooring runs open " + shortId + "'"));
            if (report.resumeCommand() != null) {
                line.append(screen.styled("faint", ", continue with '" + report.resumeCommand() + "'"));
            }
        }
        lines.println(line.toString());
    }

    private static String plural(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }
}
