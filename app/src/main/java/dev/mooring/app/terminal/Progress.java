package dev.mooring.app.terminal;

import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.Set;

/** A line that names the pending items of a task. Appears only on a terminal. Thread-safe. */
public final class Progress implements AutoCloseable {
    private static final String CLEAR = ControlSequences.mark("\u001b[1G\u001b[K");

    private final PrintWriter out;
    private final Screen screen;
    private final String task;
    private final Set<String> pending = new LinkedHashSet<>();

    /** Shows the task with all its items. */
    public Progress(PrintWriter out, Screen screen, String task, Iterable<String> items) {
        this.out = out;
        this.screen = screen;
        this.task = task;
        items.forEach(pending::add);
        show();
    }

    /** Removes an item that is done. */
    public synchronized void done(String item) {
        pending.remove(item);
        show();
    }

    private synchronized void show() {
        if (screen.interactive() && !pending.isEmpty()) {
            out.print(CLEAR + screen.cut(task + " " + String.join(", ", pending) + " ...", screen.width() - 1));
            out.flush();
        }
    }

    /** Clears the line. */
    @Override
    public synchronized void close() {
        if (screen.interactive()) {
            out.print(CLEAR);
            out.flush();
        }
    }
}
