package dev.mooring.app.demo;

import java.io.PrintWriter;
import picocli.CommandLine.Help.Ansi;

/** Where the demo speaks: headings, steps, and what came of them. Plain lines, with colour only on a terminal. */
final class Stage {
    private final PrintWriter out;
    private final Ansi colour;

    Stage(PrintWriter out, Ansi colour) {
        this.out = out;
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
}
