package dev.mooring.app.record;

import dev.mooring.app.terminal.Elapsed;
import dev.mooring.app.terminal.Screen;
import dev.mooring.mcp.Json;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;

/** A table of saved runs, for people or as JSON. */
public final class RunsTable {
    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private static final String ROW = "%-20s  %-19s  %-10s  %12s  %5s  %7s  %-16s  ";

    private final List<RecordSummary> runs;

    /** Creates a table with the runs in their order. */
    public RunsTable(List<RecordSummary> runs) {
        this.runs = runs;
    }

    /** Prints one line for each run, below a heading. */
    public void print(PrintWriter out, Screen screen) {
        String head = String.format(Locale.ROOT, ROW, "ID", "STARTED", "OUTCOME", "TIME", "CALLS", "TOKENS", "AGENT");
        out.println(screen.styled("faint", head + "INPUT"));
        for (RecordSummary run : runs) {
            Duration took = run.took();
            String row = String.format(
                    Locale.ROOT,
                    ROW,
                    run.run().id(),
                    WHEN.format(run.started().atZone(ZoneId.systemDefault())),
                    run.outcome(),
                    took == null ? "" : Elapsed.text(took),
                    took == null ? "" : run.total("calls"),
                    took == null ? "" : run.total("tokensIn") + run.total("tokensOut"),
                    screen.cut(run.agent(), 16));
            out.println((row + screen.cut(run.input(), Math.max(20, screen.width() - row.length() - 1)))
                    .stripTrailing());
        }
    }

    /** Returns an array with an object for each run. */
    public ArrayNode json() {
        ArrayNode json = Json.array();
        runs.forEach(run -> json.add(run.json()));
        return json;
    }
}
