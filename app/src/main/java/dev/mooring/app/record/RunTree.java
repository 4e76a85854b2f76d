package dev.mooring.app.record;

import dev.mooring.app.record.RecordedRun.Invocation;
import dev.mooring.app.record.RecordedRun.RecordedSession;
import dev.mooring.app.record.RecordedRun.ToolCall;
import dev.mooring.app.record.RecordedRun.Turn;
import dev.mooring.app.terminal.Elapsed;
import dev.mooring.app.terminal.Printable;
import dev.mooring.app.terminal.Screen;
import dev.mooring.mcp.Json;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A story as a tree of turns, calls and sub-agents with their times, for a terminal. */
public final class RunTree {
    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private static final int TIME_WIDTH = 10;

    private final RecordedRun story;
    private final Screen screen;
    private final PrintWriter out;

    public RunTree(RecordedRun story, Screen screen, PrintWriter out) {
        this.story = story;
        this.screen = screen;
        this.out = out;
    }

    /** Something with things below it. */
    private record Branch(String text, String time, List<Branch> below) {}

    public void print() {
        out.println(screen.styled("bold", story.id()) + "  " + story.agent() + "  " + outcome(story.outcome()) + "  "
                + elapsed(0, story.end()));
        out.println(screen.styled(
                "faint", "started " + WHEN.format(story.started().atZone(ZoneId.systemDefault())) + ", " + sums()));
        if (!story.reason().isEmpty()) {
            out.println(screen.cut(story.reason(), screen.width() - 1));
        }
        for (Invocation invocation : story.top()) {
            out.println();
            print(branch(invocation), "", "");
        }
        if (!story.sessions().isEmpty()) {
            out.println();
            out.println(screen.styled("bold", "Sessions"));
            story.sessions().forEach(session -> out.println(screen.fitted("  " + describe(session))));
        }
    }

    private String sums() {
        return count(story.calls().size(), "call")
                + (story.failures() == 0 ? "" : " (" + story.failures() + " failed)") + ", "
                + count(story.sessions().size(), "session") + ", "
                + String.format(Locale.ROOT, "%,d tokens in, %,d out", story.tokensIn(), story.tokensOut());
    }

    static String count(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    private Branch branch(Invocation invocation) {
        List<Branch> below = new ArrayList<>();
        if (!invocation.input().isBlank()) {
            below.add(new Branch(
                    screen.styled("faint", "asked   ") + Printable.oneLine(invocation.input()), "", List.of()));
        }
        invocation
                .notes()
                .forEach(note ->
                        below.add(new Branch(screen.styled("yellow", Printable.oneLine(note.text())), "", List.of())));
        invocation.turns().forEach(turn -> below.add(branch(invocation, turn)));
        if (!invocation.output().isBlank()) {
            below.add(new Branch(
                    screen.styled("faint", "answer  ") + Printable.oneLine(invocation.output()), "", List.of()));
        }
        return new Branch(
                screen.styled("bold", invocation.agent()) + "  "
                        + (invocation.outcome().isEmpty() ? "unfinished" : outcome(invocation.outcome())),
                elapsed(invocation.begin(), invocation.end()),
                below);
    }

    private Branch branch(Invocation invocation, Turn turn) {
        List<ToolCall> calls = story.callsOf(invocation, turn.round());
        String tokens = turn.tokensIn() + turn.tokensOut() == 0
                ? ""
                : String.format(Locale.ROOT, "  %,d in, %,d out", turn.tokensIn(), turn.tokensOut());
        return new Branch(
                "turn " + turn.round() + screen.styled("faint", tokens),
                elapsed(turn.begin(), turn.end()),
                calls.stream().map(this::branch).toList());
    }

    private Branch branch(ToolCall call) {
        String session = call.session() == null
                ? ""
                : screen.styled("faint", "  " + call.session() + (call.opened() ? " opened" : " reused"));
        String mark = call.end() == null
                ? screen.styled("yellow", "… ")
                : call.failed() ? screen.styled("red", "✗ ") : screen.styled("green", "✓ ");
        String arguments = call.arguments().isEmpty() ? "" : "  " + screen.cut(Json.text(call.arguments()), 200);
        String time = elapsed(call.begin(), call.end());
        String head = mark + screen.styled("cyan", call.label());
        List<Invocation> called = story.calledBy(call);
        if (!called.isEmpty()) {
            return new Branch(head, time, branch(called.getFirst()).below());
        }
        List<Branch> below = call.failed()
                ? List.of(new Branch(screen.styled("red", screen.cut(call.result(), 300)), "", List.of()))
                : List.of();
        return new Branch(head + session + screen.styled("faint", arguments), time, below);
    }

    private void print(Branch branch, String lead, String below) {
        String time = " ".repeat(Math.max(0, TIME_WIDTH - branch.time().length())) + branch.time();
        out.println(screen.fitted(time + "  " + lead + branch.text()));
        for (int i = 0; i < branch.below().size(); i++) {
            boolean last = i == branch.below().size() - 1;
            print(branch.below().get(i), below + (last ? "└─ " : "├─ "), below + (last ? "   " : "│  "));
        }
    }

    private String describe(RecordedSession session) {
        long calls = story.calls().stream()
                .filter(call -> session.id().equals(call.session()))
                .count();
        String fate = switch (session.fate()) {
            case "failed" -> screen.styled("red", "could not be opened: ") + session.reason();
            case "lost" ->
                screen.styled("red", "lost") + " after " + elapsed(session.begin(), session.end()) + ": "
                        + session.reason();
            case "closed" -> "closed after " + elapsed(session.begin(), session.end());
            default -> "open";
        };
        Double opened = session.opened();
        return (opened == null
                ? session.server() + "  " + fate
                : session.id() + "  " + session.server() + "  " + session.era() + "  opened in "
                        + elapsed(session.begin(), opened) + ", " + count(calls, "call") + ", " + fate);
    }

    private String outcome(String outcome) {
        return screen.styled(
                outcome.equals("answered") || outcome.equals("ended")
                        ? "green"
                        : outcome.equals("running") ? "yellow" : "red",
                outcome);
    }

    private static String elapsed(double begin, @Nullable Double end) {
        return end == null ? "" : Elapsed.text(Duration.ofNanos((long) ((end - begin) * 1_000_000)));
    }
}
