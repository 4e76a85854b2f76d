package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** Something that happens once, right before or right after the first swap. */
class InterruptedSwap extends LinuxFiles {

    private final Runnable before;
    private final Runnable after;
    private final AtomicBoolean happened = new AtomicBoolean();

    InterruptedSwap(Runnable before, Runnable after) {
        this.before = before;
        this.after = after;
    }

    @Override
    boolean exchange(int folder, Path one, Path other) throws IOException {
        boolean isFirst = !happened.getAndSet(true);
        if (isFirst) {
            before.run();
        }
        boolean result = super.exchange(folder, one, other);
        if (isFirst) {
            after.run();
        }
        return result;
    }
}
