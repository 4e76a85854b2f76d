package dev.mooring.app.demo;

import dev.mooring.app.terminal.ControlSequences;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/** Prints the output of the demo: headings, steps and their results. Uses colour only on a terminal. */
public final class DemoOutput {
    private final PrintWriter out;
    private final PrintWriter err;
    private final Ansi colour;

    /**
     * Creates an output.
     *
     * @param err for progress on a terminal
     */
    public DemoOutput(PrintWriter out, PrintWriter err, Ansi colour) {
        this.out = out;
        this.err = err;
        this.colour = colour;
    }

    void heading(String title) {
        out.println();
        out.println(ControlSequences.mark(colour.string("@|bold " + title + "|@")));
    }

    void step(String text) {
        out.println("  " + text);
    }

    /** Prints the text of a server or a file. Markup in the text has no effect. */
    void quote(String text) {
        text.lines().forEach(line -> out.println("    | " + line));
    }

    /** Shows progress on a terminal, until the next table replaces it. */
    void progress(String text) {
        if (colour.enabled()) {
            err.print(ControlSequences.mark("\u001b[1G\u001b[K") + "  ... " + text);
            err.flush();
        }
    }

    /** Prints rows in aligned columns. The first row is the heading. */
    void table(List<List<String>> rows) {
        if (colour.enabled()) {
            err.print(ControlSequences.mark("\u001b[1G\u001b[K"));
            err.flush();
        }
        int[] widths = new int[rows.getFirst().size()];
        rows.forEach(row -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        for (List<String> row : rows) {
            var line = new StringBuilder("    ");
            for (int i = 0; i < widths.length; i++) {
                line.append(row.get(i)).repeat(" ", widths[i] - row.get(i).length() + 3);
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
