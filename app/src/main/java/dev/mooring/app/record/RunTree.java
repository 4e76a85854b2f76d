package dev.mooring.app.record;

import dev.mooring.app.record.RecordedRun.RecordedCall;
import dev.mooring.app.record.RecordedRun.RecordedInvocation;
import dev.mooring.app.record.RecordedRun.RecordedSession;
import dev.mooring.app.record.RecordedRun.RecordedTurn;
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

/** Prints a recorded run as a tree of turns, calls and sub-agents with their times. */
public final class RunTree {
    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private static final int TIME_WIDTH = 10;

    private final RecordedRun run;
    private final Screen screen;
    private final PrintWriter out;

    /** Creates the tree; {@link #print} prints it. */
    public RunTree(RecordedRun run, Screen screen, PrintWriter out) {
        this.run = run;
        this.screen = screen;
        this.out = out;
    }

    private record Branch(String text, String time, List<Branch> children) {}

    /** Prints the outcome, the totals, the tree and the sessions. */
    public void print() {
        out.println(screen.styled("bold", run.id()) + "  " + run.agent() + "  " + outcome(run.outcome()) + "  "
                + elapsed(0, run.end()));
        out.println(screen.styled(
                "faint", "started " + WHEN.format(run.started().atZone(ZoneId.systemDefault())) + ", " + totals()));
        if (!run.reason().isEmpty()) {
            out.println(screen.cut(run.reason(), screen.width() - 1));
        }
        for (RecordedInvocation invocation : run.rootInvocations()) {
            out.println();
            print(branch(invocation), "", "");
        }
        if (!run.sessions().isEmpty()) {
            out.println();
            out.println(screen.styled("bold", "Sessions"));
            run.sessions().forEach(session -> out.println(screen.fitted("  " + describe(session))));
        }
    }

    private String totals() {
        return count(run.calls().size(), "call")
                + (run.failures() == 0 ? "" : " (" + run.failures() + " failed)") + ", "
                + count(run.sessions().size(), "session") + ", "
                + String.format(Locale.ROOT, "%,d tokens in, %,d out", run.tokensIn(), run.tokensOut());
    }

    static String count(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    private Branch branch(RecordedInvocation invocation) {
        List<Branch> children = new ArrayList<>();
        if (!invocation.input().isBlank()) {
            children.add(new Branch(
                    screen.styled("faint", "input   ") + Printable.oneLine(invocation.input()), "", List.of()));
        }
        invocation
                .notes()
                .forEach(note -> children.add(
                        new Branch(screen.styled("yellow", Printable.oneLine(note.text())), "", List.of())));
        invocation.turns().forEach(turn -> children.add(branch(invocation, turn)));
        if (!invocation.output().isBlank()) {
            children.add(new Branch(
                    screen.styled("faint", "answer  ") + Printable.oneLine(invocation.output()), "", List.of()));
        }
        return new Branch(
                screen.styled("bold", invocation.agent()) + "  "
                        + (invocation.outcome().isEmpty() ? "unfinished" : outcome(invocation.outcome())),
                elapsed(invocation.begin(), invocation.end()),
                children);
    }

    private Branch branch(RecordedInvocation invocation, RecordedTurn turn) {
        List<RecordedCall> calls = run.callsOf(invocation, turn.round());
        String tokens = turn.tokensIn() + turn.tokensOut() == 0
                ? ""
                : String.format(Locale.ROOT, "  %,d in, %,d out", turn.tokensIn(), turn.tokensOut());
        return new Branch(
                "turn " + turn.round() + screen.styled("faint", tokens),
                elapsed(turn.begin(), turn.end()),
                calls.stream().map(this::branch).toList());
    }

    private Branch branch(RecordedCall call) {
        String session = call.session() == null
                ? ""
                : screen.styled("faint", "  " + call.session() + (call.opened() ? " opened" : " reused"));
        String mark = call.end() == null
                ? screen.styled("yellow", "… ")
                : call.failed() ? screen.styled("red", "✗ ") : screen.styled("green", "✓ ");
        String arguments = call.arguments().isEmpty() ? "" : "  " + screen.cut(Json.text(call.arguments()), 200);
        String time = elapsed(call.begin(), call.end());
        String label = mark + screen.styled("cyan", call.label());
        List<RecordedInvocation> invoked = run.invocationsBy(call);
        if (!invoked.isEmpty()) {
            return new Branch(label, time, branch(invoked.getFirst()).children());
        }
        List<Branch> children = call.failed()
                ? List.of(new Branch(screen.styled("red", screen.cut(call.result(), 300)), "", List.of()))
                : List.of();
        return new Branch(label + session + screen.styled("faint", arguments), time, children);
    }

    private void print(Branch branch, String indent, String childIndent) {
        String time = " ".repeat(Math.max(0, TIME_WIDTH - branch.time().length())) + branch.time();
        out.println(screen.fitted(time + "  " + indent + branch.text()));
        for (int i = 0; i < branch.children().size(); i++) {
            boolean last = i == branch.children().size() - 1;
            print(branch.children().get(i), childIndent + (last ? "└─ " : "├─ "), childIndent + (last ? "   " : "│  "));
        }
    }

    private String describe(RecordedSession session) {
        long calls = run.calls().stream()
                .filter(call -> session.id().equals(call.session()))
                .count();
        String state = switch (session.state()) {
            case "failed" -> screen.styled("red", "cannot open: ") + session.reason();
            case "lost" ->
                screen.styled("red", "lost") + " after " + elapsed(session.begin(), session.end()) + ": "
                        + session.reason();
            case "closed" -> "closed after " + elapsed(session.begin(), session.end());
            default -> "open";
        };
        Double opened = session.opened();
        return (opened == null
                ? session.server() + "  " + state
                : session.id() + "  " + session.server() + "  " + session.era() + "  opened in "
                        + elapsed(session.begin(), opened) + ", " + count(calls, "call") + ", " + state);
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
