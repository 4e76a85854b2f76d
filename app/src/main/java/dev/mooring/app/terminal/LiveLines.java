package dev.mooring.app.terminal;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lines that stay, above lines that change until they are done; the latter on a terminal only. Words that are streamed
 * stand between them. Safe for all threads, and everybody who writes to the terminal goes through here.
 */
public final class LiveLines implements AutoCloseable {
    private static final long REDRAW_MILLIS = 120;
    private static final int MOST = 12;

    private final PrintWriter out;
    private final PrintWriter err;
    private final Screen screen;

    /** By key, what each changing line says right now; guarded by this, as all fields below. */
    private final Map<String, Supplier<String>> live = new LinkedHashMap<>();

    private int drawn;
    private boolean inText;
    private boolean paused;
    private final @Nullable Thread painter;

    /**
     * Shows nothing yet.
     *
     * @param out for streamed words
     * @param err for everything else
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
                Thread.sleep(REDRAW_MILLIS);
                synchronized (this) {
                    if (!live.isEmpty()) {
                        erase();
                        draw();
                    }
                }
            }
        } catch (InterruptedException e) {
            // It is closed.
        }
    }

    /** A line that stays. */
    public synchronized void say(String line) {
        erase();
        endText();
        err.println(line);
        draw();
    }

    /** A line that changes with the time, until it is done. */
    public synchronized void begin(String key, Supplier<String> line) {
        erase();
        endText();
        live.put(key, line);
        draw();
    }

    /** The changing line goes; what comes of it stays. */
    public synchronized void done(String key, String line) {
        erase();
        endText();
        live.remove(key);
        err.println(line);
        draw();
    }

    /** Words as they come. */
    public synchronized void stream(String words) {
        if (!words.isEmpty()) {
            erase();
            out.print(Printable.text(words));
            out.flush();
            inText = !words.endsWith("\n");
            draw();
        }
    }

    /** Streamed words end with a line break. */
    public synchronized void endText() {
        if (inText) {
            out.println();
            out.flush();
            inText = false;
        }
    }

    /** Nothing changes while somebody is asked something. */
    public synchronized void pause() {
        erase();
        endText();
        paused = true;
    }

    public synchronized void goOn() {
        paused = false;
        draw();
    }

    private void erase() {
        if (drawn > 0) {
            err.print("\u001b[" + drawn + "A\r\u001b[J");
            err.flush();
            drawn = 0;
        }
    }

    private void draw() {
        if (!screen.interactive() || paused || inText || live.isEmpty()) {
            return;
        }
        int hidden = Math.max(0, live.size() - MOST);
        StringBuilder lines = new StringBuilder();
        for (Supplier<String> line : live.values().stream().skip(hidden).toList()) {
            lines.append(screen.fitted(line.get())).append('\n');
        }
        if (hidden > 0) {
            lines.append("  and ").append(hidden).append(" more\n");
        }
        drawn = Math.min(live.size(), MOST) + (hidden > 0 ? 1 : 0);
        err.print(lines);
        err.flush();
    }

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
