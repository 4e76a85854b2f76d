package dev.mooring.app.terminal;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Permanent lines, and below them live lines that are redrawn until they are done. Live lines appear only on a terminal.
 * Streamed text appears between the two. Thread-safe; everything that writes to the terminal must use the same instance.
 */
public final class LiveLines implements AutoCloseable {
    private static final long REDRAW_INTERVAL_MILLIS = 120;
    private static final int MAX_LINES = 12;

    private final PrintWriter out;
    private final PrintWriter err;
    private final Screen screen;

    /** The live lines by key. Guarded by this, as are all fields below. */
    private final Map<String, Supplier<String>> live = new LinkedHashMap<>();

    private int drawn;
    private boolean inText;
    private boolean paused;
    private final @Nullable Thread painter;

    /**
     * Starts to redraw on a virtual thread, if the screen is interactive.
     *
     * @param out for streamed text
     * @param err for lines
     */
    public LiveLines(PrintWriter out, PrintWriter err, Screen screen) {
        this.out = out;
        this.err = err;
        this.screen = screen;
        this.painter =
                screen.interactive() ? Thread.ofVirtual().name("live-lines").start(this::paint) : null;
    }

    private void paint() {
        try {
            while (true) {
                Thread.sleep(REDRAW_INTERVAL_MILLIS);
                synchronized (this) {
                    if (!live.isEmpty()) {
                        erase();
                        draw();
                    }
                }
            }
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    /** Prints a permanent line. */
    public synchronized void println(String line) {
        erase();
        endText();
        err.println(line);
        draw();
    }

    /** Adds a live line. */
    public synchronized void begin(String key, Supplier<String> line) {
        erase();
        endText();
        live.put(key, line);
        draw();
    }

    /** Replaces a live line with a permanent one. */
    public synchronized void done(String key, String line) {
        erase();
        endText();
        live.remove(key);
        err.println(line);
        draw();
    }

    /** Prints a piece of streamed text. */
    public synchronized void stream(String text) {
        if (!text.isEmpty()) {
            erase();
            out.print(Printable.text(text));
            out.flush();
            inText = !text.endsWith("\n");
            draw();
        }
    }

    /** Ends streamed text with a line break, if it has none. */
    public synchronized void endText() {
        if (inText) {
            out.println();
            out.flush();
            inText = false;
        }
    }

    /** Removes the live lines until {@link #resume}, so that a prompt stays intact. */
    synchronized void pause() {
        erase();
        endText();
        paused = true;
    }

    /** Shows the live lines again. */
    synchronized void resume() {
        paused = false;
        draw();
    }

    private void erase() {
        if (drawn > 0) {
            err.print(ControlSequences.mark("\u001b[" + drawn + "A\u001b[1G\u001b[J"));
            err.flush();
            drawn = 0;
        }
    }

    private void draw() {
        if (!screen.interactive() || paused || inText || live.isEmpty()) {
            return;
        }
        int hidden = Math.max(0, live.size() - MAX_LINES);
        StringBuilder lines = new StringBuilder();
        for (Supplier<String> line : live.values().stream().skip(hidden).toList()) {
            lines.append(screen.fitted(line.get())).append('\n');
        }
        if (hidden > 0) {
            lines.append("  and ").append(hidden).append(" more\n");
        }
        drawn = Math.min(live.size(), MAX_LINES) + (hidden > 0 ? 1 : 0);
        err.print(lines);
        err.flush();
    }

    /** Removes the live lines and stops redrawing. */
    @Override
    public synchronized void close() {
        if (painter != null) {
            painter.interrupt();
        }
        erase();
        live.clear();
        endText();
    }
}
