package dev.mooring.app.terminal;

import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.Set;

/** One line that says what is still waited for; on a terminal only. Safe for all threads. */
public final class Progress implements AutoCloseable {
    private static final String CLEAR = "\r\u001b[K";

    private final PrintWriter out;
    private final Screen screen;
    private final String doing;
    private final Set<String> open = new LinkedHashSet<>();

    public Progress(PrintWriter out, Screen screen, String doing, Iterable<String> things) {
        this.out = out;
        this.screen = screen;
        this.doing = doing;
        things.forEach(open::add);
        show();
    }

    public synchronized void done(String thing) {
        open.remove(thing);
        show();
    }

    private synchronized void show() {
        if (screen.interactive() && !open.isEmpty()) {
            out.print(CLEAR + screen.cut(doing + " " + String.join(", ", open) + " ...", screen.width() - 1));
            out.flush();
        }
    }

    @Override
    public synchronized void close() {
        if (screen.interactive()) {
            out.print(CLEAR);
            out.flush();
        }
    }
}
