package dev.mooring.app.chat;

import org.jspecify.annotations.Nullable;

/** Where the person's words come from. */
public interface ChatInput extends AutoCloseable {
    /** The next thing said, perhaps of several lines; empty if there is nothing to it, null at the end. */
    @Nullable
    String next();

    /** An answer to a question, on one line; null at the end. */
    @Nullable
    String answer(String prompt);

    /** Has Ctrl-C do something until the watch is closed. */
    Watch watch(Runnable onInterrupt);

    /** Somebody looks out for Ctrl-C. */
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    @Override
    void close();
}
