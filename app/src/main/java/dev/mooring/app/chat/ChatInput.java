package dev.mooring.app.chat;

import org.jspecify.annotations.Nullable;

/** Reads the person's input. */
public interface ChatInput extends AutoCloseable {
    /** Reads the next message, which may have several lines. Returns an empty string after Ctrl-C, and null at the end. */
    @Nullable
    String next();

    /** Shows a prompt and reads one line. Returns null at the end of the input. */
    @Nullable
    String answer(String prompt);

    /** Runs an action on each Ctrl-C until the watch is closed. */
    InterruptWatch watchInterrupts(Runnable onInterrupt);

    /** A watch for Ctrl-C. */
    interface InterruptWatch extends AutoCloseable {
        @Override
        void close();
    }

    @Override
    void close();
}
