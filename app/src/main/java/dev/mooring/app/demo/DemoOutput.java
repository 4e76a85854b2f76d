package dev.mooring.app.demo;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/** Where the demo speaks: headings, steps, and what came of them. Plain lines, with colour only on a terminal. */
public final class DemoOutput {
    private final PrintWriter out;
    private final PrintWriter err;
    private final Ansi colour;

    /**
     * A stage.
     *
     * @param err where a terminal shows what is going on at the moment
     */
    public DemoOutput(PrintWriter out, PrintWriter err, Ansi colour) {
        this.out = out;
        this.err = err;
        this.colour = colour;
    }

    void scene(String title) {
        out.println();
        out.println(colour.string("@|bold " + title + "|@"));
    }

    void step(String text) {
        out.println("  " + text);
    }

    /** What a server or a file said, as it is: nothing in it is taken for markup. */
    void quote(String text) {
        text.lines().forEach(line -> out.println("    | " + line));
    }

    /** What takes a moment; the next line replaces it. */
    void working(String what) {
        if (colour.enabled()) {
            err.print("\r\033[K  ... " + what);
            err.flush();
        }
    }

    /** Rows in columns of equal width; the first row is the heading. */
    void table(List<List<String>> rows) {
        if (colour.enabled()) {
            err.print("\r\033[K");
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
